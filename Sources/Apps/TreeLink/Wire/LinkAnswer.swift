package import TextIO
package import TreeJournal
package import TreeSnapshot

/// An app's answer to a request.
package enum LinkAnswer: Sendable {
  /// To `hello`.
  case greeting(Greeting)
  /// To `look`.
  case look(Look)
  /// To `raise`.
  case raised(RaisedRoute)
  /// To `leaks`.
  case leaks([LeakedModel])
  /// To `leaks` with a frozen copy.
  case frozenLeaks(FrozenLeaks)
  /// To `actions`.
  case actions([TargetAction])
  /// To `perform`.
  case performed(ActionResult)
  /// To `journal`.
  case journal(JournalAnswer)
  /// To `clock`, `pass`, `settled` and `answer`.
  case settled(Settlement)
  /// The result of another method, unchanged.
  case result(JSONText)
}

extension LinkAnswer {
  /// Writes the answer to a request as one line, with a newline.
  static func write(
    _ answer: Result<LinkAnswer, LinkFault>, toRequest id: [UInt8],
    _ sink: inout MemorySink
  ) {
    sink.write("{\"jsonrpc\": \"2.0\", \"id\": " as StaticString)
    sink.write(id)
    switch answer {
    case .success(let answer):
      sink.write(", \"result\": " as StaticString)
      answer.writeResult(to: &sink)
    case .failure(let fault):
      sink.write(", \"error\": " as StaticString)
      let text = JSONText.object { json in
        json.write("code", fault.code.rawValue)
        json.write("message", fault.message)
      }
      sink.write(text.bytes)
    }
    sink.write("}\n" as StaticString)
  }

  private func writeResult(to sink: inout MemorySink) {
    let text: JSONText
    switch self {
    case .look(let look): return look.write(to: &sink)
    case .journal(let journal): return journal.write(to: &sink)
    case .greeting(let greeting): text = greeting.json
    case .raised(let raised): text = raised.json
    case .leaks(let models):
      text = .object { $0.writeLeft(models) }
    case .frozenLeaks(let frozen): text = .object { frozen.write(to: &$0) }
    case .actions(let actions):
      text = .object { json in
        json.array("actions", of: actions) { action, json in action.write(to: &json) }
      }
    case .performed(let result): text = .object { result.write(to: &$0) }
    case .settled(let settlement): text = settlement.json
    case .result(let result): text = result
    }
    sink.write(text.bytes)
  }
}
