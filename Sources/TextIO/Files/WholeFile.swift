/// Writes files whole or not at all. `PrivateFile` does so for the owner's eyes alone.
package enum WholeFile {
  /// What a file lost when it was written again.
  package enum Loss: Hashable, Sendable {
    /// It belongs to whoever wrote it now.
    case owner
    /// So many other names (hard links) keep what it held.
    case otherNames(Int)
  }

  /// Writes beside the file and puts the result in its place; a link stays a link, and the
  /// permissions and the owner stay. A pipe or a device is written to as it is.
  ///
  /// A process that is killed meanwhile leaves the file as it was, and a hidden one beside it, which the
  /// next process that writes there removes.
  ///
  /// - Parameter makesFolders: whether folders on the way that are missing are made.
  /// - Returns: what the file lost all the same, mostly nothing.
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
        let file = try OpenFile(path, for: .writingThrough, of: path)
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try file.write(bytes) }
        return []
      }
    }
    let target = try FileNames.followed(path, to: .write)
    // With a short name, since that of the target may be as long as the system allows.
    var file = try UnfinishedFile.locked(
      in: Folder(of: target), mode: (status?.mode ?? 0o666) & 0o666, for: path)
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
  /// What a person should know of a file, in a clause.
  package func words(ofFileAt path: String) -> SafeText {
    switch self {
    case .owner: "\(path): its owner could not be kept; it now belongs to you"
    case .otherNames(let count):
      "\(path): \(counted(count, "hard link")) of it \(count == 1 ? "keeps" : "keep") the old content"
    }
  }
}
