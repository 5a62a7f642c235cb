import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Shows the life of one model or one subscription.
struct History: AnsweringCommand {
  static let commandName = "history"
  static let abstract = "Tell the life of one model, or of its subscription to a message, and why."
  static let explanation: String? = """
    Where it was created and by which message's handler, what it was registered for, what it \
    raised and handled, when it left the tree, by itself or with a model above it, and why; then what \
    it did outside. A model that has left the tree is named by its id or its type.

    With --json: node (the id), type, and records, as 'journal --json' has them.
    """
  static let examples = ["ExamCreationFlow", "'#7' --message badResponse", "MainFlow --json"]
  static let needs: Capability? = .journal

  @Argument(help: "The model.")
  var selector: ModelSelector

  @OptionGroup var choice: RecordChoice
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let look = try context.target.journal()
    let types = JournalTypes(of: look.contents)
    let node = try JournalSubject(look, types).model(selector, context)
    var filter = try choice.filter(in: look)
    filter.models = [node]
    filter.isOfLives = true
    let records = filter.records(in: look.contents)
    output.answer(to: context.output) {
      .object { json in
        json.write("node", node.id)
        json.write("type", types[node])
        json.array("records") { array in
          for record in records { array.object { record.write(to: &$0) } }
        }
      }
    } text: { text in
      var report = JournalReport(contents: look.contents, types: types)
      text.line(report.name(node), .bold)
      if records.isEmpty { text.line("  the journal holds nothing of it") }
      if look.contents.droppedCount > 0, records.first?.event != .attached {
        text.line("  what was before is no longer kept", .dim)
      }
      for record in records {
        report.write(record, to: &text)
        let margin = SafeText(repeating: " ", count: 23)
        if record.event == .detached, record.node != node {
          text.line("\(margin)and \(report.name(node)) with it", .dim)
        }
        if let reason = report.reason(record) { text.line(margin + reason, .dim) }
      }
    }
  }
}
