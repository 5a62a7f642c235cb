package import TextIO
package import TreeSnapshot

extension Model {
  /// Decodes the value of a test message.
  ///
  /// Its type is that of the message, or one that models take with the message: those of the model and the
  /// ones above it before others.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - json: the JSON of the value; nil for the value that its type makes of `{}`.
  /// - Returns: the value; nil without JSON, and if the message's type of value is unknown.
  /// - Throws: `TestPayloadError` if no value can be made.
  package func testPayload(
    of message: Message, from json: JSONValue?
  ) throws(TestPayloadError) -> Any? {
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    let own = store.messageTypes[key]
    let types: [any Any.Type] = own.map { [$0] } ?? store.takenTypes(with: key, near: node)
    guard let first = types.first else {
      if json == nil { return nil }
      let remedy = "raise it without --with"
      throw TestPayloadError(
        description: "no model of the tree takes \(message) with a value; \(remedy)",
        remedy: remedy)
    }
    var failure: TestPayloadError?
    for case let type as any Decodable.Type in types {
      do throws(JSONMismatch) {
        return try (json ?? .object([:])).decode(type)
      } catch {
        let payload = own == nil ? nil : store.payload(of: message)
        // Nothing was passed that could be wrong by itself.
        let problem = json == nil && error.path.isEmpty ? "" : "\(error)"
        let remedy = "pass it with \(payload?.option ?? "--with JSON")"
        failure =
          failure
          ?? TestPayloadError(
            description: "\(TypeName(type).text) can't be made from this JSON: \(problem)",
            remedy: problem.isEmpty ? remedy : "\(remedy) (\(problem))")
      }
    }
    if let failure { throw failure }
    let name = TypeName(first).text
    throw TestPayloadError(
      description: "\(name) can't be made from outside; let its type adopt Codable",
      remedy: "let \(name) adopt Codable and pass it with --with")
  }

  /// What to say of a test message that was raised without JSON, and carries what its type makes of `{}`;
  /// nil if that is all that the type can be.
  package func remark(on message: Message, carrying payload: Any) -> String? {
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    let option =
      store.messageTypes[key] == nil ? "--with JSON" : store.payload(of: message)?.option
    return option.map {
      """
      \(message) carries a value of type \(TypeName(type(of: payload)).text) made from {}; \
      pass another value with \($0)
      """
    }
  }
}

/// Why a test message can't carry a value.
package struct TestPayloadError: Error, CustomStringConvertible {
  /// One line with the problem and its remedy.
  package let description: String
  /// How to send a value.
  package let remedy: String
}
