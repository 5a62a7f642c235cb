// Small objects, such as settings and messages, whose members come in any order.
extension JSONScanner {
  /// The most members of a small object, whose keys are kept while it is read.
  private static let memberLimit = 10_000

  /// Reads the members of an object. A duplicate key is an error; unknown members are skipped.
  ///
  /// - Parameters:
  ///   - what: The object's name in errors: its key, or words such as "a request".
  ///   - member: Reads the value of a key; returns whether the key is known.
  package mutating func readObject(
    _ what: String, _ member: (inout JSONScanner, String) throws(Failure) -> Bool
  ) throws(Failure) {
    guard peek() == UInt8(ascii: "{") else { throw wrongType(what, "an object") }
    var keys: Set<String> = []
    var more = try opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      _ = peek()
      let offset = position
      let bytes = try key()
      let key = String(decoding: bytes, as: UTF8.self)
      if !keys.insert(key).inserted {
        throw Failure(offset: offset, .duplicateKey(bytes.excerpt))
      }
      if keys.count > Self.memberLimit {
        throw Failure(offset: offset, .tooMany("keys in an object", limit: Self.memberLimit))
      }
      if try !member(&self, key) { try skipValue() }
      more = try continues(until: UInt8(ascii: "}"))
    }
  }

  /// Reads the elements of an array.
  package mutating func readArray(
    _ key: String, _ element: (inout JSONScanner) throws(Failure) -> Void
  ) throws(Failure) {
    guard peek() == UInt8(ascii: "[") else { throw wrongType(key, "an array") }
    var more = try opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try element(&self)
      more = try continues(until: UInt8(ascii: "]"))
    }
  }

  /// Reads the string that is the value of a key.
  package mutating func readString(_ key: String) throws(Failure) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw wrongType(key, "a string") }
    return String(decoding: try string(), as: UTF8.self)
  }

  /// Skips a value, and returns its text.
  package mutating func valueText() throws(Failure) -> Slice {
    _ = peek()
    let start = position
    try skipValue()
    return Slice(start: base + start, count: position - start)
  }
}
