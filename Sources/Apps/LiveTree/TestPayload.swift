import ModelTree
import TextIO
import TreeSnapshot

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Model {
  /// The value that a test message raised at this model carries, made from JSON; nil without JSON if the
  /// type of its value is unknown.
  ///
  /// - Parameter json: the JSON of the value; nil for the value that its type makes of `{}`.
  /// - Throws: `TestPayloadError` if no value can be made.
  func testPayload(of message: Message, from json: JSONValue?) throws(TestPayloadError) -> Any? {
    let types = payloadTypes(of: message)
    guard let first = types.first else {
      if json == nil { return nil }
      let remedy = "raise it without --with"
      throw TestPayloadError(
        "no model of the tree takes \(message) with a value; \(remedy)", remedy: remedy)
    }
    let bytes = json?.text.bytes ?? Array("{}".utf8)
    var failure: TestPayloadError?
    for case let type as any Decodable.Type in types {
      do {
        return try JSONDecoder().decode(type, from: Data(bytes))
      } catch {
        let mismatch = TestPayloadError.words(for: error)
        // Nothing was passed that could be wrong by itself.
        let rest = json == nil && !mismatch.hasPath ? "" : " (\(mismatch.words))"
        failure =
          failure
          ?? TestPayloadError(
            "\(TypeName(type).text) can't be made from this JSON: \(mismatch.words)",
            remedy: "pass it with --with JSON\(rest)")
      }
    }
    if let failure { throw failure }
    let name = TypeName(first).text
    throw TestPayloadError(
      "\(name) can't be made from outside; let its type adopt Codable",
      remedy: "let \(name) adopt Codable and pass it with --with")
  }
}

extension Snapshot {
  /// Checks that no model requires a value of a message: without one, the message would pass it.
  ///
  /// - Parameters:
  ///   - message: the message, which carries no value.
  ///   - raiser: the position of the model that raises it.
  ///   - remedy: the error's advice.
  func checkNoValueIsTaken(
    with message: Message, raisedAt raiser: Int, remedy: String
  ) throws(RefusedError) {
    let takers =
      switch route(of: message, raisedAt: raiser).outcome {
      case .handled(let handler): [handler]
      case .delivered(let receivers): receivers
      case .uncaught, .unhandled, .unheard: [Int]()
      }
    for taker in takers {
      guard let place = registration(taking: message, at: taker) else { continue }
      let own = self[taker].subscriptions[place]
      // Cases of a domain of codes need no value.
      guard let payload = own.payload, payload != own.domain else { continue }
      let source = own.source.map { " at \($0)" } ?? ""
      throw RefusedError(
        "\(self[taker].name) takes \(message) with a value of type \(payload)\(source), which "
          + "a test message does not carry; \(remedy)")
    }
  }
}

/// Why a test message can't carry a value.
struct TestPayloadError: Error, CustomStringConvertible {
  /// One line with the problem and its remedy.
  let description: String
  /// How to send a value.
  let remedy: String

  init(_ description: String, remedy: String) {
    self.description = description
    self.remedy = remedy
  }

  /// Why a value can't be decoded: `show.title: missing`.
  fileprivate static func words(for error: any Error) -> (words: String, hasPath: Bool) {
    func words(_ keys: [any CodingKey], _ problem: String) -> (String, Bool) {
      let path = keys.reduce(into: "") { text, key in
        text +=
          key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
      }
      return (path.isEmpty ? problem : "\(path): \(problem)", !path.isEmpty)
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): return words(context.codingPath + [key], "missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      var problem = context.debugDescription
      if problem.last == "." { problem.removeLast() }
      return words(context.codingPath, problem)
    default: return ("\(error)", false)
    }
  }
}

extension JSONValue {
  /// What to say of a key that a value doesn't have when it is written as JSON again; nil if it has all of
  /// them, or can't be written.
  func unreadKey(of value: Any?) -> String? {
    guard let value = value as? any Encodable, let data = try? JSONEncoder().encode(value),
      let kept = try? JSONValue(utf8: Array(data)), let key = firstKey(missingIn: kept)
    else { return nil }
    return "'\(SafeText(key))' isn't a key that \(TypeName(type(of: value)).text) reads"
  }

  /// The path of the first key, apart from those of null, that another value doesn't have; nil if it has all.
  private func firstKey(missingIn other: JSONValue) -> String? {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      for (key, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
        guard let kept = others[key] else { return key }
        if let below = value.firstKey(missingIn: kept) {
          return below.hasPrefix("[") ? key + below : "\(key).\(below)"
        }
      }
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      for (place, pair) in zip(elements, others).enumerated() {
        if let below = pair.0.firstKey(missingIn: pair.1) { return "[\(place)].\(below)" }
      }
    default: break
    }
    return nil
  }
}
