/// The names of files and folders.
package enum FileNames {
  /// Expands a path like a shell: `~` alone and `~/` at the start are the home folder.
  package static func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = Environment["HOME"], !home.isEmpty else {
      return path
    }
    return home + path.dropFirst()
  }

  /// Returns the files and folders whose paths begin with a word, sorted. Folders end in `/`. If
  /// the word begins with `~/`, so do the results.
  package static func beginning(with word: String) -> [String] {
    if word.hasPrefix("~/") {
      let home = expandingHome("~").count
      return beginning(withExpanded: expandingHome(word)).map { "~" + $0.dropFirst(home) }
    }
    return beginning(withExpanded: word)
  }

  private static func beginning(withExpanded word: String) -> [String] {
    let folder = Folder(of: word).prefix
    let name = word.dropFirst(folder.count)
    let entries = (try? Folder(of: word).names()) ?? []
    let names = entries.compactMap { file -> String? in
      let isHidden = file.hasPrefix(".") && !name.hasPrefix(".")
      guard file.hasPrefix(name), !isHidden, file != ".", file != ".." else { return nil }
      return folder + file + (isFolder(folder + file) ? "/" : "")
    }
    return names.sorted()
  }

  /// Returns the names in a folder, in no order; none if it is missing.
  package static func inFolder(_ path: String) throws(FileError) -> [String] {
    try Folder(of: path + "/").names()
  }

  /// Returns a path that stays valid when the process changes its working folder.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// Whether a path leads to a regular file.
  package static func isFile(_ path: String) -> Bool { status(of: path)?.kind == .file }

  /// Whether a path leads to a pipe, a socket, a device or the like.
  package static func isSpecial(_ path: String) -> Bool {
    switch status(of: path)?.kind {
    case .socket, .other: true
    case .file, .folder, .link, nil: false
    }
  }

  /// Whether a path leads to a symbolic link.
  package static func isLink(_ path: String) -> Bool { statusItself(of: path)?.kind == .link }

  /// Whether a path leads to a file that its owner has made read-only, or that this process may not
  /// write.
  package static func isReadOnly(_ path: String) -> Bool {
    guard let status = status(of: path) else { return false }
    return status.mode & 0o200 == 0 || access(path, W_OK) != 0
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool { status(of: path)?.kind == .folder }

  /// Whether anything is at a path.
  package static func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// Whether two paths lead to one regular file.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = status(of: path), let two = status(of: other) else { return false }
    return one.kind == .file && (one.device, one.number) == (two.device, two.number)
  }

  /// Returns the status of a path's target, after links; nil if nothing is there.
  package static func status(of path: String) -> FileStatus? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// Returns the status of a path without following links; nil if nothing is there.
  package static func statusItself(of path: String) -> FileStatus? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// Returns why a path isn't writable; nil if it is, or if nothing is there.
  static func refusalToWrite(_ path: String) -> FileError.Reason? {
    access(path, W_OK) == 0 || errno == ENOENT ? nil : .system(errno)
  }

  /// Renames a file, and replaces any file with the new name.
  ///
  /// - Returns: the reason for a failure; nil on success.
  @discardableResult
  package static func rename(_ path: String, to other: String) -> FileError.Reason? {
    failure(of: renameat(AT_FDCWD, path, AT_FDCWD, other))
  }

  /// Gives a file another name, unless that name is taken.
  ///
  /// - Returns: the reason for a failure; nil on success.
  @discardableResult
  static func link(_ path: String, to other: String) -> FileError.Reason? {
    failure(of: linkat(AT_FDCWD, path, AT_FDCWD, other, 0))
  }

  /// Creates the folder of a file if it is missing, for its owner alone.
  package static func makeFolder(of path: String) throws(FileError) { try Folder(of: path).make() }

  /// Removes a name of a file.
  ///
  /// - Returns: the reason for a failure; nil on success.
  @discardableResult
  package static func remove(_ path: String) -> FileError.Reason? { failure(of: unlink(path)) }

  private static func failure(of result: Int32) -> FileError.Reason? {
    result == 0 ? nil : .system(errno)
  }
}

extension FileError.Reason {
  /// The name is free.
  static var isMissing: FileError.Reason { .system(ENOENT) }
  /// The name is taken.
  static var isThere: FileError.Reason { .system(EEXIST) }
}

/// A folder of files.
struct Folder {
  /// The prefix of its files' paths: empty, or ends in `/`.
  let prefix: String

  /// The folder of a file.
  init(of file: some StringProtocol) {
    prefix = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The folder's path.
  var path: String {
    if prefix.isEmpty { return "." }
    return prefix == "/" ? prefix : String(prefix.dropLast())
  }

  /// The names in the folder; none if it is missing.
  func names() throws(FileError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw FileError(.read, path, .system(errno))
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Creates the folder and missing parent folders.
  ///
  /// - Parameter mode: the permissions; by default, only for the owner.
  func make(mode: mode_t = 0o700) throws(FileError) {
    if FileNames.isFolder(path) { return }
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, !prefix.isEmpty else { throw FileError(.make, path, .system(errno)) }
    try Folder(of: path).make(mode: mode)
    if mkdir(path, mode) != 0, errno != EEXIST { throw FileError(.make, path, .system(errno)) }
  }
}
