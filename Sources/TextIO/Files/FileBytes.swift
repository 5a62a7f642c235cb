#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a file, read whole or as they are asked for.
package final class FileBytes {
  private var memory: PageMemory
  private var count = 0
  /// The file, until its end is reached; nil if it was read whole.
  private var rest: OpenFile?
  /// The file that an error names.
  private let path: String
  /// The number of bytes of a file when it was opened; nil for a pipe, and for a file that was read whole.
  package let expectedCount: Int?
  /// Why the rest could not be read when it was asked for.
  package private(set) var failure: FileError?

  /// Lends the bytes that were read for the time of the call.
  package func withBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: memory.start, count: count))
  }

  /// Frees the memory of bytes at the beginning, which nobody reads again.
  package func free(upTo offset: Int) { memory.free(upTo: min(offset, count)) }

  /// Opens a file of any bytes, and reads its first ones; `-` is standard input. The others are read when
  /// they are asked for, so that a file that can't be used is refused early, however long it is.
  package init(arriving path: String) throws(FileError) {
    self.path = path
    let file = try Self.open(path)
    let status = file.status
    if status?.kind == .folder { throw FileError(.read, path, .isFolder) }
    let size = status?.kind == .file ? status?.size ?? 0 : 0
    expectedCount = size > 0 ? size : nil
    // A file may grow while it is read, and a pipe has no size.
    guard let addresses = PageMemory(reservingUpTo: max(size + 65_536, Self.limit)) else {
      throw FileError(.read, path, .system(errno))
    }
    memory = addresses
    rest = consume file
    while count < 16, receivesMore() {}
    if let failure { throw failure }
  }

  /// How many bytes are read at once.
  private static let portion = 131_072

  /// Waits until there are more than `known` bytes, and returns how many there are then: `known` at the end
  /// of the file, or if reading it failed.
  package func receive(moreThan known: Int) -> Int {
    guard count <= known, let file = rest.take() else { return count }
    do throws(FileError) {
      if count == memory.capacity { throw FileError(.read, path, .isEndless(limit: count)) }
      let received = try file.read(
        into: memory.start + count, limit: min(memory.capacity - count, Self.portion))
      if received > 0 { rest = consume file }
      count += received
    } catch {
      failure = error
    }
    return count
  }

  /// Whether there was more to read.
  private func receivesMore() -> Bool {
    let known = count
    return receive(moreThan: known) > known
  }

  /// Reads all that is left.
  package func receiveRest() throws(FileError) { try receive(upTo: .max) }

  /// Reads the bytes before an offset, and some more; fewer if the file ends there.
  package func receive(upTo end: Int) throws(FileError) {
    while count < end, receivesMore() {}
    if let failure { throw failure }
  }

  /// How many bytes are read of what has no size.
  private static let limit = 1 << 30

  /// Opens a file; `-` is standard input.
  private static func open(_ path: String) throws(FileError) -> OpenFile {
    try path == "-"
      ? OpenFile(standardInputNamed: "standard input")
      : OpenFile(path, for: .reading, of: path)
  }

  /// Reads a file of text; `-` is standard input.
  ///
  /// - Throws: also for UTF-16 and what is compressed, which would be refused for its first character,
  ///   and for an input that does not end.
  package convenience init(path: String) throws(FileError) {
    try self.init(path: path, limit: Self.limit)
  }

  /// Reads a regular file, over no link.
  ///
  /// - Parameter limit: how many bytes it may have.
  package convenience init(itself path: String, limit: Int) throws(FileError) {
    try self.init(regular: OpenFile(path, for: .readingItself, of: path), path, limit: limit)
  }

  /// Reads a regular file of text, also over a link; `-` is standard input.
  ///
  /// - Parameter limit: how many bytes it may have.
  package convenience init(regular path: String, limit: Int) throws(FileError) {
    if path == "-" {
      try self.init(path: path, limit: limit)
    } else {
      try self.init(regular: OpenFile(path, for: .readingAtOnce, of: path), path, limit: limit)
      try checkEncoding(path)
    }
  }

  private convenience init(
    regular file: borrowing OpenFile, _ path: String, limit: Int
  ) throws(FileError) {
    guard let status = file.status, status.kind == .file || status.kind == .folder else {
      throw FileError(.read, path, .isNoFile)
    }
    if status.size > limit { throw FileError(.read, path, .isTooLarge(limit: limit)) }
    try self.init(file, named: path, limit: limit)
  }

  /// Reads a file of any bytes; `-` is standard input.
  package convenience init(rawPath path: String) throws(FileError) {
    try self.init(path: path, limit: Self.limit, isText: false)
  }

  /// The first bytes of a file, fewer where it has no more; nil where it cannot be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    guard let file = try? OpenFile(path, for: .reading, of: path) else { return nil }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      guard let start = bytes.baseAddress else { return }
      while filled < count,
        let received = try? file.read(into: start + filled, limit: count - filled), received > 0
      { filled += received }
    }
  }

  /// - Parameters:
  ///   - limit: how many bytes are read of what has no size, such as a pipe.
  ///   - isText: whether the file should be text.
  convenience init(path: String, limit: Int, isText: Bool = true) throws(FileError) {
    try self.init(Self.open(path), named: path, limit: limit)
    if isText { try checkEncoding(path) }
  }

  /// Checks that the bytes are not of a kind that would be refused for its first character.
  ///
  /// - Throws: `FileError` for UTF-16, UTF-32 and what is compressed, with the program that reads it.
  package func checkEncoding(_ path: String) throws(FileError) {
    if let reason = withBuffer(FileError.Reason.init(textBeginning:)) {
      throw FileError(.read, path == "-" ? "standard input" : path, reason)
    }
  }

  /// Reads an open file to its end.
  ///
  /// - Parameters:
  ///   - path: the file that an error names.
  ///   - limit: how many bytes are read of what has no size.
  init(
    _ file: borrowing OpenFile, named path: String, limit: Int = .max
  ) throws(FileError) {
    self.path = path
    expectedCount = nil
    let status = file.status
    if status?.kind == .folder { throw FileError(.read, path, .isFolder) }
    // One byte more than the file holds, so that the end is seen without growing.
    memory = try PageMemory(atLeast: max((status?.size ?? 0) + 1, 65_536), for: path)
    // A file may grow while it is read, and a pipe has no size at all.
    while true {
      if count == memory.capacity {
        if count >= max(limit, status?.size ?? 0) {
          throw FileError(.read, path, .isEndless(limit: limit))
        }
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
