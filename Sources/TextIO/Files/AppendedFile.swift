/// A file that text is added to as it comes.
package final class AppendedFile {
  private let file: OpenFile

  /// Opens a file, and makes it where it is not there.
  package init(path: String) throws(FileError) {
    file = try OpenFile(path, for: .appending, of: path)
  }

  /// Adds bytes at the end, wherever that is by now.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try file.write(bytes) }
  }
}
