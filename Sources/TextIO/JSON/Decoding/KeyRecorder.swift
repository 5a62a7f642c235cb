/// The keys of the JSON that values of a type are made of, found without JSON.
///
/// `init(from:)` of the type runs once, with a decoder that notes each key and gives stand-ins in place of
/// values: a text, a 1, `false`, an array of one element, the first case of a `CaseIterable` type, nothing
/// for an optional. The value that it makes is dropped. What the stand-ins don't lead to isn't seen: the keys
/// after a value that can't be made of them, such as a case of an enum that isn't `CaseIterable`; those of an
/// enum's cases with values; and those that depend on other values.
package enum DecodedKeys {
  /// The keys in the order in which they are asked for, as paths: `show`, `show.title`, `tags[].name`.
  ///
  /// The search ends at a type that is inside itself, 16 levels deep, and after 1,000 questions, of which at
  /// most 200 keys are kept. It can't stop an `init(from:)` that traps, or never ends, on a value that it was
  /// given.
  package static func keys(of type: any Decodable.Type) -> [String] {
    let notes = KeyNotes()
    _ = try? KeyRecorder(path: "", codingPath: [], notes: notes).decode(type)
    return notes.paths
  }
}

/// What one search has found, and what it has used up.
private final class KeyNotes {
  private(set) var paths: [String] = []
  /// The types that are being made, the outermost first.
  var types: [ObjectIdentifier] = []
  private var seen: Set<String> = []
  private var questions = 0

  private static let mostQuestions = 1_000
  private static let mostKeys = 200
  private static let mostLevels = 16
  /// The length of a path in UTF-8, beyond which its key isn't kept.
  private static let longestPath = 1_000

  /// Notes a key.
  func note(_ path: String) {
    guard paths.count < Self.mostKeys, path.utf8.count <= Self.longestPath else { return }
    if seen.insert(path).inserted { paths.append(path) }
  }

  /// Counts a question.
  ///
  /// - Throws: an error that ends the search if there were too many, or if they lead too deep.
  func count(at codingPath: [any CodingKey]) throws {
    questions += 1
    guard questions <= Self.mostQuestions, codingPath.count <= Self.mostLevels else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "the search has ended"))
    }
  }
}

/// A decoder that has no values.
private struct KeyRecorder: Decoder, SingleValueDecodingContainer {
  let path: String
  let codingPath: [any CodingKey]
  let notes: KeyNotes

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try notes.count(at: codingPath)
    return KeyedDecodingContainer(RecordedMembers<Key>(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try notes.count(at: codingPath)
    return RecordedElements(recorder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try notes.count(at: codingPath)
    if let simple = type as? any JSONSimple.Type, let value = simple.standIn as? Value {
      return value
    }
    let name = ObjectIdentifier(type)
    guard !notes.types.contains(name) else { throw hasNoValue(type) }
    notes.types.append(name)
    defer { notes.types.removeLast() }
    do {
      return try Value(from: self)
    } catch {
      let other = (type as? any CaseIterable.Type)?.first ?? (type as? any Emptied.Type)?.empty
      guard let other = other as? Value else { throw error }
      return other
    }
  }

  /// Notes a key, and returns the decoder of its value.
  func below(_ key: any CodingKey) -> KeyRecorder {
    let path = path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    notes.note(path)
    return KeyRecorder(path: path, codingPath: codingPath + [key], notes: notes)
  }

  /// The decoder of an array's element.
  func element() -> KeyRecorder {
    KeyRecorder(path: "\(path)[]", codingPath: codingPath + [JSONPlace(0)], notes: notes)
  }

  func hasNoValue(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type, DecodingError.Context(codingPath: codingPath, debugDescription: "no value"))
  }
}

/// Notes the members that an object is asked for.
private struct RecordedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: KeyRecorder

  var codingPath: [any CodingKey] { recorder.codingPath }
  var allKeys: [Key] { [] }

  // A member may be missing: that ends a loop that asks for more and more of them.
  func contains(_ key: Key) -> Bool {
    _ = recorder.below(key)
    return false
  }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try recorder.below(key).decode(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    _ = try? recorder.below(key).decode(type)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try recorder.below(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try recorder.below(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { recorder.below(JSONPlace.superclass) }

  func superDecoder(forKey key: Key) -> any Decoder { recorder.below(key) }
}

/// An array of one element.
private struct RecordedElements: UnkeyedDecodingContainer {
  let recorder: KeyRecorder
  private(set) var currentIndex = 0

  init(recorder: KeyRecorder) { self.recorder = recorder }

  var codingPath: [any CodingKey] { recorder.codingPath }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }

  /// A reader that continues past the end gets an error.
  private mutating func next() throws -> KeyRecorder {
    try recorder.notes.count(at: codingPath)
    guard !isAtEnd else { throw recorder.hasNoValue([Any].self) }
    currentIndex += 1
    return recorder.element()
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

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
