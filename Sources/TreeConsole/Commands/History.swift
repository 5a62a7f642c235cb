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
    raised and handled, when it was detached and why. A model that has left the tree is named by \
    its id or its type.

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
    let records = filter.records(in: look.contents).filter { $0.isAbout(node) }
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
        if let reason = report.reason(record) {
          text.line(SafeText(repeating: " ", count: 23) + reason, .dim)
        }
      }
    }
  }
}

extension JournalRecord {
  /// Whether it is part of a model's own life, and not of that of the models around it.
  fileprivate func isAbout(_ model: JournalNode) -> Bool {
    if node == model { return event != .vocabulary }
    return node.tree == model.tree && handler == model.id
  }
}

/// Finds the models of a journal that a selector names.
struct JournalSubject {
  private let look: JournalLook
  private let types: JournalTypes

  init(_ look: JournalLook, _ types: JournalTypes) {
    self.look = look
    self.types = types
  }

  /// The models that a selector matches: in the tree that is looked at, else those of the journal with
  /// its id or type.
  func models(
    _ selector: ModelSelector, _ context: CommandContext
  ) throws -> (models: Set<JournalNode>, list: [JournalNode]) {
    let parsed = try Selector(selector.rawValue)
    if let state = try? context.target.state() {
      let tree = state.tree - look.treeOffset
      let matches = parsed.matches(in: state.snapshot)
      if !matches.isEmpty {
        let nodes = matches.map { JournalNode(tree: tree, id: state.snapshot[$0].id) }
        return (Set(nodes), nodes)
      }
    }
    let found = types.models { parsed.lastSegmentFits(id: $0.id, type: $1) }
    if found.isEmpty {
      throw SelectionError.nothingMatches(selector: selector.rawValue, suggestion: nil)
    }
    return (Set(found), found)
  }

  /// The one model that a selector names.
  func model(_ selector: ModelSelector, _ context: CommandContext) throws -> JournalNode {
    let found = try models(selector, context).list
    guard let last = found.last, found.count > 1 else { return found[0] }
    let report = JournalReport(contents: look.contents, types: types)
    if found.allSatisfy({ $0.tree == last.tree }) {
      throw SelectionError.ambiguous(
        selector: selector.rawValue, count: found.count,
        candidates: found.suffix(5).map { "\(report.name($0))" })
    }
    context.output.note("note: several trees have such a model; this is the one of the last")
    return last
  }
}
