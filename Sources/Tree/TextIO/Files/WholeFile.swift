/// Writes a file whole or not at all, and never through a link.
///
/// The bytes go into a new file next to it, which then gets its name. If the process is killed
/// meanwhile, the file is unchanged, and the new one stays, as `FILE.new-PROCESS-NUMBER`.
package enum WholeFile {
  /// Why a file can't be written, as far as that is known before; nil if it probably can.
  ///
  /// - Parameter makesFolders: whether missing folders are created.
  package static func refusal(toWrite path: String, makesFolders: Bool = false) -> FileError? {
    if let status = FileNames.status(of: path) {
      if status.kind == .folder { return FileError(.write, path, .isFolder) }
      if let refusal = FileNames.refusalToWrite(path) { return FileError(.write, path, refusal) }
      if status.kind != .file { return nil }
    }
    let folder = Folder(of: path).path
    guard FileNames.isFolder(folder) else {
      if makesFolders, !FileNames.exists(folder) { return nil }
      return FileError(
        .write, path, .system(FileNames.exists(folder) ? ENOTDIR : ENOENT))
    }
    return FileNames.refusalToWrite(folder).map { FileError(.write, path, $0) }
  }

  /// Writes a file, which replaces an earlier one. A pipe or a device is written to directly.
  ///
  /// - Parameters:
  ///   - isPrivate: whether only its owner may read it, and the folders that are created; otherwise
  ///     the permissions of an earlier file stay.
  ///   - makesFolders: whether to create missing folders.
  package static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false, makesFolders: Bool = false
  ) throws(FileError) {
    if makesFolders { try Folder(of: path).make(mode: isPrivate ? 0o700 : 0o777) }
    if !isPrivate, FileNames.isSpecial(path) {
      return try OpenFile(path, O_WRONLY, of: path).write(bytes)
    }
    let file = try UnfinishedFile(for: path, isPrivate: isPrivate)
    try file.write(bytes)
    try file.moveIntoPlace()
  }
}

/// Files of one folder that are put in place together. Other files of the folder stay.
package final class FileSet {
  private let folder: Folder
  private var files: [UnfinishedFile] = []

  /// Begins a set; creates the folder if it is missing.
  package init(in folder: String) throws(FileError) {
    if folder.isEmpty { throw FileError(.make, folder, .system(ENOENT)) }
    self.folder = Folder(of: folder + "/")
    try self.folder.make(mode: 0o777)
    if !FileNames.isFolder(folder) { throw FileError(.make, folder, .system(ENOTDIR)) }
  }

  /// Returns the names in a folder, without unfinished files; none if the folder is missing.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try FileNames.inFolder(folder).filter {
      UnfinishedFile.writer(of: $0) == nil && $0 != "." && $0 != ".."
    }
  }

  /// Begins a file of the set, which is written in pieces, and removes what a killed process left of it.
  ///
  /// - Throws: `FileError` if its name belongs to anything but a writable file.
  package func file(named name: String) throws(FileError) -> UnfinishedFile {
    let path = folder.prefix + name
    UnfinishedFile.removeLeftovers(of: path)
    let file = try UnfinishedFile(for: path, isPrivate: false)
    files.append(file)
    return file
  }

  /// Waits until the files are on disk, and puts them in place.
  package func finish() throws(FileError) {
    for file in files { try file.content.sync() }
    for file in files { try file.moveIntoPlace() }
  }
}

/// A new file that gets its final name when its content is complete. It is removed with this object
/// unless it got that name.
package final class UnfinishedFile {
  private let name: String
  fileprivate let content: OpenFile
  private let path: String
  private var isInPlace = false

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: its final name.
  ///   - isPrivate: whether only its owner may read it; otherwise, it has the permissions of the file
  ///     that it replaces.
  /// - Throws: `FileError` if anything but a writable file has the name.
  init(for path: String, isPrivate: Bool) throws(FileError) {
    self.path = path
    name = "\(path).new-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let replaced = try Self.replacedMode(at: path)
    let mode = isPrivate ? 0o600 : replaced
    content = try OpenFile(
      name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: (mode ?? 0o666) & 0o666, of: path)
    if let mode { try content.setMode(mode) }
  }

  deinit { if !isInPlace { FileNames.remove(name) } }

  /// The process that writes an unfinished file; nil for the name of another file.
  static func writer(of name: some StringProtocol) -> Int32? {
    let parts = name.split(separator: ".").last?.split(separator: "-") ?? []
    guard (2...3).contains(parts.count), parts[0] == "new", Int(parts[parts.count - 1]) != nil
    else {
      return nil
    }
    return Int32(parts[1])
  }

  /// Removes what killed processes left of a file that they were writing.
  package static func removeLeftovers(of path: String) {
    let folder = Folder(of: path)
    let start = path.dropFirst(folder.prefix.count) + ".new-"
    for name in (try? folder.names()) ?? [] where name.hasPrefix(start) {
      guard let writer = writer(of: name), writer != getpid() else { continue }
      if kill(writer, 0) != 0, errno == ESRCH { FileNames.remove(folder.prefix + name) }
    }
  }

  /// The permissions of the file that a new one replaces; nil if there is none.
  private static func replacedMode(at path: String) throws(FileError) -> UInt32? {
    guard let status = FileNames.statusItself(of: path) else { return nil }
    switch status.kind {
    case .file: break
    case .folder: throw FileError(.write, path, .isFolder)
    case .link: throw FileError(.write, path, .system(ELOOP))
    case .socket, .other: throw FileError(.write, path, .isNoFile)
    }
    if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
    return status.mode
  }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) { try content.write(bytes) }

  /// Waits until the content is on disk, and gives the file its final name, which replaces an earlier
  /// file.
  func moveIntoPlace() throws(FileError) {
    try content.sync()
    if let reason = FileNames.rename(name, to: path) { throw FileError(.write, path, reason) }
    isInPlace = true
  }
}
