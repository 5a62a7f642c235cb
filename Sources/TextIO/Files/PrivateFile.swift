#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    if let status = stat(target, followingLinks: false) {
      guard status.isRegular else { throw FileError(.write, path, .isNoFile) }
      // Another process may have removed it just now.
      if access(target, W_OK) != 0, errno != ENOENT {
        throw FileError(.write, path, errno: errno)
      }
    }
    let earlier = tidyUp(beside: target)
    var file = try lockedFile(beside: target)
    if let failure = file.replace(target, with: bytes, mode: 0o600) {
      if failure == ENOENT, file.isRemoved { return }
      throw FileError(.write, path, errno: failure)
    }
    // What was in the place of the file before would be newer than it, were it put back later.
    for name in earlier { unlink(name) }
    try folder.sync()
  }

  /// Removes the file and all that any process has made beside it, and waits until the disk knows.
  ///
  /// Writes that other processes have begun come to nothing. Where one file cannot be removed, the
  /// others are all the same.
  package func remove() throws(FileError) {
    let target = try FileNames.followed(path, to: .remove)
    var (failure, isChanged): (FileError?, Bool) = (nil, false)
    func remove(_ name: String) {
      if unlink(name) == 0 {
        isChanged = true
      } else if errno != ENOENT {
        failure = failure ?? FileError(.remove, name, errno: errno)
      }
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
      if let status = stat(target, followingLinks: false) {
        if status.isRegular {
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
    for name in names.unfinished {
      // A pipe that has got this name is not waited for, and a link not followed.
      let descriptor = open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      // A process that is still at it has locked it.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(name) }
      close(descriptor)
    }
    for name in names.setAside {
      guard let status = stat(name, followingLinks: false), status.isOpenToOthers,
        status.st_nlink == 1
      else {
        continue
      }
      fchmodat(AT_FDCWD, name, status.ownersMode, AT_SYMLINK_NOFOLLOW)
    }
    return names.taken
  }
}
