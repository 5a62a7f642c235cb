/// Strings as JSON, safe to show in a terminal.
package enum JSONString {
  package static func write(_ text: String, to sink: inout some ByteSink & ~Copyable) {
    var text = text
    text.withUTF8 { bytes in
      if isVerbatimASCII(bytes) {
        write(verbatim: bytes, to: &sink)
      } else {
        write(bytes, isPlain: SafeText.isPlain(bytes), to: &sink)
      }
    }
  }

  /// Writes bytes that JSON holds as they are.
  @inline(__always)
  private static func write(
    verbatim bytes: UnsafeBufferPointer<UInt8>, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write(byte: UInt8(ascii: "\""))
    sink.write(bytes)
    sink.write(byte: UInt8(ascii: "\""))
  }

  /// `isPlain` says that nothing but quotes and backslashes needs an escape.
  package static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, to sink: inout some ByteSink & ~Copyable
  ) {
    sink.write(byte: UInt8(ascii: "\""))
    if isPlain {
      var start = 0
      for (index, byte) in bytes.enumerated()
      where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        sink.write(UnsafeBufferPointer(rebasing: bytes[start..<index]))
        sink.write(byte: UInt8(ascii: "\\"))
        start = index
      }
      sink.write(UnsafeBufferPointer(rebasing: bytes[start...]))
    } else {
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        write(scalar, to: &sink)
      }
    }
    sink.write(byte: UInt8(ascii: "\""))
  }

  /// Whether the bytes are ASCII that JSON holds, and a terminal shows, as it is.
  package static func isVerbatimASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    let raw = UnsafeRawPointer(start)
    var place = 0
    while bytes.count - place >= 8 {
      if EightBytes(raw + place).hasEscapeOrDelete { return false }
      place += 8
    }
    // The last eight again, of which some were looked at.
    if bytes.count >= 8, place < bytes.count {
      return !EightBytes(raw + (bytes.count - 8)).hasEscapeOrDelete
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return false
      }
      place += 1
    }
    return true
  }

  private static func write(_ scalar: Unicode.Scalar, to sink: inout some ByteSink & ~Copyable) {
    switch scalar {
    case "\"": sink.write("\\\"" as StaticString)
    case "\\": sink.write("\\\\" as StaticString)
    case "\n": sink.write("\\n" as StaticString)
    case "\r": sink.write("\\r" as StaticString)
    case "\t": sink.write("\\t" as StaticString)
    case _ where SafeText.isPlain(scalar): sink.write(String(Character(scalar)))
    default:
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        sink.write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    }
  }
}
