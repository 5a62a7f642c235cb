import TextIO
import TreeMCP
import TreeSnapshot

extension CommandService {
  /// Answers a tool's call with a page.
  ///
  /// - Parameter size: The bytes of the answer. A quarter is left for notes and for remarks on the page.
  func answer(
    _ tool: String, _ arguments: ToolArguments, specs: [String], size: Int
  ) throws(ToolError) -> ToolServer.Answer {
    let start = try arguments.start()
    let words = try AgentTools.words(of: tool, arguments, specs: specs)
    let present = try? target.state()
    let isFirst = remembered[AgentTools.last] == nil
    if isFirst, let present { remembered.remember(present, as: AgentTools.last) }
    let answer = run(words)
    if answer.bytes.isEmpty { return .failure(answer.notes.joined(separator: "\n")) }
    var notes = answer.notes
    if tool == "diff" {
      let isToLast = arguments.text("old") ?? AgentTools.last == AgentTools.last
      if isFirst, isToLast, arguments.text("at") == nil {
        notes.append("this is the first look at the tree; ask again later")
      }
      if let present { remembered.remember(present, as: AgentTools.last) }
    }
    let page = AnswerPage(
      of: answer.bytes, from: start, limit: arguments.number("limit") ?? .max, size: size * 3 / 4)
    if tool != "tree", let snapshot = present?.snapshot,
      let models = AnsweredModels(page.json.bytes).words(in: snapshot)
    {
      notes.append(models)
    }
    return .page(page, notes: Self.cut(notes, to: size / 4 - AnswerPage.remarksSize))
  }

  /// The first of some notes that fit into so many bytes.
  private static func cut(_ notes: [SafeText], to size: Int) -> [SafeText] {
    var left = size
    return notes.map { note in
      defer { left -= note.string.utf8.count + 1 }
      return note.string.utf8.count <= left ? note : "\(note.string.prefix(max(left - 4, 0) / 4))…"
    }
  }
}
