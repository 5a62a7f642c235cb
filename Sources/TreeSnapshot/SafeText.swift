/// Shows names that came from outside without letting them act on the terminal.
///
/// Control characters, escape sequences, bidirectional and zero-width characters and line
/// separators are written as `\u{1b}`; everything else is written as it is.
public enum SafeText {
  /// The text with everything that could act on a terminal escaped.
  public static func escape(_ text: String) -> String {
    var text = text
    let needsEscape = text.withUTF8 { !isPlain($0) }
    guard needsEscape else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isPlain(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Whether the bytes, taken as UTF-8, hold nothing that must be escaped.
  package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isASCII = true
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f { return false }
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return true }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { isPlain($0) }
  }

  /// Whether the character may be shown as it is.
  package static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7f { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default:
      return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
