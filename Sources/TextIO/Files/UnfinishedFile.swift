#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file beside another one, in which content is put together until it is whole.
///
/// Its name is new as well: neither a link nor another file is written through. The file goes with
/// this value, unless it has replaced the other one.
struct UnfinishedFile: ~Copyable {
  let name: String
  private let descriptor: Int32
  private var isInPlace = false

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - newName: makes a path that most likely nothing has.
  ///   - mode: its permissions, from the beginning.
  ///   - path: the file that an error names.
  init(
    _ newName: @autoclosure () -> String, mode: mode_t, for path: String
  ) throws(FileError) {
    while true {
      let name = newName()
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if descriptor >= 0 {
        (self.name, self.descriptor) = (name, descriptor)
        return
      }
      if errno != EEXIST { throw FileError(.write, path, errno: errno) }
    }
  }

  deinit {
    if !isInPlace { unlink(name) }
    close(descriptor)
  }

  /// Whether somebody has removed it.
  var isRemoved: Bool { stat(of: descriptor)?.st_nlink == 0 }

  /// Locks it until it is closed, which tells it apart from what a killed process left behind.
  ///
  /// - Returns: false where another process took it for such a leftover before it was locked.
  func lock() -> Bool {
    // A file system without locks is no reason to refuse.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    return !isRemoved
  }

  /// Writes the content.
  ///
  /// - Parameter mode: the permissions to set; nil where those from the beginning stay.
  /// - Returns: the error number; nil where all went well.
  func fill(with bytes: UnsafeBufferPointer<UInt8>, mode: mode_t?) -> Int32? {
    var sink = FileSink(descriptor: descriptor)
    sink.write(bytes)
    sink.flush()
    if let failure = sink.failure { return failure }
    if let mode, fchmod(descriptor, mode) != 0 { return errno }
    return nil
  }

  /// Writes the content, waits until the disk has it, and puts the file in the place of another.
  ///
  /// - Returns: the error number; nil where all went well.
  mutating func replace(_ target: String, with bytes: [UInt8], mode: mode_t?) -> Int32? {
    if let failure = bytes.withUnsafeBufferPointer({ fill(with: $0, mode: mode) }) {
      return failure
    }
    if fsync(descriptor) != 0 || rename(name, target) != 0 { return errno }
    isInPlace = true
    return nil
  }
}
