package import TextIO
package import TreeSnapshot

extension Model {
  /// Decodes the value of a test message.
  ///
  /// - Parameters:
  ///   - message: the message, whose type a model of the tree has registered for or raised.
  ///   - json: the JSON of the value; the type must be `Decodable`.
  /// - Throws: `TestPayloadError` if the message isn't a type of its own, or can't be made of the JSON.
  package func testPayload(
    of message: Message, from json: JSONValue
  ) throws(TestPayloadError) -> Any {
    let key = store.key(message.kind, domain: message.domain, code: message.code, label: nil)
    guard let type = store.messageTypes[key] else {
      throw TestPayloadError(message, reason: .code)
    }
    guard let type = type as? any Decodable.Type else {
      throw TestPayloadError(message, reason: .notDecodable)
    }
    do throws(JSONMismatch) {
      return try json.decode(type)
    } catch {
      throw TestPayloadError(message, reason: .mismatch("\(error)"))
    }
  }
}

/// Why a test message can't carry a value.
package struct TestPayloadError: Error {
  fileprivate enum Reason {
    case code
    case notDecodable
    case mismatch(String)
  }

  private let message: Message
  private let reason: Reason

  fileprivate init(_ message: Message, reason: Reason) {
    self.message = message
    self.reason = reason
  }

  /// Whether the tree knows no type of the message.
  package var isOfCode: Bool { if case .code = reason { true } else { false } }

  /// How to send a value.
  package var remedy: String {
    switch reason {
    case .code: "'trace' explains the route"
    case .notDecodable: "let \(message.name) adopt Codable and pass it with --with"
    case .mismatch(let problem): "pass it with --with (\(problem))"
    }
  }
}

extension TestPayloadError: CustomStringConvertible {
  /// One line with the problem and its remedy.
  package var description: String {
    let name = message.name
    return switch reason {
    case .code: "no model of the tree uses a message type \(name); raise a code without --with"
    case .notDecodable: "\(name) can't be made from outside; let its type adopt Codable"
    case .mismatch(let problem): "\(name) can't be made of this JSON: \(problem)"
    }
  }
}
