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
