extension JSONValue {
  /// Decodes a value of a type from the JSON.
  ///
  /// Every member of an object must be one that the type reads. Foundation's types use their own
  /// format: a `Date` is a number of seconds since 2001, a `URL` an object with `relative`.
  ///
  /// - Throws: `JSONMismatch` if the JSON doesn't fit the type.
  package func decode<Value: Decodable>(_ type: Value.Type) throws(JSONMismatch) -> Value {
    let asked = AskedKeys(isSearch: false)
    let value: Value
    do {
      value = try JSONValueDecoder(json: self, codingPath: [], asked: asked).decode(type)
    } catch {
      throw JSONMismatch(error)
    }
    if let unknown = asked.unknownKey(in: self, at: []) { throw unknown }
    return value
  }
}

/// Why a value can't be decoded from JSON.
package struct JSONMismatch: Error, Hashable, Sendable {
  /// The path of the wrong value: `show.year`, `tags[2]`; empty for the root.
  package let path: String
  /// The problem: `missing`, `expected a number, found a string`.
  package let problem: String

  init(path: [String], _ problem: String) {
    self.path = Self.text(of: path)
    self.problem = problem
  }

  /// A path as it is written.
  fileprivate static func text(of path: [String]) -> String {
    path.reduce(into: "") { text, part in
      text += text.isEmpty || part.hasPrefix("[") ? part : ".\(part)"
    }
  }

  /// Converts the error of an `init(from:)`.
  init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self.init(path: (context.codingPath + [key]).map(\.pathPart), "missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(path: context.codingPath.map(\.pathPart), context.debugDescription)
    case nil: self.init(path: [], "\(error)")
    @unknown default: self.init(path: [], "\(error)")
    }
  }
}

extension JSONMismatch: CustomStringConvertible {
  /// One line: `show.title: missing`.
  package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}

extension CodingKey {
  /// The key's part of a path.
  var pathPart: String { (self as? JSONPlace)?.part ?? stringValue }
}

/// The keys that types have asked for, and what a search for them has used up.
final class AskedKeys {
  /// Whether they are found without JSON.
  private let isSearch: Bool
  /// The keys of JSON, by the path of the object.
  private var objects: [[String]: Set<String>] = [:]
  /// The keys that were found without JSON, as paths.
  private(set) var paths: [String] = []
  /// The types that are being made.
  var types: Set<ObjectIdentifier> = []
  private var questions = 0

  private static let mostQuestions = 1_000
  private static let mostKeys = 200
  private static let mostLevels = 16
  /// The length of a path in UTF-8, beyond which its key isn't kept.
  private static let longestPath = 1_000

  init(isSearch: Bool) { self.isSearch = isSearch }

  /// Notes that an object is read by keys, and optionally one of them.
  func note(_ key: (any CodingKey)? = nil, at path: [any CodingKey]) {
    let path = path.map(\.pathPart)
    guard isSearch else {
      objects[path, default: []].formUnion(key.map { [$0.stringValue] } ?? [])
      return
    }
    guard let key, paths.count < Self.mostKeys else { return }
    let text = JSONMismatch.text(of: path + [key.stringValue])
    if text.utf8.count <= Self.longestPath, !paths.contains(text) { paths.append(text) }
  }

  /// Counts a question of a search.
  ///
  /// - Throws: an error that ends the search if there were too many, or if they lead too deep.
  func countQuestion(at codingPath: [any CodingKey]) throws {
    questions += 1
    guard questions <= Self.mostQuestions, codingPath.count <= Self.mostLevels else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "the search has ended"))
    }
  }

  /// Returns the first member that was not read, in an object that was read by keys.
  func unknownKey(in json: JSONValue, at path: [String]) -> JSONMismatch? {
    switch json {
    case .object(let members):
      // A type may also keep the whole object as JSON.
      guard let keys = objects[path] else { return nil }
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        guard keys.contains(key) else {
          let names = keys.sorted().joined(separator: ", ")
          return JSONMismatch(
            path: path + [key],
            names.isEmpty ? "unknown key; none is known here" : "unknown key; known: \(names)")
        }
        if let unknown = unknownKey(in: value, at: path + [key]) { return unknown }
      }
    case .array(let elements):
      for (place, element) in elements.enumerated() {
        if let unknown = unknownKey(in: element, at: path + ["[\(place)]"]) { return unknown }
      }
    case .string, .number, .boolean, .null: break
    }
    return nil
  }
}

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
    let asked = AskedKeys(isSearch: true)
    _ = try? JSONValueDecoder(json: nil, codingPath: [], asked: asked).decode(type)
    return asked.paths
  }
}
