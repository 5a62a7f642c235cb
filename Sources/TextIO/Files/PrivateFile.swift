/// A file that nobody but its owner can read, like everything that is made beside it.
///
/// Where the path is a symbolic link, the file is what the link leads to, and the link stays. Other
/// hard links of a file keep what they have.
///
/// Several processes may use the file at once, and may be killed at any moment: it is whole or
/// absent. No call waits for another process. Beside `FILE` lies `FILE.new-` with sixteen digits
/// while it is written, `FILE.taken-` with digits for a moment while it is set aside, and then
/// `FILE.damaged`, `FILE.damaged-2` and so on.
package struct PrivateFile {
  let path: String

  /// Names a file.
  package init(path: String) { self.path = path }

  /// Writes the file whole or not at all, and makes its folder where that is missing. Costs the time
  /// until the disk has it.
  ///
  /// Where another process removes the file meanwhile, this counts as done before: nothing is left,
  /// without an error.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    let target = try FileNames.followed(path, to: .write)
    let folder = Folder(of: target)
    try folder.make()
    if let status = FileNames.statusItself(of: target) {
      guard status.kind == .file else { throw FileError(.write, path, .isNoFile) }
      if let refusal = FileNames.refusalToWrite(target) { throw FileError(.write, path, refusal) }
    }
    let earlier = tidyUp(beside: target)
    var file = try lockedFile(beside: target)
    do throws(FileError) {
      try file.replace(target, with: bytes, mode: 0o600)
    } catch {
      if error.reason == .isMissing, file.isRemoved { return }
      throw error
    }
    // What was in the place of the file before would be newer than it, were it put back later.
    for name in earlier { FileNames.remove(name) }
    try folder.sync()
  }

  /// Writes a file that means nothing after the system stops, whole or not at all, without waiting for
  /// the disk. Its folder must be there.
  package func writePassing(_ bytes: [UInt8]) throws(FileError) {
    var file = try UnfinishedFile(PrivateFileNames.unfinished(path), mode: 0o600, for: path)
    try file.replace(path, with: bytes, mode: nil, isLasting: false)
  }

  /// Removes the file and all that any process has made beside it, and waits until the disk knows.
  ///
  /// Writes that other processes have begun come to nothing. Where one file cannot be removed, the
  /// others are all the same.
  package func remove() throws(FileError) {
    let target = try FileNames.followed(path, to: .remove)
    var (failure, isChanged): (FileError?, Bool) = (nil, false)
    func remove(_ name: String) {
      let reason = FileNames.remove(name)
      if reason == nil { isChanged = true }
      if let reason, reason != .isMissing { failure = failure ?? FileError(.remove, name, reason) }
    }
    // First what is beside the file: what is unfinished would be put in its place. And all twice:
    // another process may set it aside meanwhile, or put back what it has taken away.
    for _ in 1...2 {
      do throws(FileError) {
        let names = try PrivateFileNames(beside: target)
        for name in names.unfinished + names.setAside + names.taken { remove(name) }
      } catch {
        failure = failure ?? error
      }
      if let status = FileNames.statusItself(of: target) {
        if status.kind == .file {
          remove(target)
        } else {
          failure = failure ?? FileError(.remove, path, .isNoFile)
        }
      }
    }
    if isChanged { try Folder(of: target).sync() }
    if let failure { throw failure }
  }

  func lockedFile(beside target: String) throws(FileError) -> UnfinishedFile {
    while true {
      let file = try UnfinishedFile(PrivateFileNames.unfinished(target), mode: 0o600, for: path)
      if file.lock() { return file }
    }
  }

  /// Removes what killed processes have left unfinished, and closes to others what an earlier version
  /// has set aside with the permissions that it had.
  ///
  /// - Returns: the files that processes have taken away so far to set them aside.
  private func tidyUp(beside target: String) -> [String] {
    guard let names = try? PrivateFileNames(beside: target) else { return [] }
    for name in names.unfinished { UnfinishedFile.removeLeftover(name) }
    for name in names.setAside {
      guard let file = try? OpenFile(name, for: .readingItself, of: name),
        let status = file.status, status.kind == .file, status.nameCount == 1
      else { continue }
      if status.isOpenToOthers { try? file.setMode(status.ownersMode) }
    }
    return names.taken
  }
}
