/// Strings as JSON, safe to show in a terminal.
package enum JSONString {
  package static func write(_ text: String, to sink: inout some ByteSink & ~Copyable) {
    var text = text
    text.withUTF8 { write($0, isPlain: SafeText.isPlain($0), to: &sink) }
  }

  /// Writes UTF-8.
  ///
  /// - Parameter isPlain: whether only quotes and backslashes need an escape.
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
