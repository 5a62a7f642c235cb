extension String {
  /// Creates text from bytes; nil if they aren't valid UTF-8.
  ///
  /// Replaces `String(validating:as:)`, which requires macOS 15 and iOS 18.
  package init?(utf8Bytes bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Invalid bytes are replaced.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}

extension String {
  /// Returns the text with some characters replaced, such as those that a format reserves.
  package func replacing(_ replacements: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits of the number in base 16.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

/// Encodes bytes with an alphabet of 64 characters, for formats that carry only text.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Encodes bytes. The text ends in `=` unless their number is a multiple of three.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : padding)
      }
    }
    return text
  }

  private static let values: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    return values
  }()

  /// Decodes text; nil if it isn't valid Base64.
  package static func bytes(of text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let digits = text.count - text.suffix(2).reversed().prefix { $0 == padding }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits = 0
    for place in 0..<digits {
      guard let value = values[Int(text[place])] else { return nil }
      bits = bits << 6 | value
      // Each digit after the first of four completes a byte.
      let rest = 6 - 2 * (place % 4)
      if rest < 6 { bytes.append(UInt8(truncatingIfNeeded: bits >> rest)) }
    }
    return bytes
  }
}
