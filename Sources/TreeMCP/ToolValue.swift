import TextIO

/// The value of an argument that a client gives to a tool.
package enum ToolValue: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A whole number.
  case number(Int)
  /// `true` or `false`.
  case flag(Bool)
  /// An array of strings.
  case list([String])

  /// Reads a value; nil where it is null, which is as good as left out.
  init?(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    switch scanner.peek() {
    case UInt8(ascii: "n"):
      try scanner.skipValue()
      return nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .flag(try scanner.readBoolean(key))
    case UInt8(ascii: "\""): self = .text(try scanner.readString(key))
    case UInt8(ascii: "["):
      var words: [String] = []
      try scanner.readArray(key) { scanner throws(JSONFailure) in
        words.append(try scanner.readString("an element of '\(key)'"))
      }
      self = .list(words)
    default: self = .number(try scanner.readWholeNumber(key))
    }
  }
}
