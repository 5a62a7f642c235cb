/// A file that each run of a program starts anew. Some files of earlier runs are kept: `FILE.1` is
/// the latest.
package struct EarlierFiles {
  private let path: String
  /// The bytes with which each of the program's files begins. Other files are left alone.
  private let beginning: [UInt8]

  /// The reason for a failure.
  package enum Failure: Error {
    /// The system reported an error.
    case file(FileError)
    /// The file at this path doesn't belong to the program.
    case isForeign(path: String)
  }

  /// Names a file.
  ///
  /// - Parameter beginning: the bytes with which each of the files begins.
  package init(_ path: String, beginning: [UInt8]) {
    self.path = path
    self.beginning = beginning
  }

  /// The path of a new file until `begin(keeping:)` gives it its name.
  package var unfinishedPath: String { "\(path).new-\(getpid())" }

  /// Removes the unfinished files of processes that were killed.
  package func removeLeftovers() {
    let folder = Folder(of: path)
    let prefix = "\(path.dropFirst(folder.prefix.count)).new-"
    for name in (try? folder.names()) ?? [] where name.hasPrefix(prefix) {
      guard let process = Int32(name.dropFirst(prefix.count)) else { continue }
      if kill(process, 0) != 0, errno == ESRCH || process == getpid() {
        FileNames.remove(folder.prefix + name)
      }
    }
  }

  /// Checks that none of the names belongs to a foreign file.
  ///
  /// - Parameter count: how many earlier files are kept.
  package func check(keeping count: Int) throws(Failure) {
    for number in 0...max(0, count) { _ = try isThere(name(number)) }
  }

  /// Renames the existing file and gives the new one its name.
  ///
  /// - Parameter count: how many earlier files are kept.
  package func begin(keeping count: Int) throws(Failure) {
    for number in stride(from: max(0, count), through: 0, by: -1) where try isThere(name(number)) {
      let reason =
        number >= count
        ? FileNames.remove(name(number))
        : FileNames.rename(name(number), to: name(number + 1))
      if let reason, reason != .isMissing {
        throw .file(FileError(.write, name(number), reason))
      }
    }
    // A link doesn't replace a file that another process has just created.
    if let reason = FileNames.link(unfinishedPath, to: path) {
      throw .file(FileError(.write, path, reason))
    }
    FileNames.remove(unfinishedPath)
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }

  /// Whether a file of the program has a name.
  private func isThere(_ name: String) throws(Failure) -> Bool {
    guard let status = FileNames.statusItself(of: name) else { return false }
    if status.kind == .link { throw .file(FileError(.write, name, .system(ELOOP))) }
    guard status.kind == .file else { throw .file(FileError(.write, name, .isNoFile)) }
    let start: [UInt8]
    do throws(FileError) {
      start = try OpenFile(name, for: .readingItself, of: name).read(limit: beginning.count)
    } catch {
      throw .file(error)
    }
    guard start == beginning else { throw .isForeign(path: name) }
    return true
  }
}
