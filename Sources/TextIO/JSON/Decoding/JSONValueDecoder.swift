/// Decodes the JSON at one path of a value.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSONValue
  let codingPath: [any CodingKey]
  let asked: AskedKeys

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch([String: Any].self, "an object") }
    asked.note(at: codingPath)
    return KeyedDecodingContainer(JSONMembers<Key>(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([Any].self, "an array") }
    return JSONElements(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { json == .null }

  // Serves the simple types, too, which call a container themselves.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let simple = type as? any JSONSimple.Type, let value = try simple.init(self) as? Value {
      return value
    }
    return try Value(from: self)
  }

  /// The decoder of a value inside this one.
  func below(_ key: any CodingKey, _ json: JSONValue) -> JSONValueDecoder {
    JSONValueDecoder(json: json, codingPath: codingPath + [key], asked: asked)
  }

  /// The error for JSON that doesn't fit a type.
  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let found =
      switch json {
      case .number(let text) where text.utf8.count < 40: text
      default: json.kindInWords
      }
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(found)")
    return json == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

/// A type that is decoded from a single JSON token.
protocol JSONSimple {
  init(_ decoder: JSONValueDecoder) throws
  /// A value for `DecodedKeys`, which has no JSON.
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
