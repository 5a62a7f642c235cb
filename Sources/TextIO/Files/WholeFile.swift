#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files whole or not at all.
package enum WholeFile {
  /// Who may read what is written.
  package enum Access {
    /// Whoever could read the file before; for a new one, whoever the system says.
    case asBefore
    /// The file's owner and nobody else.
    case ownerOnly
  }

  /// Writes beside the file and puts the result in its place; a link stays a link. A pipe or a
  /// device is written to as it is.
  ///
  /// A process that is killed meanwhile leaves the file as it was. What lies beside it then has a
  /// name of its own each time; with `ownerOnly` always the same, so that no secrets pile up.
  package static func write(
    _ bytes: [UInt8], to path: String, access allowed: Access = .asBefore
  ) throws(FileError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw FileError(.write, path, .isFolder)
    }
    if exists, access(path, W_OK) != 0 { throw FileError(.write, path, errno: errno) }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      // Others may read what comes out of a pipe or a device.
      if allowed == .ownerOnly {
        throw FileError(.write, path, .isNoFile)
      }
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw FileError(.write, path, errno: errno) }
      let failure = writeAll(bytes, to: descriptor)
      close(descriptor)
      if let failure { throw FileError(.write, path, errno: failure) }
      return
    }
    let target = followed(path)
    let (descriptor, temporary) =
      switch allowed {
      case .asBefore: try createBeside(target, for: path)
      case .ownerOnly: try createForOwner(target, for: path)
      }
    var failure = writeAll(bytes, to: descriptor)
    if failure == nil, allowed == .asBefore, exists,
      fchmod(descriptor, status.st_mode & 0o7777) != 0
    {
      failure = errno
    }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    // Renamed before it is closed, which gives up the lock.
    if failure == nil, rename(temporary, target) != 0 { failure = errno }
    if failure != nil { unlink(temporary) }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if let failure { throw FileError(.write, path, errno: failure) }
  }

  /// Creates a new file with a short name of its own in the same folder.
  private static func createBeside(
    _ target: String, for path: String
  ) throws(FileError) -> (descriptor: Int32, name: String) {
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    while true {
      let number = String(UInt32.random(in: .min ... .max), radix: 36)
      let name = "\(folder).modeltree-\(number)"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, name) }
      if errno != EEXIST { throw FileError(.write, path, errno: errno) }
    }
  }

  /// Opens the file beside the target in which its new content is put together, for the owner alone.
  ///
  /// It always has the same name, so that nothing piles up where processes are killed, and is locked
  /// while it is in use: whoever comes second waits, and finds that it has been renamed meanwhile.
  private static func createForOwner(
    _ target: String, for path: String
  ) throws(FileError) -> (descriptor: Int32, name: String) {
    let name = "\(target).new"
    while true {
      // Not to be waited for, should a pipe have the name.
      let descriptor = open(
        name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if descriptor < 0 { throw FileError(.write, path, errno: errno) }
      do {
        if try lock(descriptor, named: name, for: path) { return (descriptor, name) }
      } catch {
        close(descriptor)
        throw error
      }
      close(descriptor)
    }
  }

  /// Locks and empties an open file, which a killed process may have left behind.
  ///
  /// - Returns: whether it still has its name; otherwise another process has put it in place.
  private static func lock(
    _ descriptor: Int32, named name: String, for path: String
  ) throws(FileError) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw FileError(.write, path, errno: errno) }
    }
    var (opened, present) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0 else { throw FileError(.write, path, errno: errno) }
    guard opened.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.write, path, .isBlocked(by: name))
    }
    guard lstat(name, &present) == 0, opened.st_ino == present.st_ino,
      opened.st_dev == present.st_dev
    else { return false }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      throw FileError(.write, path, errno: errno)
    }
    return true
  }

  /// Removes a file that was written for its owner only, where a link leads to it the file itself,
  /// and what a killed process left beside it.
  package static func removeOwned(_ path: String) throws(FileError) {
    let target = followed(path)
    var status = stat()
    if lstat(target, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(.write, path, .isNoFile)
      }
      if unlink(target) != 0, errno != ENOENT { throw FileError(.write, path, errno: errno) }
    }
    let unfinished = open("\(target).new", O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard unfinished >= 0 else { return }
    // Another process that writes it now will put it in place, and has the right to.
    if flock(unfinished, LOCK_EX | LOCK_NB) == 0 { unlink("\(target).new") }
    close(unfinished)
  }

  /// The file that a link leads to, whether it is there or not.
  private static func followed(_ path: String) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // As many links as the system itself follows; then its own error tells.
    for _ in 0..<40 {
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    return path
  }

  /// The error number of the write that failed; nil where all was written.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var sink = FileSink(descriptor: descriptor)
    bytes.withUnsafeBufferPointer { sink.write($0) }
    sink.flush()
    return sink.failure
  }
}
