#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files whole or not at all. `PrivateFile` does so for the owner's eyes alone.
package enum WholeFile {
  /// Writes beside the file and puts the result in its place; a link stays a link, and the
  /// permissions stay. A pipe or a device is written to as it is.
  ///
  /// A process that is killed meanwhile leaves the file as it was. What lies beside it then has a
  /// name of its own each time.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let status = stat(path)
    if let status {
      if status.isFolder { throw FileError(.write, path, .isFolder) }
      if access(path, W_OK) != 0 { throw FileError(.write, path, errno: errno) }
      if !status.isRegular { return try writeThrough(bytes, to: path) }
    }
    let target = try FileNames.followed(path, to: .write)
    // A short name, since that of the target may be as long as the system allows.
    var file = try UnfinishedFile(
      "\(Folder(of: target).prefix).modeltree-\(PrivateFileNames.digits())",
      mode: (status?.mode ?? 0o666) & 0o666, for: path)
    if let failure = file.replace(target, with: bytes, mode: status?.mode) {
      throw FileError(.write, path, errno: failure)
    }
  }

  private static func writeThrough(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.write, path, errno: errno) }
    defer { close(descriptor) }
    var sink = FileSink(descriptor: descriptor)
    bytes.withUnsafeBufferPointer { sink.write($0) }
    sink.flush()
    if let failure = sink.failure { throw FileError(.write, path, errno: failure) }
  }
}
