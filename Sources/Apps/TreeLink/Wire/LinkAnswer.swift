package import TextIO

/// An app's answer to a request.
package enum LinkAnswer: Sendable {
  /// To `look`.
  case look(Look)
  /// To `journal`.
  case journal(JournalAnswer)
  /// The members of another answer.
  case members(@Sendable (inout JSONObject) -> Void)
}

extension LinkAnswer {
  /// Writes the answer to a request as one line, with a newline.
  static func write(
    _ answer: Result<LinkAnswer, RPCFault>, toRequest id: JSONText?, _ sink: inout MemorySink
  ) {
    func begin(_ sink: inout MemorySink) {
      sink.write("{\"jsonrpc\": \"2.0\", \"id\": " as StaticString)
      sink.write((id ?? .null).bytes)
      sink.write(", \"result\": " as StaticString)
    }
    switch answer {
    // Trees and journals are large: they are written in parts.
    case .success(.look(let look)):
      begin(&sink)
      look.write(to: &sink)
      sink.write("}" as StaticString)
    case .success(.journal(let journal)):
      begin(&sink)
      journal.write(to: &sink)
      sink.write("}" as StaticString)
    case .success(.members(let members)):
      sink.write(JSONText.answer(to: id, .success(.object(members))).bytes)
    case .failure(let fault):
      sink.write(JSONText.answer(to: id, .failure(fault)).bytes)
    }
    sink.write("\n" as StaticString)
  }
}
