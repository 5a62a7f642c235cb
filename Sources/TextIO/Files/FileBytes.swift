#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a file, read whole and freed with this object.
package final class FileBytes {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity: Int

  /// Lends the bytes for the time of the call.
  package func withBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Reads a file; `-` is standard input.
  package convenience init(path: String) throws(FileError) {
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.read, name, errno: errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    try self.init(descriptor: descriptor, name: name)
  }

  /// Reads an open file; an error names it.
  init(descriptor: Int32, name: String) throws(FileError) {
    guard let status = stat(of: descriptor) else { throw FileError(.read, name, errno: errno) }
    if status.isFolder { throw FileError(.read, name, .isFolder) }
    // One byte more than the file holds, so that the end is seen without growing.
    capacity = max(Int(status.st_size) + 1, 65_536)
    start = .allocate(capacity: capacity)
    // A file may grow while it is read, and a pipe has no size at all.
    while true {
      if count == capacity { grow() }
      let received = read(descriptor, start + count, capacity - count)
      if received > 0 {
        count += received
      } else if received == 0 {
        return
      } else if errno != EINTR {
        let number = errno
        throw FileError(.read, name, errno: number)
      }
    }
  }

  deinit { start.deallocate() }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
