/// Decodes the JSON at one path of a value.
///
/// Without JSON, it finds the keys that types ask for, and gives stand-ins in place of values.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  /// Nil to find keys.
  let json: JSONValue?
  let codingPath: [any CodingKey]
  let asked: AskedKeys

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    var members: [String: JSONValue]?
    switch json {
    case .object(let all): members = all
    case nil: try asked.countQuestion(at: codingPath)
    default: throw mismatch([String: Any].self, "an object")
    }
    asked.note(at: codingPath)
    return KeyedDecodingContainer(JSONMembers<Key>(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch json {
    case .array(let elements): return JSONElements(elements: elements, decoder: self)
    case nil: try asked.countQuestion(at: codingPath)
    default: throw mismatch([Any].self, "an array")
    }
    return JSONElements(elements: [nil], decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json == nil || json == .null }

  // Serves the simple types, too, which call a container themselves.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if json == nil { try asked.countQuestion(at: codingPath) }
    if let simple = type as? any JSONSimple.Type,
      let value = (json == nil ? simple.standIn : try simple.init(self)) as? Value
    {
      return value
    }
    return json == nil ? try standIn(of: type) : try Value(from: self)
  }

  /// A value of a type that is made of stand-ins.
  private func standIn<Value: Decodable>(of type: Value.Type) throws -> Value {
    guard asked.types.insert(ObjectIdentifier(type)).inserted else {
      throw DecodingError.valueNotFound(type, context("no value"))
    }
    defer { asked.types.remove(ObjectIdentifier(type)) }
    do {
      return try Value(from: self)
    } catch {
      let other = (type as? any CaseIterable.Type)?.first ?? (type as? any Emptied.Type)?.empty
      guard let other = other as? Value else { throw error }
      return other
    }
  }

  /// The decoder of a value inside this one.
  func below(_ key: any CodingKey, _ json: JSONValue?) -> JSONValueDecoder {
    JSONValueDecoder(json: json, codingPath: codingPath + [key], asked: asked)
  }

  func context(_ problem: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: problem)
  }

  /// The error for JSON that doesn't fit a type.
  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let found =
      switch json {
      case .number(let text) where text.utf8.count < 40: text
      default: json?.kindInWords ?? "nothing"
      }
    let context = context("expected \(expected), found \(found)")
    return json == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

// Each generic `decode` implements all overloads for simple types that the protocols require.

/// Reads the members of an object.
private struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// Nil to find keys.
  let members: [String: JSONValue]?
  let decoder: JSONValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    let keys = (members ?? [:]).keys.compactMap { Key(stringValue: $0) }
    for key in keys { decoder.asked.note(key, at: codingPath) }
    return keys
  }

  // Without JSON, no member is there: that ends a loop that asks for more and more of them.
  func contains(_ key: Key) -> Bool {
    decoder.asked.note(key, at: codingPath)
    return members?[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if members == nil { _ = try? member(key).decode(type) }
    return try contains(key) && !decodeNil(forKey: key) ? decode(type, forKey: key) : nil
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
    guard contains(key) || members == nil else {
      throw DecodingError.keyNotFound(key, decoder.context("missing"))
    }
    return member(orNull: key)
  }

  private func member(orNull key: any CodingKey) -> JSONValueDecoder {
    decoder.asked.note(key, at: codingPath)
    return decoder.below(key, members.map { $0[key.stringValue] ?? .null })
  }
}

/// Reads the elements of an array.
private struct JSONElements: UnkeyedDecodingContainer {
  /// One that is nil to find keys.
  let elements: [JSONValue?]
  let decoder: JSONValueDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }
  private var isSearch: Bool { decoder.json == nil }

  /// An element counts as read only after success, unless keys are to be found.
  private mutating func read<Value>(
    _ body: (JSONValueDecoder) throws -> Value
  ) throws -> Value {
    if isSearch { try decoder.asked.countQuestion(at: codingPath) }
    let before = currentIndex
    let place = isSearch ? JSONPlace.element : JSONPlace(before)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(Value.self, decoder.below(place, nil).context("missing"))
    }
    currentIndex += 1
    do {
      return try body(decoder.below(place, elements[before]))
    } catch {
      if !isSearch { currentIndex = before }
      throw error
    }
  }

  mutating func decodeNil() throws -> Bool {
    if isSearch { return false }
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
  /// An element of any array.
  static let element = JSONPlace("[]", nil)

  private init(_ name: String, _ index: Int?) {
    stringValue = name
    intValue = index
  }

  init(_ index: Int) { self.init("\(index)", index) }

  init?(intValue: Int) { self.init(intValue) }

  init?(stringValue: String) { self.init(stringValue, nil) }
}

/// A type that is decoded from a single JSON token.
protocol JSONSimple {
  init(_ decoder: JSONValueDecoder) throws
  /// A value where keys are found without JSON.
  static var standIn: Self { get }
}

extension Bool: JSONSimple {
  static var standIn: Bool { false }

  init(_ decoder: JSONValueDecoder) throws {
    guard case .boolean(let value) = decoder.json else {
      throw decoder.mismatch(Self.self, "true or false")
    }
    self = value
  }
}

extension String: JSONSimple {
  /// A `UUID` and a `URL` are made of it.
  static var standIn: String { "00000000-0000-0000-0000-000000000000" }

  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let text) = decoder.json else {
      throw decoder.mismatch(Self.self, "a string")
    }
    self = text
  }
}

extension ExpressibleByIntegerLiteral {
  // Not 0: that is what things are divided by at first.
  static var standIn: Self { 1 }
}

extension FixedWidthInteger {
  init(_ decoder: JSONValueDecoder) throws {
    guard case .number(let text) = decoder.json else {
      throw decoder.mismatch(Self.self, "a number")
    }
    // A whole number may be written as 1e3 or 2.0.
    guard let value = Self(text) ?? Double(text).flatMap({ Self(exactly: $0) }) else {
      throw decoder.mismatch(Self.self, "a whole number from \(Self.min) to \(Self.max)")
    }
    self = value
  }
}

extension LosslessStringConvertible where Self: BinaryFloatingPoint {
  init(_ decoder: JSONValueDecoder) throws {
    guard case .number(let text) = decoder.json else {
      throw decoder.mismatch(Self.self, "a number")
    }
    guard let value = Self(text), value.isFinite else {
      throw decoder.mismatch(Self.self, "a number up to \(Self.greatestFiniteMagnitude)")
    }
    self = value
  }
}

extension Double: JSONSimple {}
extension Float: JSONSimple {}
extension Int: JSONSimple {}
extension Int8: JSONSimple {}
extension Int16: JSONSimple {}
extension Int32: JSONSimple {}
extension Int64: JSONSimple {}
extension UInt: JSONSimple {}
extension UInt8: JSONSimple {}
extension UInt16: JSONSimple {}
extension UInt32: JSONSimple {}
extension UInt64: JSONSimple {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONSimple {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONSimple {}

extension CaseIterable {
  fileprivate static var first: Any? { allCases.first }
}

/// A type that has a value where its elements can't be made: they may be what it is part of.
private protocol Emptied {
  static var empty: Any { get }
}

extension Array: Emptied {
  fileprivate static var empty: Any { Self() }
}

extension Set: Emptied {
  fileprivate static var empty: Any { Self() }
}
