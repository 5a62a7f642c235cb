/// Files of one folder that are written aside and put in place together. Other files of the folder
/// stay.
///
/// Until then, they are hidden files, which are removed with this object. If a process was killed,
/// the next one that writes to the folder removes them.
package final class FileSet {
  private let folder: Folder
  private var files: [StagedFile] = []

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

  /// Begins a file of the set.
  ///
  /// - Throws: `FileError` if its name belongs to anything but a writable file.
  package func file(named name: String) throws(FileError) -> StagedFile {
    let path = folder.prefix + name
    switch FileNames.statusItself(of: path)?.kind {
    case nil, .file: break
    case .folder: throw FileError(.write, path, .isFolder)
    case .link: throw FileError(.write, path, .system(ELOOP))
    case .socket, .other: throw FileError(.write, path, .isNoFile)
    }
    if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
    let file = StagedFile(
      try UnfinishedFile(Leftovers.newName(in: folder), mode: 0o666, for: path), for: path)
    files.append(file)
    return file
  }

  /// Waits until the files are on disk, and puts them in place.
  package func finish() throws(FileError) {
    for file in files { try file.sync() }
    for file in files { try file.putInPlace() }
    try folder.sync()
  }
}

/// A file of a `FileSet`, written in pieces.
package final class StagedFile {
  private var file: UnfinishedFile
  private let target: String

  fileprivate init(_ file: consuming UnfinishedFile, for target: String) {
    self.file = file
    self.target = target
  }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) { try file.fill(with: bytes, mode: nil) }

  fileprivate func sync() throws(FileError) { try file.sync() }
  fileprivate func putInPlace() throws(FileError) { try file.move(to: target) }
}
