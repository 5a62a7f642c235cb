import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Finds the models of a journal that a selector names.
struct JournalSubject {
  private let look: JournalLook
  private let types: JournalTypes

  init(_ look: JournalLook, _ types: JournalTypes) {
    self.look = look
    self.types = types
  }

  /// The models that a selector names.
  func models(_ selector: ModelSelector, _ context: CommandContext) throws -> Set<JournalNode> {
    let (living, departed) = try found(selector, context)
    return Set(living + departed)
  }

  /// The models that a selector matches in the tree that is looked at, and the others of the journal with
  /// its id or type, whatever was above them: those if it matches none, or is a name alone.
  private func found(
    _ selector: ModelSelector, _ context: CommandContext
  ) throws -> (living: [JournalNode], departed: [JournalNode]) {
    let parsed = try Selector(selector.rawValue)
    var living: [JournalNode] = []
    var present: Set<JournalNode> = []
    if let state = try? context.target.state() {
      let tree = state.tree - look.treeOffset
      let ids = state.snapshot.columns.nodes.ids
      living = parsed.matches(in: state.snapshot).map { JournalNode(tree: tree, id: ids[$0]) }
      present = Set(ids.map { JournalNode(tree: tree, id: $0) })
    }
    guard living.isEmpty || parsed.isNameAlone else { return (living, []) }
    let departed = types.models {
      parsed.lastSegmentFits(id: $0.id, type: $1) && !present.contains($0)
    }
    if living.isEmpty, departed.isEmpty {
      throw SelectionError.nothingMatches(
        selector: selector.rawValue, suggestion: types.names.sorted().nearest(to: selector.rawValue)
      )
    }
    return (living, departed)
  }

  /// The one model that a selector names.
  func model(_ selector: ModelSelector, _ context: CommandContext) throws -> JournalNode {
    let (living, departed) = try found(selector, context)
    let all = living + departed
    guard let last = all.last, all.count > 1 else { return all[0] }
    let report = JournalReport(contents: look.contents, types: types)
    func names(_ nodes: some Sequence<JournalNode>) -> [String] {
      nodes.map { report.name($0).string }
    }
    if living.count == 1 {
      let count = departed.count
      context.output.note(
        "note: this is the model in the tree; \(count) more of that name aren't in it, the last one "
          + "\(report.name(last))")
      return living[0]
    }
    if !living.isEmpty || departed.allSatisfy({ $0.tree == last.tree }) {
      throw ConsoleError.severalModels(
        selector.rawValue, count: all.count, living: names(living.prefix(Self.shown)),
        departed: names(departed.suffix(Self.shown)))
    }
    context.output.note("note: several trees have such a model; this is the one of the last")
    return last
  }

  /// How many models of each sort an error names.
  private static let shown = 5
}

extension CommandContext {
  /// Why a tree has no model that a selector names: it left, or came later. Nil if nothing knows it.
  func absence(of selector: String) -> ConsoleError? {
    guard let parsed = try? Selector(selector), let state = try? target.state() else { return nil }
    if let look = try? target.journal() {
      let types = JournalTypes(of: look.contents)
      let tree = state.tree - look.treeOffset
      let report = JournalReport(contents: look.contents, types: types)
      let fitting = types.models {
        $0.tree == tree && parsed.lastSegmentFits(id: $0.id, type: $1)
          && state.snapshot.position(ofID: $0.id) == nil
      }
      if let node = fitting.last, let why = why(node, isNotIn: look, report) {
        return .notInTree(selector, model: report.name(node), why: why)
      }
    }
    return (try? target.leakedModels())?.last {
      parsed.lastSegmentFits(id: $0.id, type: $0.type) && !$0.isOfEarlierTree
    }.map { .leaked(selector, $0) }
  }

  private func why(
    _ node: JournalNode, isNotIn look: JournalLook, _ report: JournalReport
  ) -> SafeText? {
    let moment = target.moment ?? look.lastMoment ?? 0
    guard let record = look.contents.departure(of: node, until: moment) else {
      return look.contents.attachment(of: node).map {
        $0.number > moment
          ? "is attached later, by record \($0.number)"
          : "was created below a model that had left the tree, by record \($0.number)"
      }
    }
    let reason = report.reason(record).map { ", \($0)" } ?? ""
    let above: SafeText =
      record.node == node ? "" : ", below \(report.name(record.node)), which was detached"
    return "left the tree with record \(record.number)\(above)\(reason)"
  }
}
