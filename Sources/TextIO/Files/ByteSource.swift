/// An open file or pipe from which bytes are read as they are asked for.
package final class ByteSource: Sendable {
  private let file: OpenFile
  /// The file that an error names.
  private let path: String
  /// How many bytes the file has, if any thread may read a part of it, wherever that is; nil where all are read
  /// one after the other.
  package let size: Int?

  /// - Parameter size: how many bytes a file has of which parts may be read; 0 where none may.
  init(_ file: consuming OpenFile, named path: String, size: Int) {
    self.file = file
    self.path = path
    self.size = size > 0 ? size : nil
  }

  /// Reads some of the bytes at an offset, or the next ones where there are no parts; returns how many: 0 at
  /// the end.
  func read(
    into start: UnsafeMutablePointer<UInt8>, at offset: Int, limit: Int
  ) throws(FileError) -> Int {
    try file.read(into: start, limit: limit, at: size == nil ? nil : offset)
  }

  /// Reads so many of the bytes at an offset, and returns how many there are: fewer where the file ends, or
  /// cannot be read.
  package func readPart(
    at offset: Int, into start: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    var filled = 0
    while filled < count,
      let received = try? read(into: start + filled, at: offset + filled, limit: count - filled),
      received > 0
    { filled += received }
    return filled
  }

  /// What to throw where the bytes do not end.
  func isEndless(limit: Int) -> FileError { FileError(.read, path, .isEndless(limit: limit)) }
}
