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
