import TextIO

/// A folder in which apps of one user have their sockets, and nobody else has anything.
package struct LinkFolder: Hashable, Sendable {
  /// The folder's path.
  package let path: String

  /// The paths of the folders, the preferred one first: that of `MODELTREE_DIR` alone where it is set,
  /// else that of the system for the user's running programs, and one in `/tmp`.
  ///
  /// `TMPDIR` does not count: an app in a simulator has another one than the shell of its host.
  package static var paths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let own = Environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/modeltree" : nil }
    return (own.map { [$0] } ?? []) + ["/tmp/modeltree-\(geteuid())"]
  }

  /// The paths of the folders that a client looks into: a program that agents start may have lost the
  /// variable of the environment that names the system's own.
  package static var searchedPaths: [String] {
    if let path = Environment["MODELTREE_DIR"], !path.isEmpty { return [path] }
    let usual = "/run/user/\(geteuid())/modeltree"
    return paths.contains(usual) ? paths : paths + [usual]
  }

  /// Finds the folder for an app, and makes it where it is missing.
  ///
  /// - Throws: `AppLinkError.folder` where none can be made, or the first that is there is not the user's
  ///   alone.
  package static func forApp() throws(AppLinkError) -> LinkFolder {
    var first: AppLinkError?
    for path in paths {
      if mkdir(path, 0o700) != 0, errno != EEXIST {
        first = first ?? .folder(path, .cannotMake(errno))
        continue
      }
      guard let folder = try LinkFolder(path) else { continue }
      return folder
    }
    throw first ?? .folder(paths[0], .cannotMake(ENOENT))
  }

  /// Opens the folder at a path; nil where nothing is there.
  ///
  /// - Throws: `AppLinkError.folder` where it is not the user's alone.
  package init?(_ path: String) throws(AppLinkError) {
    guard let status = FileNames.statusItself(of: path) else { return nil }
    if status.kind == .link { throw .folder(path, .isLink) }
    if status.kind != .folder { throw .folder(path, .isNoFolder) }
    if status.owner != geteuid() { throw .folder(path, .isOthers(status.owner)) }
    if status.isOpenToOthers { throw .folder(path, .isOpen(status.mode & 0o7777)) }
    self.path = path
  }

  /// The places of the apps that have one here, by their processes' numbers.
  ///
  /// - Throws: `AppLinkError.folder` where the folder cannot be listed.
  package func places() throws(AppLinkError) -> [AppPlace] {
    let names: [String]
    do throws(FileError) {
      names = try FileNames.inFolder(path)
    } catch {
      let number: Int32 = if case .system(let number) = error.reason { number } else { EIO }
      throw .folder(path, .cannotRead(number))
    }
    let numbers = names.compactMap { name -> Int? in
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "sock" || parts[1] == "json" else { return nil }
      return Int(parts[0]).flatMap { $0 > 0 && "\($0)" == parts[0] ? $0 : nil }
    }
    return Set(numbers).sorted().map { AppPlace(folder: self, pid: $0) }
  }
}
