/// A JSON value as text.
///
/// `JSONText.object` and `JSONText.array` write one. Objects and arrays close by themselves, and
/// only members of an object have keys.
package struct JSONText: Hashable, Sendable {
  /// The text as UTF-8, without a trailing newline.
  package let bytes: [UInt8]

  /// The text as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Wraps text that is already JSON.
  package init(written bytes: [UInt8]) { self.bytes = bytes }

  /// `null`.
  package static let null = JSONText(written: Array("null".utf8))

  /// Creates a string.
  package static func string(_ text: String) -> JSONText {
    var sink = MemorySink()
    JSONString.write(text, to: &sink)
    return JSONText(written: sink.bytes)
  }

  /// Creates an object.
  ///
  /// - Parameter members: A function that writes the members.
  package static func object(_ members: (inout JSONObject) -> Void) -> JSONText {
    var sink = MemorySink()
    sink.write(object: .oneLine, members)
    return JSONText(written: sink.bytes)
  }

  /// Creates an array.
  ///
  /// - Parameters:
  ///   - layout: How the elements are laid out.
  ///   - elements: A function that writes the elements.
  package static func array(
    _ layout: JSONLayout = .oneLine, _ elements: (inout JSONArray) -> Void
  ) -> JSONText {
    var array = JSONArray(MemorySink(), layout)
    elements(&array)
    let sink = array.close()
    return JSONText(written: sink.bytes)
  }

  /// Creates an array with an object for each of some elements.
  package static func array<Elements: Sequence>(
    of elements: Elements, _ members: (Elements.Element, inout JSONObject) -> Void
  ) -> JSONText {
    array { array in for element in elements { array.object { members(element, &$0) } } }
  }
}

extension JSONText {
  /// Equivalent JSON in which no line is a command of the service that shows it.
  package var inert: JSONText {
    var lines = InertLines()
    return bytes.withUnsafeBufferPointer { bytes in
      lines.withInert(bytes, .json) { JSONText(written: Array($0)) }
    }
  }
}

extension MemorySink {
  /// Writes a JSON object.
  package mutating func write(
    object layout: JSONLayout, _ members: (inout JSONObject) -> Void
  ) {
    var object = JSONObject(self, layout)
    members(&object)
    self = object.close()
  }
}

/// Strings as JSON, safe to show in a terminal.
package enum JSONString {
  package static func write(_ text: String, to sink: inout MemorySink) {
    var text = text
    text.withUTF8 { write($0, isPlain: SafeText.isPlain($0), to: &sink) }
  }

  /// Writes UTF-8.
  ///
  /// - Parameter isPlain: whether only quotes and backslashes need an escape.
  package static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, to sink: inout MemorySink
  ) {
    func isSpecial(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
    sink.write(byte: UInt8(ascii: "\""))
    if isPlain, !bytes.contains(where: isSpecial) {
      sink.write(bytes)
    } else if isPlain {
      for byte in bytes {
        if isSpecial(byte) { sink.write(byte: UInt8(ascii: "\\")) }
        sink.write(byte: byte)
      }
    } else {
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        write(scalar, to: &sink)
      }
    }
    sink.write(byte: UInt8(ascii: "\""))
  }

  private static func write(_ scalar: Unicode.Scalar, to sink: inout MemorySink) {
    switch scalar {
    case "\"": sink.write("\\\"" as StaticString)
    case "\\": sink.write("\\\\" as StaticString)
    case "\n": sink.write("\\n" as StaticString)
    case "\r": sink.write("\\r" as StaticString)
    case "\t": sink.write("\\t" as StaticString)
    case _ where SafeText.isPlain(scalar): sink.write(String(Character(scalar)))
    default:
      for unit in String(Character(scalar)).utf16 { sink.write("\\u" + unit.hexadecimal) }
    }
  }
}
