/// Files of one folder that are written aside and put in place together. Other files of the folder
/// stay.
///
/// Until then, they are in a hidden folder within it, their *stage*, which is removed with this
/// object. If a process was killed, the next set for the folder removes the stage or, if its files
/// were complete, puts the rest of them in place.
package final class FileSet {
  private let folder: String
  private let stage: String
  private let lock: OpenFile
  private var files: [StagedFile] = []

  /// The file in a stage that marks the others as complete.
  private static let mark = ".whole"

  /// Begins a set; creates the folder if it is missing.
  package init(in folder: String) throws(FileError) {
    if folder.isEmpty { throw FileError(.make, folder, .system(ENOENT)) }
    let inside = Folder(of: folder + "/")
    try inside.make(mode: 0o777)
    if !FileNames.isFolder(folder) { throw FileError(.make, folder, .system(ENOTDIR)) }
    Leftovers.clear(in: inside)
    self.folder = inside.prefix
    while true {
      let stage = Leftovers.newName(in: inside)
      if mkdir(stage, 0o700) != 0 {
        if errno == EEXIST { continue }
        throw FileError(.write, inside.path, .system(errno))
      }
      // Before it is locked, another process may take it for a leftover.
      guard let lock = try? OpenFile(stage, for: .readingItself, of: stage),
        lock.lock() != .isLockedByAnother, FileNames.isFolder(stage)
      else { continue }
      self.stage = stage
      self.lock = lock
      return
    }
  }

  deinit { Self.remove(stage) }

  /// Returns the names in a folder, without stages; none if the folder is missing.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try FileNames.inFolder(folder).filter { !Leftovers.isName($0) && $0 != "." && $0 != ".." }
  }

  /// Begins a file of the set.
  ///
  /// - Throws: `FileError` if its name belongs to anything but a writable file.
  package func file(named name: String) throws(FileError) -> StagedFile {
    let path = folder + name
    switch FileNames.statusItself(of: path)?.kind {
    case nil, .file: break
    case .folder: throw FileError(.write, path, .isFolder)
    case .link: throw FileError(.write, path, .system(ELOOP))
    case .socket, .other: throw FileError(.write, path, .isNoFile)
    }
    if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
    let file = try StagedFile("\(stage)/\(name)", for: path)
    files.append(file)
    return file
  }

  /// Waits until the files are on disk, and puts them in place.
  package func finish() throws(FileError) {
    for file in files { try file.sync() }
    _ = try OpenFile("\(stage)/\(Self.mark)", for: .creating(mode: 0o600), of: stage)
    try Folder(of: stage + "/").sync()
    try Self.putInPlace(stage)
  }

  /// Finishes or removes the stage of a killed process.
  static func clear(stage: String) {
    guard let lock = try? OpenFile(stage, for: .readingItself, of: stage), lock.lock() == .locked
    else { return }
    if FileNames.exists("\(stage)/\(mark)") { try? putInPlace(stage) } else { remove(stage) }
  }

  private static func putInPlace(_ stage: String) throws(FileError) {
    let folder = Folder(of: stage)
    for name in try Folder(of: stage + "/").names() where !name.hasPrefix(".") {
      if let reason = FileNames.rename("\(stage)/\(name)", to: folder.prefix + name) {
        throw FileError(.write, folder.prefix + name, reason)
      }
    }
    remove(stage)
    try folder.sync()
  }

  /// Removes a stage and its files.
  private static func remove(_ stage: String) {
    for name in (try? Folder(of: stage + "/").names()) ?? [] {
      FileNames.remove("\(stage)/\(name)")
    }
    rmdir(stage)
  }
}

/// A file of a `FileSet`, written in pieces.
package final class StagedFile {
  private let file: OpenFile

  fileprivate init(_ path: String, for target: String) throws(FileError) {
    file = try OpenFile(path, for: .creating(mode: 0o666), of: target)
  }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  fileprivate func sync() throws(FileError) { try file.sync() }
}
