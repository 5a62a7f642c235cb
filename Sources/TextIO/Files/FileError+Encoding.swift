extension FileError.Reason {
  /// How files begin that are compressed, each with the program that unpacks it.
  private static var compressed: [(start: [UInt8], program: String)] {
    [
      ([0x1F, 0x8B], "gunzip"), ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "unxz"), ([0x42, 0x5A, 0x68], "bunzip2"),
      ([0x50, 0x4B, 0x03, 0x04], "unzip"),
    ]
  }

  /// What is wrong with bytes that should be text in UTF-8, as far as their beginning shows it; nil
  /// where nothing is.
  init?(textBeginning bytes: UnsafeBufferPointer<UInt8>) {
    if let found = Self.compressed.first(where: { bytes.starts(with: $0.start) }) {
      self = .isCompressed(program: found.program)
    } else if Self.isWide(bytes, by: 4) {
      self = .isUTF32
    } else if Self.isWide(bytes, by: 2) {
      self = .isUTF16
    } else {
      return nil
    }
  }

  /// Whether bytes begin as text does whose characters take so many: with a mark of their order, or
  /// with an ASCII character whose other bytes are zero.
  private static func isWide(_ bytes: UnsafeBufferPointer<UInt8>, by width: Int) -> Bool {
    guard bytes.count >= width, bytes.count.isMultiple(of: width) else { return false }
    let first = Array(bytes.prefix(width))
    let mark = [0xFF, 0xFE] + [UInt8](repeating: 0, count: width - 2)
    if first == mark || first == mark.reversed() { return true }
    func isASCII(_ bytes: some Collection<UInt8>) -> Bool {
      bytes.first.map { $0 != 0 && $0 < 0x80 } == true && bytes.dropFirst().allSatisfy { $0 == 0 }
    }
    return isASCII(first) || isASCII(first.reversed())
  }
}
