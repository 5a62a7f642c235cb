extension JSONValue {
  /// Decodes a value of a type from the JSON.
  ///
  /// Every member of an object must be one that the type reads. Foundation's types use their own
  /// format: a `Date` is a number of seconds since 2001, a `URL` an object with `relative`.
  ///
  /// - Throws: `JSONMismatch` if the JSON doesn't fit the type.
  package func decode<Value: Decodable>(_ type: Value.Type) throws(JSONMismatch) -> Value {
    let asked = AskedKeys()
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
    self.path = path.reduce(into: "") { text, part in
      text += text.isEmpty || part.hasPrefix("[") ? part : ".\(part)"
    }
    self.problem = problem
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

/// The keys that a type has read, by the path of the object.
final class AskedKeys {
  private var objects: [[String]: Set<String>] = [:]

  /// Notes that an object is read by keys, and optionally one of them.
  func note(_ key: (any CodingKey)? = nil, at path: [any CodingKey]) {
    let path = path.map(\.pathPart)
    objects[path, default: []].formUnion(key.map { [$0.stringValue] } ?? [])
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
