/// The bytes of a file, whose beginning is read first.
package final class FileBytes {
  private var bytes: [UInt8] = []
  /// The file, until its end is reached.
  private var rest: OpenFile?
  /// The file's name in errors.
  private let path: String
  private let limit: Int

  /// The number of bytes that show what a file is.
  private static let beginning = 64
  /// The number of bytes to read at a time.
  private static let portion = 1 << 20

  private init(_ file: consuming OpenFile, _ path: String, limit: Int) throws(FileError) {
    if file.status?.kind == .folder { throw FileError(.read, path, .isFolder) }
    self.path = path
    self.limit = limit
    rest = consume file
    try receive(upTo: Self.beginning)
  }

  /// Opens a file of any kind and reads its beginning; `-` is standard input. `receiveRest()` reads
  /// more, so a file of the wrong kind is refused early.
  ///
  /// - Parameter limit: the maximum size.
  package convenience init(arriving path: String, limit: Int = 1 << 30) throws(FileError) {
    let name = path == "-" ? "standard input" : path
    let file =
      try path == "-" ? OpenFile(standardInputNamed: name) : OpenFile(path, O_RDONLY, of: path)
    try self.init(file, name, limit: limit)
  }

  /// Reads a text file of any kind; `-` is standard input.
  ///
  /// - Parameter limit: the maximum size.
  /// - Throws: `FileError`, also for UTF-16, compressed files, and endless input.
  package convenience init(path: String, limit: Int = 1 << 30) throws(FileError) {
    try self.init(arriving: path, limit: limit)
    try checkEncoding()
    try receiveRest()
  }

  /// Reads a regular file; refuses a link.
  ///
  /// - Parameters:
  ///   - limit: the maximum size.
  ///   - makesPrivate: whether other users' access to the file is removed.
  package convenience init(
    itself path: String, limit: Int, makesPrivate: Bool = false
  ) throws(FileError) {
    let file = try OpenFile(readingItself: path)
    guard let status = file.status, status.kind == .file || status.kind == .folder else {
      throw FileError(.read, path, .isNoFile)
    }
    if makesPrivate, status.isOpenToOthers { try file.setMode(status.mode & 0o700) }
    try self.init(file, path, limit: limit)
    try receiveRest()
  }

  /// Provides the bytes read so far for the duration of a call.
  package func withBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer(body)
  }

  /// Reads the rest of the file.
  package func receiveRest() throws(FileError) { try receive(upTo: .max) }

  private func receive(upTo end: Int) throws(FileError) {
    while bytes.count < end, let file = rest.take() {
      let more = try file.read(limit: Self.portion)
      bytes += more
      if bytes.count > limit { throw FileError(.read, path, .isTooLarge(limit: limit)) }
      if !more.isEmpty { rest = consume file }
    }
  }

  /// Checks that the bytes may be text in UTF-8.
  ///
  /// - Throws: `FileError` for UTF-16 and compressed files, whose first bytes give them away.
  package func checkEncoding() throws(FileError) {
    let isText = bytes.prefix(4).allSatisfy { byte in
      byte >= 0x20 && byte < 0xF8 || (0x09...0x0D).contains(byte)
    }
    if !isText { throw FileError(.read, path, .isNoText) }
  }
}
