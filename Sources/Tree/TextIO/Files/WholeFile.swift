/// Writes whole files or nothing. `PrivateFile` does so for the owner alone.
package enum WholeFile {
  /// Something that a replaced file lost.
  package enum Loss: Hashable, Sendable {
    /// It now belongs to this process's user.
    case owner
    /// This number of other names (hard links) still have the old content.
    case otherNames(Int)
  }

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

  /// Writes a new file and replaces the old one with it. A link stays a link; permissions and owner
  /// stay. A pipe or a device is written to directly.
  ///
  /// If the process is killed meanwhile, the file is unchanged, and a hidden file remains next to
  /// it, which the next process that writes to the folder removes.
  ///
  /// - Parameter makesFolders: whether to create missing folders.
  /// - Returns: what the file lost, usually nothing.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, makesFolders: Bool = false
  ) throws(FileError) -> [Loss] {
    if makesFolders { try Folder(of: path).make(mode: 0o777) }
    let status = FileNames.status(of: path)
    if let status {
      if status.kind == .folder { throw FileError(.write, path, .isFolder) }
      if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
      if status.kind != .file {
        try OpenFile(path, for: .writingThrough, of: path).write(bytes)
        return []
      }
    }
    let target = try FileNames.followed(path, to: .write)
    let folder = Folder(of: target)
    Leftovers.clear(in: folder)
    // With a short name, because the target's may have the maximum length.
    let file = try UnfinishedFile(
      Leftovers.newName(in: folder), mode: (status?.mode ?? 0o666) & 0o666, for: path)
    var losses: [Loss] = []
    if let status {
      if !file.content.setOwner(of: status) { losses.append(.owner) }
      if status.nameCount > 1 { losses.append(.otherNames(status.nameCount - 1)) }
    }
    try file.replace(target, with: bytes, mode: status?.mode)
    return losses
  }
}

extension WholeFile.Loss {
  /// The loss in a clause.
  package func words(ofFileAt path: String) -> SafeText {
    switch self {
    case .owner: "\(path): its owner could not be kept; it now belongs to you"
    case .otherNames(let count):
      "\(path): \(counted(count, "hard link")) of it \(count == 1 ? "keeps" : "keep") the old content"
    }
  }
}

/// Files of one folder that are written aside and put in place together. Other files of the folder
/// stay.
///
/// Until then, they are hidden files, which are removed with this object. If a process was killed,
/// the next one that writes to the folder removes them.
package final class FileSet {
  private let folder: Folder
  private var files: [UnfinishedFile] = []

  /// Begins a set; creates the folder if it is missing.
  package init(in folder: String) throws(FileError) {
    if folder.isEmpty { throw FileError(.make, folder, .system(ENOENT)) }
    self.folder = Folder(of: folder + "/")
    try self.folder.make(mode: 0o777)
    if !FileNames.isFolder(folder) { throw FileError(.make, folder, .system(ENOTDIR)) }
    Leftovers.clear(in: self.folder)
  }

  /// Returns the names in a folder, without unfinished files; none if the folder is missing.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try FileNames.inFolder(folder).filter { !Leftovers.isName($0) && $0 != "." && $0 != ".." }
  }

  /// Begins a file of the set, which is written in pieces.
  ///
  /// - Throws: `FileError` if its name belongs to anything but a writable file.
  package func file(named name: String) throws(FileError) -> UnfinishedFile {
    let path = folder.prefix + name
    switch FileNames.statusItself(of: path)?.kind {
    case nil, .file: break
    case .folder: throw FileError(.write, path, .isFolder)
    case .link: throw FileError(.write, path, .system(ELOOP))
    case .socket, .other: throw FileError(.write, path, .isNoFile)
    }
    if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
    let file = try UnfinishedFile(Leftovers.newName(in: folder), mode: 0o666, for: path)
    files.append(file)
    return file
  }

  /// Waits until the files are on disk, and puts them in place.
  package func finish() throws(FileError) {
    for file in files { try file.content.sync() }
    for file in files { try file.move(to: file.path) }
    try folder.sync()
  }
}

/// A new file with a new name, whose content is complete before it gets its final name.
///
/// Its lock distinguishes it from a killed process's leftover. It is removed with this object unless
/// it has replaced another file.
package final class UnfinishedFile {
  let name: String
  let content: OpenFile
  /// The file's name in errors.
  let path: String
  private var isInPlace = false

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - newName: returns a path that is probably free.
  ///   - mode: its permissions.
  ///   - path: the file's name in errors.
  init(_ newName: @autoclosure () -> String, mode: UInt32, for path: String) throws(FileError) {
    while true {
      let name = newName()
      do throws(FileError) {
        let content = try OpenFile(name, for: .creating(mode: mode), of: path)
        // Before it was locked, another process may have taken it for a leftover.
        if content.lock() == .isLockedByAnother || content.status?.nameCount == 0 { continue }
        self.content = content
        self.name = name
        self.path = path
        return
      } catch {
        if error.reason != .isThere { throw error }
      }
    }
  }

  deinit { if !isInPlace { FileNames.remove(name) } }

  /// Removes an unfinished file, unless its process still holds its lock.
  static func removeLeftover(_ name: String) {
    guard let file = try? OpenFile(name, for: .readingItself, of: name) else { return }
    if file.lock() == .locked { FileNames.remove(name) }
  }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) { try content.write(bytes) }

  /// Writes the content, waits until it is on disk, and replaces another file.
  ///
  /// - Parameters:
  ///   - mode: the permissions to set; nil keeps the initial ones.
  ///   - isLasting: false for a file that a restart of the system makes obsolete; the disk isn't
  ///     waited for.
  func replace(
    _ target: String, with bytes: [UInt8], mode: UInt32?, isLasting: Bool = true
  ) throws(FileError) {
    try write(bytes)
    if let mode { try content.setMode(mode) }
    if isLasting { try content.sync() }
    try move(to: target)
  }

  /// Replaces another file.
  func move(to target: String) throws(FileError) {
    if let reason = FileNames.rename(name, to: target) { throw FileError(.write, path, reason) }
    isInPlace = true
  }
}

/// The leftovers of killed processes in a folder: `.modeltree-` with sixteen digits. A running
/// process locks its own.
enum Leftovers {
  private static let prefix = ".modeltree-"

  /// Returns a path in a folder that is probably free.
  static func newName(in folder: Folder) -> String { folder.prefix + prefix + digits() }

  /// Whether a name is one of these.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && isDigits(name.dropFirst(prefix.count))
  }

  /// Sixteen random digits.
  static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  /// Whether a text consists of sixteen such digits.
  static func isDigits(_ digits: Substring) -> Bool {
    digits.utf8.count == 16 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// The folders that this process has cleared; many files are written into one folder.
  private static let cleared = Lock<Set<String>>([])

  /// Removes leftovers from a folder. Costs a test of each name in the folder, once per process.
  static func clear(in folder: Folder) {
    guard cleared.withLock({ $0.insert(FileNames.absolute(folder.path)).inserted }) else { return }
    for name in (try? folder.names()) ?? [] where isName(name) {
      let path = folder.prefix + name
      if let status = FileNames.statusItself(of: path), status.kind == .file,
        status.owner == geteuid()
      {
        UnfinishedFile.removeLeftover(path)
      }
    }
  }
}
