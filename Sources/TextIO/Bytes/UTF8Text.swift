/// Text as UTF-8 that may not be valid.
///
/// In place of `String(validating:as:)`, which asks for macOS 15 and iOS 18.
package enum UTF8Text {
  /// Whether bytes are valid UTF-8. Costs one pass over them.
  package static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count {
      let first = bytes[place]
      place += 1
      if first < 0x80 { continue }
      // How many bytes follow, and what the first of them may be.
      let (count, range): (Int, ClosedRange<UInt8>)
      switch first {
      case 0xC2...0xDF: (count, range) = (1, 0x80...0xBF)
      case 0xE0: (count, range) = (2, 0xA0...0xBF)
      case 0xED: (count, range) = (2, 0x80...0x9F)
      case 0xE1...0xEF: (count, range) = (2, 0x80...0xBF)
      case 0xF0: (count, range) = (3, 0x90...0xBF)
      case 0xF1...0xF3: (count, range) = (3, 0x80...0xBF)
      case 0xF4: (count, range) = (3, 0x80...0x8F)
      default: return false
      }
      guard bytes.count - place >= count, range.contains(bytes[place]) else { return false }
      for offset in 1..<max(count, 1) where bytes[place + offset] & 0xC0 != 0x80 { return false }
      place += count
    }
    return true
  }
}

extension String {
  /// Creates text of bytes; nil where they are not valid UTF-8.
  package init?(utf8Bytes bytes: some Collection<UInt8>) {
    let text = bytes.withContiguousStorageIfAvailable { bytes in
      UTF8Text.isValid(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }
    switch text {
    case .some(let text?): self = text
    case .some(nil): return nil
    case nil: self.init(utf8Bytes: Array(bytes))
    }
  }
}
