import TextIO

/// A record of a session in a file: what was typed, and what was shown, without its colors.
final class SessionLog {
  let path: String
  private let file: AppendedFile

  /// Opens a log; what its file holds already stays.
  init(path: String) throws(FileError) {
    self.path = path
    file = try AppendedFile(path: path)
  }

  /// Adds what is shown.
  func write(_ bytes: [UInt8]) throws(FileError) {
    guard bytes.contains(0x1b) else { return try file.write(bytes) }
    var plain: [UInt8] = []
    var isInSequence = false
    for byte in bytes {
      if byte == 0x1b {
        isInSequence = true
      } else if !isInSequence {
        plain.append(byte)
      } else if byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
        // A color ends with its letter.
        isInSequence = false
      }
    }
    try file.write(plain)
  }
}
