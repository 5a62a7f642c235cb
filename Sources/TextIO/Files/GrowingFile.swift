#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written piece by piece, and stands in its place once it is whole.
///
/// Until then it lies beside that place under another name, and goes with this object, or with the process
/// where that is interrupted.
package final class GrowingFile {
  private var file: UnfinishedFile
  private let target: String

  /// Begins a file.
  ///
  /// - Parameter makesFolders: Whether folders on the way that are missing are made.
  package init(_ path: String, makesFolders: Bool = false) throws(FileError) {
    if makesFolders { try Folder(of: path).make(mode: 0o777) }
    if let status = FileNames.status(of: path), status.kind != .file {
      throw FileError(.write, path, status.kind == .folder ? .isFolder : .system(EINVAL))
    }
    if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
    target = try FileNames.followed(path, to: .write)
    let folder = Folder(of: target).prefix
    var name: String?
    // Known before it is there, so that no signal finds a file that nobody removes.
    func newName() -> String {
      name.map(EndOfProcess.hasRemoved)
      let new = "\(folder).modeltree-\(PrivateFileNames.digits())"
      EndOfProcess.willRemove(new)
      name = new
      return new
    }
    do throws(FileError) {
      file = try UnfinishedFile(newName(), mode: 0o666, for: path)
    } catch {
      name.map(EndOfProcess.hasRemoved)
      throw error
    }
  }

  deinit { EndOfProcess.hasRemoved(file.name) }

  /// Adds bytes at the end.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try file.fill(with: bytes, mode: nil)
    }
  }

  /// Puts the file in its place.
  package func finish() throws(FileError) { try file.replace(target) }
}
