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
      throw TestPayloadError(reason: .carriesNone(message))
    }
    var failure: TestPayloadError?
    for case let type as any Decodable.Type in types {
      do throws(JSONMismatch) {
        return try (json ?? .object([:])).decode(type)
      } catch {
        let payload = own == nil ? nil : store.payload(of: message)
        failure =
          failure
          ?? TestPayloadError(
            reason: .mismatch(
              TypeName(type).text, option: payload?.option ?? "--with JSON",
              // Nothing was passed that could be wrong by itself.
              json == nil && error.path.isEmpty ? "" : "\(error)"))
      }
    }
    throw failure ?? TestPayloadError(reason: .notDecodable(TypeName(first).text))
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
package struct TestPayloadError: Error {
  fileprivate enum Reason {
    case carriesNone(Message)
    case notDecodable(String)
    case mismatch(String, option: String, String)
  }

  fileprivate let reason: Reason

  /// How to send a value.
  package var remedy: String {
    switch reason {
    case .carriesNone: "raise it without --with"
    case .notDecodable(let type): "let \(type) adopt Codable and pass it with --with"
    case .mismatch(_, let option, ""): "pass it with \(option)"
    case .mismatch(_, let option, let problem): "pass it with \(option) (\(problem))"
    }
  }
}

extension TestPayloadError: CustomStringConvertible {
  /// One line with the problem and its remedy.
  package var description: String {
    switch reason {
    case .carriesNone(let message):
      "no model of the tree takes \(message) with a value; \(remedy)"
    case .notDecodable(let type): "\(type) can't be made from outside; let its type adopt Codable"
    case .mismatch(let type, _, let problem): "\(type) can't be made from this JSON: \(problem)"
    }
  }
}
