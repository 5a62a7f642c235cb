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
    try self.init(
      path == "-"
        ? OpenFile(standardInputNamed: "standard input")
        : OpenFile(path, for: .reading, of: path), named: path)
  }

  /// Reads an open file to its end.
  ///
  /// - Parameter path: the file that an error names.
  init(_ file: borrowing OpenFile, named path: String) throws(FileError) {
    let status = file.status
    if status?.kind == .folder { throw FileError(.read, path, .isFolder) }
    // One byte more than the file holds, so that the end is seen without growing.
    capacity = max((status?.size ?? 0) + 1, 65_536)
    start = .allocate(capacity: capacity)
    // A file may grow while it is read, and a pipe has no size at all.
    while true {
      if count == capacity { grow() }
      let received = try file.read(into: start + count, limit: capacity - count)
      if received == 0 { return }
      count += received
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
