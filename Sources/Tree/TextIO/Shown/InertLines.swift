/// Keeps the service that shows output from taking its lines for commands.
///
/// GitHub's runner takes a line for a command if it begins, after white space, with `::`, or, in an
/// older form, contains `##[`. Azure's does so for `##vso[`. The second colon at the beginning of a line
/// and the second `#` of a pair are written as their numbers; everything else stays the same. Lines may
/// arrive in parts.
package struct InertLines: Sendable {
  /// The format of the lines.
  package enum Form: Hashable, Sendable {
    /// Text, which writes a number as `\u{3a}`.
    case text
    /// JSON, in which an escape changes nothing: `\u005b`.
    case json
    /// Bytes that aren't text, or intended commands: written unchanged.
    case verbatim
  }

  private var last: UInt8 = 0
  /// Whether only colons, and what is or may be white space, stand on the line so far.
  private var isAtMargin = true

  /// Starts at the beginning of a line.
  package init() {}

  /// Passes on the next bytes, with any command in them disabled.
  package mutating func withInert<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ form: Form,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var inert: [UInt8] = []
    // Most bytes stay the same, and aren't copied.
    var copied = 0
    for index in bytes.indices {
      let byte = bytes[index]
      // Letters, which most bytes are, begin nothing.
      if (UInt8(ascii: "A")..<0x80).contains(byte) {
        last = byte
        isAtMargin = false
        continue
      }
      let isSecond = byte == last && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":"))
      last = byte
      // In JSON, text at the margin is never from outside.
      if isSecond, form != .verbatim,
        byte == UInt8(ascii: "#") || isAtMargin && form == .text
      {
        let number = String(byte, radix: 16)
        inert += bytes[copied..<index]
        inert += (form == .json ? "\\u00\(number)" : "\\u{\(number)}").utf8
        copied = index + 1
        last = 0
      }
      switch byte {
      case UInt8(ascii: "\n"): isAtMargin = true
      case UInt8(ascii: " "), 0x09...0x0D, UInt8(ascii: ":"), 0x80...: break
      default: isAtMargin = false
      }
    }
    if copied == 0 { return body(bytes) }
    inert += bytes[copied...]
    return inert.withUnsafeBufferPointer(body)
  }
}

extension SafeText {
  /// The text, in one or more lines, with any command in it disabled.
  package var inert: SafeText {
    var (text, lines) = (string, InertLines())
    return text.withUTF8 { bytes in
      lines.withInert(bytes, .text) { SafeText(lines: String(decoding: $0, as: UTF8.self)) }
    }
  }
}
