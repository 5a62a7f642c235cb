/// The names of files and folders.
package enum FileNames {
  /// A path as the shell reads it: `~` alone, and `~/` at its start, are the home folder.
  package static func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = Environment["HOME"], !home.isEmpty else {
      return path
    }
    return home + path.dropFirst()
  }

  /// The files and folders whose paths begin with a word, sorted. Folders end in `/`. A word that
  /// begins in the home folder, with `~/`, is completed to paths that do so too.
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

  /// The names in a folder, in no order; none if it is missing.
  package static func inFolder(_ path: String) throws(FileError) -> [String] {
    try Folder(of: path + "/").names()
  }

  /// A path that stays the same when the process changes its folder.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// The path without links; nil if nothing is there.
  package static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
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

  /// Whether a path leads to something that its owner has made read-only, or that this process may not
  /// write to.
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
    guard let one = status(of: path), one.kind == .file else { return false }
    return one.identity == status(of: other)?.identity
  }

  /// The status of what a path leads to, also through links; nil if nothing is there.
  package static func status(of path: String) -> FileStatus? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// The status of what is at a path, even a symbolic link; nil if nothing is there.
  package static func statusItself(of path: String) -> FileStatus? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileStatus(status) : nil
  }

  /// The file that a path leads to over symbolic links, whether it is there or not.
  ///
  /// - Parameter action: what is to be done with it.
  static func followed(
    _ path: String, to action: FileError.Action
  ) throws(FileError) -> String {
    var target = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // As many links as the system itself follows.
    for _ in 0..<40 {
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0 else { return target }
      let bytes = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
      guard let link = String(utf8Bytes: bytes) else {
        throw FileError(action, path, .system(EILSEQ))
      }
      target = link.hasPrefix("/") ? link : Folder(of: target).prefix + link
    }
    throw FileError(action, path, .system(ELOOP))
  }

  /// Why a path may not be written to; nil if it may be, or if nothing is there.
  static func refusalToWrite(_ path: String) -> FileError.Reason? {
    access(path, W_OK) == 0 || errno == ENOENT ? nil : .system(errno)
  }

  /// Puts a file in the place of another.
  ///
  /// - Returns: why that failed; nil if it did not.
  static func rename(_ path: String, to other: String) -> FileError.Reason? {
    failure(of: renameat(AT_FDCWD, path, AT_FDCWD, other))
  }

  /// Gives a file another name, unless something has it.
  ///
  /// - Returns: why that failed; nil if it did not.
  @discardableResult
  static func link(_ path: String, to other: String) -> FileError.Reason? {
    failure(of: linkat(AT_FDCWD, path, AT_FDCWD, other, 0))
  }

  /// Removes a name of a file.
  ///
  /// - Returns: why that failed; nil if it did not.
  @discardableResult
  package static func remove(_ path: String) -> FileError.Reason? { failure(of: unlink(path)) }

  private static func failure(of result: Int32) -> FileError.Reason? {
    result == 0 ? nil : .system(errno)
  }
}

extension FileError.Reason {
  /// Nothing has the name.
  static var isMissing: FileError.Reason { .system(ENOENT) }
  /// Something has the name already.
  static var isThere: FileError.Reason { .system(EEXIST) }
}

/// A folder of files.
struct Folder {
  /// The beginning of its files' paths: empty, or ends in `/`.
  let prefix: String

  /// The folder that a file lies in.
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

  /// Makes the folder and those above it that are missing.
  ///
  /// - Parameter mode: who may use them; by default the owner alone.
  func make(mode: mode_t = 0o700) throws(FileError) {
    if FileNames.isFolder(path) { return }
    let above = Folder(of: path)
    if mkdir(path, mode) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, !prefix.isEmpty else { throw FileError(.make, path, .system(errno)) }
      try above.make(mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST { throw FileError(.make, path, .system(errno)) }
    }
    try above.sync()
  }

  /// Waits until the disk has the names of the folder's files as they are now.
  func sync() throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Files can be made in a folder that may not be read; it cannot be waited for.
    if descriptor < 0, errno == EACCES { return }
    guard descriptor >= 0 else { throw FileError(.write, path, .system(errno)) }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // There, `fsync` does not wait for what the disk itself puts off.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems cannot sync a folder; they have no better way either.
    if fsync(descriptor) != 0, ![EINVAL, ENOTSUP].contains(errno) {
      throw FileError(.write, path, .system(errno))
    }
  }
}
