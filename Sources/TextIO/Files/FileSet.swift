#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files of one folder that are written aside, and take their places together. What else the folder holds
/// stays.
///
/// Until then they lie in a hidden folder within it, their *stage*, which goes with this object, or with
/// the process if that is interrupted. What a killed process left is removed by the next set.
///
/// To put the files in place, those that they replace are first moved into the stage. A process that is
/// killed in the midst of that leaves old files or new ones, never both, and some are missing; the next
/// set for the folder finishes its work.
package final class FileSet {
  private let folder: String
  private let stage: String
  private let lock: StageLock
  private var files: [StagedFile] = []

  /// Where a stage keeps the files that are replaced. Once it is there, the new ones are whole.
  private static func replaced(in stage: String) -> String { "\(stage)/.replaced" }

  /// Begins a set, and makes the folder if it is missing.
  package init(in folder: String) throws(FileError) {
    if folder.isEmpty { throw FileError(.make, folder, .system(ENOENT)) }
    let inside = Folder(of: folder + "/")
    try inside.make(mode: 0o777)
    if !FileNames.isFolder(folder) { throw FileError(.make, folder, .system(ENOTDIR)) }
    Leftovers.clear(in: inside)
    self.folder = inside.prefix
    lock = try StageLock(in: inside)
    stage = lock.path
  }

  deinit {
    for file in files { EndOfProcess.hasRemoved(file.path) }
    EndOfProcess.hasRemoved(stage)
    if !FileNames.isFolder(Self.replaced(in: stage)) { Self.remove(stage) }
  }

  /// The names of what a folder holds, without stages; none if it is missing.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try FileNames.inFolder(folder).filter { !Leftovers.isName($0) && $0 != "." && $0 != ".." }
  }

  /// Begins a file of the set.
  ///
  /// - Throws: `FileError` if something else than a file that may be written has its name.
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

  /// Waits until the disk has the files, and puts them in their places.
  package func finish() throws(FileError) {
    for file in files { try file.sync() }
    try Folder(of: stage + "/").sync()
    for file in files { EndOfProcess.hasRemoved(file.path) }
    EndOfProcess.hasRemoved(stage)
    try Self.putInPlace(stage)
  }

  /// Finishes or removes what a killed process left.
  static func clear(leftStage stage: String) {
    guard let lock = try? OpenFile(stage, for: .readingItself, of: stage), lock.lock() == .locked
    else { return }
    if FileNames.isFolder(replaced(in: stage)) {
      try? putInPlace(stage)
    } else {
      remove(stage)
    }
  }

  private static func putInPlace(_ stage: String) throws(FileError) {
    let folder = Folder(of: stage)
    let names = try Folder(of: stage + "/").names().filter { !$0.hasPrefix(".") }
    let aside = replaced(in: stage)
    if mkdir(aside, 0o700) != 0, errno != EEXIST {
      throw FileError(.write, folder.path, .system(errno))
    }
    do throws(FileError) {
      for name in names {
        try move(folder.prefix + name, to: "\(aside)/\(name)", mayBeMissing: true)
      }
    } catch {
      for name in names { _ = FileNames.rename("\(aside)/\(name)", to: folder.prefix + name) }
      rmdir(aside)
      throw error
    }
    for name in names { try move("\(stage)/\(name)", to: folder.prefix + name) }
    remove(stage)
    try folder.sync()
  }

  private static func move(
    _ path: String, to other: String, mayBeMissing: Bool = false
  ) throws(FileError) {
    guard let reason = FileNames.rename(path, to: other) else { return }
    if !mayBeMissing || reason != .isMissing { throw FileError(.write, path, reason) }
  }

  /// Removes a stage with the files in it.
  private static func remove(_ stage: String) {
    for folder in [replaced(in: stage), stage] {
      for name in (try? Folder(of: folder + "/").names()) ?? [] {
        FileNames.remove("\(folder)/\(name)")
      }
      rmdir(folder)
    }
  }
}

/// A new folder for the files of a set, which is locked: that tells it apart from what a killed process left
/// behind.
private struct StageLock: ~Copyable {
  let path: String
  private let file: OpenFile

  init(in folder: Folder) throws(FileError) {
    while true {
      let path = Leftovers.newName(in: folder)
      // Known before it is there, so that no signal finds a folder that nobody removes.
      EndOfProcess.willRemove(path)
      if mkdir(path, 0o700) == 0 {
        // Another process may take it for a leftover before it is locked.
        if let file = try? OpenFile(path, for: .readingItself, of: path),
          file.lock() != .isLockedByAnother, FileNames.isFolder(path)
        {
          self.path = path
          self.file = file
          return
        }
      } else if errno != EEXIST {
        let number = errno
        EndOfProcess.hasRemoved(path)
        throw FileError(.write, folder.path, .system(number))
      }
      EndOfProcess.hasRemoved(path)
    }
  }
}

/// A file of a `FileSet`, which is written piece by piece.
package final class StagedFile {
  let path: String
  private let file: OpenFile

  fileprivate init(_ path: String, for target: String) throws(FileError) {
    EndOfProcess.willRemove(path)
    self.path = path
    do throws(FileError) {
      file = try OpenFile(path, for: .creating(mode: 0o666), of: target)
    } catch {
      EndOfProcess.hasRemoved(path)
      throw error
    }
  }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try file.write(bytes) }
  }

  fileprivate func sync() throws(FileError) { try file.sync() }
}
