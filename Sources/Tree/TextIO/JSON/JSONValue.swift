/// A JSON value in memory, for small texts such as requests, answers, and settings.
package enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  /// A number, as written.
  case number(String)
  case boolean(Bool)
  case null
}

extension JSONScanner {
  /// The most nested objects and arrays in a value; each level uses stack.
  private static let valueLevels = 512

  /// Reads a value and everything in it.
  package mutating func value(level: Int = 0) throws(Failure) -> JSONValue {
    if level == Self.valueLevels {
      throw Failure(offset: position, .tooMany("levels of nesting", limit: Self.valueLevels))
    }
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      try readObject("") { scanner, key throws(Failure) in
        members[key] = try scanner.value(level: level + 1)
        return true
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try readArray("") { scanner throws(Failure) in
        elements.append(try scanner.value(level: level + 1))
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try readString(""))
    default:
      let text = String(decoding: try valueText(), as: UTF8.self)
      return switch text {
      case "true", "false": .boolean(text == "true")
      case "null": .null
      default: .number(text)
      }
    }
  }
}

extension JSONValue {
  /// Parses a text with one value.
  package init(utf8: [UInt8]) throws(JSONFailure) {
    self = try JSONScanner.scan(utf8[...]) { scanner throws(JSONFailure) in
      let value = try scanner.value()
      try scanner.expectEnd()
      return value
    }
  }

  /// The value of a member; nil if the member is missing, or the value isn't an object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The keys of an object in ascending order; empty for other values.
  package var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The id of a request as JSON; nil if the value is neither a number nor a string.
  package var requestID: JSONText? {
    switch self {
    case .number(let text): JSONText(written: Array(text.utf8))
    case .string(let text): .string(text)
    case .object, .array, .boolean, .null: nil
    }
  }
}

extension JSONScanner {
  /// Reads a value of a type.
  package mutating func read<Value: JSONReadable>(_ key: String) throws(Failure) -> Value {
    let json = try value()
    do throws(JSONProblem) {
      return try Value(json: json, key)
    } catch {
      throw Failure(offset: position, error)
    }
  }
}

/// A type whose values can be read from JSON.
package protocol JSONReadable {
  /// Reads a value.
  ///
  /// - Parameter key: the value's name in errors: its key, or words such as "a request".
  /// - Throws: `JSONProblem` if the JSON is another kind of value.
  init(json: JSONValue, _ key: String) throws(JSONProblem)
}

extension JSONValue {
  /// The value of a member.
  ///
  /// - Throws: `JSONProblem` if the member is missing or is another kind of value.
  package func read<Value: JSONReadable>(_ key: String) throws(JSONProblem) -> Value {
    guard let value: Value = try readIfPresent(key) else {
      throw .syntax(expected: "'\(key)'", found: "an object without it")
    }
    return value
  }

  /// The value of a member that is an object.
  ///
  /// - Throws: `JSONProblem` if the member is missing or is another kind of value.
  package func readObject(_ key: String) throws(JSONProblem) -> JSONValue {
    guard let value = self[key] else {
      throw .syntax(expected: "'\(key)'", found: "an object without it")
    }
    try value.checkObject(key)
    return value
  }

  /// The value of a member; nil if the member is missing.
  ///
  /// - Throws: `JSONProblem` if the member is another kind of value.
  package func readIfPresent<Value: JSONReadable>(_ key: String) throws(JSONProblem) -> Value? {
    guard let value = self[key] else { return nil }
    return try Value(json: value, key)
  }

  /// Checks that the value is an object.
  package func checkObject(_ key: String) throws(JSONProblem) {
    guard case .object = self else { throw wrongType(key, "an object") }
  }

  /// The problem for a value of the wrong type.
  package func wrongType(_ key: String, _ expected: String) -> JSONProblem {
    .wrongType(key: key, expected: expected, found: kindInWords)
  }

  /// The kind of value, in words.
  var kindInWords: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }

  /// The value as JSON, with objects' keys in ascending order.
  package var text: JSONText {
    switch self {
    case .object(let members):
      .object { json in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) { json.write(key, value.text) }
      }
    case .array(let elements):
      JSONText(
        written: [UInt8(ascii: "[")] + elements.map(\.text.bytes).joined(separator: ", ".utf8)
          + [UInt8(ascii: "]")])
    case .string(let text): .string(text)
    case .number(let text): JSONText(written: Array(text.utf8))
    case .boolean(let value): JSONText(written: Array("\(value)".utf8))
    case .null: .null
    }
  }
}

extension String: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    guard case .string(let text) = json else { throw json.wrongType(key, "a string") }
    self = text
  }
}

extension Int: JSONReadable {
  /// Reads a whole number from 0 on, which may be written `1.0`.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    guard case .number(let text) = json,
      let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:)), number >= 0
    else {
      throw json.wrongType(key, "a whole number from 0 to \(Int.max)")
    }
    self = number
  }
}

extension Bool: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    guard case .boolean(let value) = json else { throw json.wrongType(key, "true or false") }
    self = value
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    guard case .array(let elements) = json else { throw json.wrongType(key, "an array") }
    self = []
    for element in elements { append(try Element(json: element, "an element of '\(key)'")) }
  }
}
