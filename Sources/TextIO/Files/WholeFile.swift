/// Writes files whole or not at all. `PrivateFile` does so for the owner alone.
package enum WholeFile {
  /// What a file lost when it was replaced.
  package enum Loss: Hashable, Sendable {
    /// It now belongs to the user of this process.
    case owner
    /// This number of other names (hard links) keep the old content.
    case otherNames(Int)
  }

  /// Writes a new file and puts it in the place of the old one. A link stays a link; permissions and owner
  /// stay. A pipe or a device is written to directly.
  ///
  /// A process that is killed meanwhile leaves the file unchanged, and a hidden one beside it, which the next
  /// process that writes to the folder removes.
  ///
  /// - Parameter makesFolders: whether missing folders are made.
  /// - Returns: what the file lost, mostly nothing.
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
    // With a short name: the target's may be as long as the system allows.
    var file = try UnfinishedFile(
      Leftovers.newName(in: folder), mode: (status?.mode ?? 0o666) & 0o666, for: path)
    var losses: [Loss] = []
    if let status {
      if !file.keepOwner(of: status) { losses.append(.owner) }
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

/// A file that text is added to over time.
package final class AppendedFile {
  private let file: OpenFile

  /// Opens a file; makes it if it is missing.
  package init(path: String) throws(FileError) {
    file = try OpenFile(path, for: .appending, of: path)
  }

  /// Adds bytes at the present end of the file.
  package func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }
}

/// A new file with a new name, in which content is put together until it is whole.
///
/// It is locked, which tells it apart from a killed process's leftover, and removed with this value unless it
/// has replaced another file.
struct UnfinishedFile: ~Copyable {
  let name: String
  private let file: OpenFile
  private let path: String
  private var isInPlace = false

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - newName: makes a path that is probably free.
  ///   - mode: its permissions.
  ///   - path: the file that an error names.
  init(_ newName: @autoclosure () -> String, mode: UInt32, for path: String) throws(FileError) {
    while true {
      let name = newName()
      do throws(FileError) {
        let file = try OpenFile(name, for: .creating(mode: mode), of: path)
        // Another process may have taken it for a leftover before it was locked.
        if file.lock() == .isLockedByAnother || file.status?.nameCount == 0 { continue }
        self.file = file
        self.name = name
        self.path = path
        return
      } catch {
        if error.reason != .isThere { throw error }
      }
    }
  }

  deinit { if !isInPlace { FileNames.remove(name) } }

  /// Removes an unfinished file, unless the process that writes it still holds its lock.
  static func removeLeftover(_ name: String) {
    guard let file = try? OpenFile(name, for: .readingItself, of: name) else { return }
    if file.lock() == .locked { FileNames.remove(name) }
  }

  /// Gives the file the owner of the one that it will replace; false if the system doesn't allow that.
  func keepOwner(of other: FileStatus) -> Bool { file.setOwner(of: other) }

  /// Writes the content.
  ///
  /// - Parameter mode: the permissions to set; nil keeps those from the beginning.
  func fill(with bytes: [UInt8], mode: UInt32?) throws(FileError) {
    try file.write(bytes)
    if let mode { try file.setMode(mode) }
  }

  /// Writes the content, waits until it is on disk, and puts the file in the place of another.
  ///
  /// - Parameter isLasting: false for a file without meaning after a restart of the system: it isn't waited
  ///   for.
  mutating func replace(
    _ target: String, with bytes: [UInt8], mode: UInt32?, isLasting: Bool = true
  ) throws(FileError) {
    try fill(with: bytes, mode: mode)
    if isLasting { try file.sync() }
    if let reason = FileNames.rename(name, to: target) { throw FileError(.write, path, reason) }
    isInPlace = true
  }
}

/// What killed processes have left in a folder: `.modeltree-` with sixteen digits. A living process locks
/// its own.
enum Leftovers {
  private static let prefix = ".modeltree-"

  /// A path in a folder that is probably free.
  static func newName(in folder: Folder) -> String { folder.prefix + prefix + digits() }

  /// Whether a name is one of these.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && isDigits(name.dropFirst(prefix.count))
  }

  /// Sixteen random digits.
  static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

  /// Whether a text is sixteen such digits.
  static func isDigits(_ digits: Substring) -> Bool {
    digits.utf8.count == 16 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// The folders that this process has cleared: many files are written into one.
  private static let cleared = Lock<Set<String>>([])

  /// Removes leftovers from a folder, and puts whole sets of files in place. Costs a look at each name in
  /// the folder, once in a process.
  static func clear(in folder: Folder) {
    guard cleared.withLock({ $0.insert(FileNames.absolute(folder.path)).inserted }) else { return }
    for name in (try? folder.names()) ?? [] where isName(name) {
      let path = folder.prefix + name
      guard let status = FileNames.statusItself(of: path), status.owner == geteuid() else {
        continue
      }
      switch status.kind {
      case .file: UnfinishedFile.removeLeftover(path)
      case .folder: FileSet.clear(stage: path)
      case .link, .socket, .other: break
      }
    }
  }
}
