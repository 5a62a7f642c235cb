// Each generic `decode` implements all overloads for simple types that the protocols require.

/// Reads the members of an object.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSONValue]
  let decoder: JSONValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    let keys = members.keys.compactMap { Key(stringValue: $0) }
    for key in keys { decoder.asked.note(key, at: codingPath) }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    decoder.asked.note(key, at: codingPath)
    return members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { member(orNull: JSONPlace.superclass) }

  func superDecoder(forKey key: Key) -> any Decoder { member(orNull: key) }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    guard contains(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
    }
    return member(orNull: key)
  }

  private func member(orNull key: any CodingKey) -> JSONValueDecoder {
    decoder.asked.note(key, at: codingPath)
    return decoder.below(key, members[key.stringValue] ?? .null)
  }
}

/// Reads the elements of an array.
struct JSONElements: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let decoder: JSONValueDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// An element counts as read only after success.
  private mutating func read<Value>(
    _ body: (JSONValueDecoder) throws -> Value
  ) throws -> Value {
    let place = JSONPlace(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self,
        DecodingError.Context(codingPath: codingPath + [place], debugDescription: "missing"))
    }
    let value = try body(decoder.below(place, elements[currentIndex]))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    let before = currentIndex
    let isNull = try read { $0.decodeNil() }
    if !isNull { currentIndex = before }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try read { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try read { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try read { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try read { $0 } }
}

/// The place of an element, or of what a superclass reads.
struct JSONPlace: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// Its part of a path: `[2]`.
  var part: String { intValue.map { "[\($0)]" } ?? stringValue }

  static let superclass = JSONPlace("super", nil)

  private init(_ name: String, _ index: Int?) {
    stringValue = name
    intValue = index
  }

  init(_ index: Int) { self.init("\(index)", index) }

  init?(intValue: Int) { self.init(intValue) }

  init?(stringValue: String) { self.init(stringValue, nil) }
}
