/// A JSON value as text.
///
/// `JSONText.object` and `JSONText.array` write one. What is opened closes by itself, and only the
/// members of an object have keys.
package struct JSONText: Hashable, Sendable {
  /// The text as UTF-8, without a newline at its end.
  package let bytes: [UInt8]

  /// The text as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes what is JSON already.
  package init(written bytes: [UInt8]) { self.bytes = bytes }

  /// The value that stands for none.
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
    var object = JSONObject(MemorySink())
    members(&object)
    let sink = object.close()
    return JSONText(written: sink.bytes)
  }

  /// Creates an array.
  ///
  /// - Parameters:
  ///   - layout: How the elements are laid out.
  ///   - elements: A function that writes the elements.
  package static func array(
    _ layout: JSONArray.Layout = .oneLine, _ elements: (inout JSONArray) -> Void
  ) -> JSONText {
    var array = JSONArray(MemorySink(), layout)
    elements(&array)
    let sink = array.close()
    return JSONText(written: sink.bytes)
  }
}

extension JSONText {
  /// The JSON with the same meaning, without a line that is a command of the service that shows it.
  package var inert: JSONText {
    var lines = InertLines()
    return bytes.withUnsafeBufferPointer { bytes in
      lines.withInert(bytes, .json) { JSONText(written: Array($0)) }
    }
  }
}
