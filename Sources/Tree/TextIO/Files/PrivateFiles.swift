/// Files that only their owner can read.
package enum PrivateFiles {
  /// Reads a whole file itself, never through a link, and removes other users' access to it.
  ///
  /// - Parameter limit: the maximum size.
  /// - Returns: its bytes; nil if it is missing.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileBytes(itself: path, limit: limit, makesPrivate: true)
        .withBuffer { Array($0) }
    } catch {
      if error.reason == .isMissing || error.reason == .system(ENOTDIR) { return nil }
      throw error
    }
  }

  /// Adds bytes to a file at once, so that processes don't mix theirs. Creates the file, and its
  /// folder, if they are missing.
  package static func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try Folder(of: path).make()
    let file = try OpenFile(
      path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, of: path)
    guard file.status?.kind == .file else { throw FileError(.write, path, .isNoFile) }
    try file.write(bytes)
  }

  /// Removes a file, and what killed processes left of it while they wrote it.
  package static func remove(_ path: String) throws(FileError) {
    UnfinishedFile.removeLeftovers(of: path)
    guard let kind = FileNames.statusItself(of: path)?.kind else { return }
    if kind != .file { throw FileError(.remove, path, .isNoFile) }
    if let reason = FileNames.remove(path), reason != .isMissing {
      throw FileError(.remove, path, reason)
    }
  }
}
