/// The bytes of a file, read whole and freed with this object.
package final class FileBytes {
  private var memory: PageMemory
  private var count = 0

  /// Lends the bytes for the time of the call.
  package func withBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: memory.start, count: count))
  }

  /// Frees the memory of bytes at the beginning, which nobody reads again.
  package func free(upTo offset: Int) { memory.free(upTo: min(offset, count)) }

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
    memory = try PageMemory(atLeast: max((status?.size ?? 0) + 1, 65_536), for: path)
    // A file may grow while it is read, and a pipe has no size at all.
    while true {
      if count == memory.capacity {
        let larger = try PageMemory(atLeast: memory.capacity * 2, for: path)
        larger.start.update(from: memory.start, count: count)
        memory = larger
      }
      let received = try file.read(
        into: memory.start + count, limit: memory.capacity - count)
      if received == 0 { return }
      count += received
    }
  }
}
