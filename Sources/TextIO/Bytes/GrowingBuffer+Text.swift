extension GrowingBuffer<UInt8> {
  /// Adds the program's own words.
  @inlinable
  package mutating func append(_ words: StaticString) {
    append(UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
  }

  /// Adds text.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// The bytes as text. Costs a copy.
  package var text: String { withElements { String(decoding: $0, as: UTF8.self) } }
}
