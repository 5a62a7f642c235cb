/// The bytes of a file, read whole or up to an offset.
package final class FileBytes {
  private var bytes: [UInt8] = []
  /// The file, until its end is reached.
  private var rest: OpenFile?
  /// The file's name in errors.
  private let path: String
  private let limit: Int
  /// The size of a file when it was opened; nil for a pipe.
  package let expectedCount: Int?

  /// The most bytes read from a pipe or a device, which has no size.
  package static let limit = 1 << 30
  /// The number of bytes to read at a time.
  private static let portion = 1 << 20

  /// Prepares to read an open file.
  private init(opened file: consuming OpenFile, _ path: String, limit: Int) throws(FileError) {
    let status = file.status
    if status?.kind == .folder { throw FileError(.read, path, .isFolder) }
    self.path = path
    expectedCount = status?.kind == .file ? status.map(\.size).flatMap { $0 > 0 ? $0 : nil } : nil
    self.limit = max(limit, expectedCount ?? 0)
    rest = consume file
  }

  /// Opens a file of any kind and reads its beginning; `-` is standard input. `receive(upTo:)`
  /// reads more, so a file of the wrong kind is refused early.
  package convenience init(arriving path: String) throws(FileError) {
    try self.init(path: path, limit: Self.limit, reading: 64)
  }

  /// Reads a text file; `-` is standard input.
  ///
  /// - Parameter limit: the most bytes read from a pipe or a device.
  /// - Throws: `FileError`, also for UTF-16, compressed files, and endless input.
  package convenience init(path: String, limit: Int = FileBytes.limit) throws(FileError) {
    try self.init(path: path, limit: limit, reading: .max)
    try checkEncoding(path)
  }

  private convenience init(path: String, limit: Int, reading count: Int) throws(FileError) {
    let name = path == "-" ? "standard input" : path
    let file =
      try path == "-"
      ? OpenFile(standardInputNamed: name) : OpenFile(path, for: .reading, of: path)
    try self.init(opened: file, name, limit: limit)
    try receive(upTo: count)
  }

  /// Reads a regular file; refuses a link.
  ///
  /// - Parameter limit: the maximum size.
  package convenience init(itself path: String, limit: Int) throws(FileError) {
    try self.init(regular: OpenFile(path, for: .readingItself, of: path), path, limit: limit)
  }

  /// Reads a regular text file and follows links; `-` is standard input.
  ///
  /// - Parameter limit: the maximum size.
  package convenience init(regular path: String, limit: Int) throws(FileError) {
    if path == "-" {
      try self.init(path: path, limit: limit)
    } else {
      try self.init(regular: OpenFile(path, for: .readingAtOnce, of: path), path, limit: limit)
      try checkEncoding(path)
    }
  }

  /// Reads an open file, which must be regular.
  convenience init(
    regular file: consuming OpenFile, _ path: String, limit: Int = .max
  ) throws(FileError) {
    guard let status = file.status, status.kind == .file || status.kind == .folder else {
      throw FileError(.read, path, .isNoFile)
    }
    if status.size > limit { throw FileError(.read, path, .isTooLarge(limit: limit)) }
    try self.init(opened: file, path, limit: limit)
    try receiveRest()
  }

  /// Returns the first bytes of a file, fewer if it is shorter; nil if it can't be read.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    guard let file = try? OpenFile(path, for: .reading, of: path) else { return nil }
    return try? file.read(limit: count)
  }

  /// Provides the bytes read so far for the duration of a call.
  package func withBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  /// Reads the rest of the file.
  package func receiveRest() throws(FileError) { try receive(upTo: .max) }

  /// Reads at least the bytes before an offset, or fewer if the file ends there.
  package func receive(upTo end: Int) throws(FileError) {
    if let expectedCount, end > Self.portion { bytes.reserveCapacity(expectedCount) }
    while bytes.count < end, let file = rest.take() {
      if bytes.count > limit { throw FileError(.read, path, .isEndless(limit: limit)) }
      let more = try file.read(limit: Self.portion)
      bytes += more
      if !more.isEmpty { rest = consume file }
    }
  }

  /// Checks that the bytes aren't of a kind whose first character gives it away.
  ///
  /// - Throws: `FileError` for UTF-16 and compressed files, with the program that converts
  ///   them.
  package func checkEncoding(_ path: String) throws(FileError) {
    if let reason = FileError.Reason(textBeginning: bytes) {
      throw FileError(.read, path == "-" ? "standard input" : path, reason)
    }
  }
}

extension FileError.Reason {
  /// How compressed files begin, each with the program that decompresses it.
  private static var compressed: [(start: [UInt8], program: String)] {
    [
      ([0x1F, 0x8B], "gunzip"), ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "unxz"), ([0x42, 0x5A, 0x68], "bunzip2"),
      ([0x50, 0x4B, 0x03, 0x04], "unzip"),
    ]
  }

  /// Why bytes aren't UTF-8 text, judged by their beginning; nil if they may be.
  fileprivate init?(textBeginning bytes: [UInt8]) {
    if let format = Self.compressed.first(where: { bytes.starts(with: $0.start) }) {
      self = .isCompressed(program: format.program)
    } else if Self.isUTF16(bytes) {
      self = .isUTF16
    } else {
      return nil
    }
  }

  /// Whether bytes begin like text in UTF-16 or UTF-32: with a byte order mark, or with a character
  /// of which a byte is zero.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(4)
    return first.prefix(2).sorted() == [0xFE, 0xFF]
      || first.contains(0) && first.contains { $0 != 0 }
  }
}
