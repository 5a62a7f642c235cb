#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What processes that were killed have left beside files that they were writing: `.modeltree-` with
/// sixteen digits. What a living process is at is locked.
enum Leftovers {
  private static let prefix = ".modeltree-"

  /// A path in a folder that most likely nothing has.
  static func newName(in folder: Folder) -> String {
    "\(folder.prefix)\(prefix)\(PrivateFileNames.digits())"
  }

  /// Whether a name is such a one.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && PrivateFileNames.isDigits(name.dropFirst(prefix.count))
  }

  /// The folders that this process has looked at: many files are written into one.
  private static let cleared = Lock<Set<String>>([])

  /// Removes what killed processes have left in a folder, and finishes what they had begun to put in place.
  /// Costs a look at each name in it, once in a process.
  static func clear(in folder: Folder) {
    guard cleared.withLock({ $0.insert(FileNames.absolute(folder.path)).inserted }) else { return }
    for name in (try? folder.names()) ?? [] where isName(name) {
      let path = folder.prefix + name
      guard let status = FileNames.statusItself(of: path), status.owner == geteuid() else {
        continue
      }
      switch status.kind {
      case .file: UnfinishedFile.removeLeftover(path)
      case .folder: FileSet.clear(leftStage: path)
      case .link, .socket, .other: break
      }
    }
  }
}
