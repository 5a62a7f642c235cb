/// Writes files whole or not at all. `PrivateFile` does so for the owner's eyes alone.
package enum WholeFile {
  /// Writes beside the file and puts the result in its place; a link stays a link, and the
  /// permissions stay. A pipe or a device is written to as it is.
  ///
  /// A process that is killed meanwhile leaves the file as it was. What lies beside it then has a
  /// name of its own each time.
  ///
  /// - Parameter makesFolders: whether folders on the way that are missing are made.
  package static func write(
    _ bytes: [UInt8], to path: String, makesFolders: Bool = false
  ) throws(FileError) {
    if makesFolders { try Folder(of: path).make(mode: 0o777) }
    let status = FileNames.status(of: path)
    if let status {
      if status.kind == .folder { throw FileError(.write, path, .isFolder) }
      if let refusal = FileNames.refusalToWrite(path) { throw FileError(.write, path, refusal) }
      if status.kind != .file {
        let file = try OpenFile(path, for: .writingThrough, of: path)
        return try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
          try file.write(bytes)
        }
      }
    }
    let target = try FileNames.followed(path, to: .write)
    // A short name, since that of the target may be as long as the system allows.
    var file = try UnfinishedFile(
      "\(Folder(of: target).prefix).modeltree-\(PrivateFileNames.digits())",
      mode: (status?.mode ?? 0o666) & 0o666, for: path)
    try file.replace(target, with: bytes, mode: status?.mode)
  }
}
