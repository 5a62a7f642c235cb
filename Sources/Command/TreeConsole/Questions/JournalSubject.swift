import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Finds a journal's models by selector.
struct JournalSubject {
  private let look: JournalLook
  private let types: JournalTypes
  private let words: RecordWords
  /// The number of models of each kind that an error names.
  private static let shown = 5

  init(_ look: JournalLook, _ types: JournalTypes) {
    self.look = look
    self.types = types
    words = RecordWords(contents: look.contents, types: types)
  }

  /// The models that match in the tree of the view. If none does, or if the selector is a name
  /// alone, also the journal's other models with its id or type, whatever their ancestors.
  func models(
    _ selector: ModelSelector, in view: View
  ) throws -> (living: [JournalNode], departed: [JournalNode]) {
    let parsed = try Selector(selector.rawValue)
    var living: [JournalNode] = []
    var present: Set<JournalNode> = []
    if let state = try? view.state() {
      let tree = state.tree - look.treeOffset
      let ids = state.snapshot.columns.nodes.ids
      living = parsed.matches(in: state.snapshot).map { JournalNode(tree: tree, id: ids[$0]) }
      present = Set(ids.map { JournalNode(tree: tree, id: $0) })
    }
    guard living.isEmpty || parsed.isNameAlone else { return (living, []) }
    let departed = types.models {
      !parsed.hasTests && parsed.lastSegmentFits(id: $0.id, type: $1) && !present.contains($0)
    }
    if living.isEmpty, departed.isEmpty {
      throw SelectionError.nothingMatches(
        selector: selector.rawValue, suggestion: types.names.sorted().nearest(to: selector.rawValue)
      )
    }
    return (living, departed)
  }

  /// The only model that a selector names.
  func model(_ selector: ModelSelector, in view: View) throws -> JournalNode {
    let (living, departed) = try models(selector, in: view)
    let all = living + departed
    guard let last = all.last, all.count > 1 else { return all[0] }
    if living.count == 1 {
      view.note(
        "note: this is the model in the tree; \(departed.count) more of that name aren't in it, the "
          + "last one \(words.name(last))")
      return living[0]
    }
    if !living.isEmpty || departed.allSatisfy({ $0.tree == last.tree }) {
      let names: [SafeText] =
        living.map(words.name) + departed.reversed().map { "\(words.name($0)) (not in the tree)" }
      throw ConsoleError(
        "'\(selector.rawValue)' matches \(names.count) models: \(names.listed(Self.shown)); name one "
          + "by its id")
    }
    view.note("note: several trees have such a model; this is the one of the last")
    return last
  }
}

extension View {
  /// Why a tree has no model with a name or an id: by the journal, it left, or was attached later. Nil if
  /// unknown, and for any other selector, since whether that matched is unknown.
  func absence(of selector: String) -> ConsoleError? {
    guard let parsed = try? Selector(selector), !parsed.hasTests, parsed.segments.count == 1,
      let state = try? state(), let look = try? journal()
    else { return nil }
    let types = JournalTypes(of: look.contents)
    let words = RecordWords(contents: look.contents, types: types)
    let tree = state.tree - look.treeOffset
    let matches = types.models {
      $0.tree == tree && parsed.lastSegmentFits(id: $0.id, type: $1)
        && state.snapshot.position(ofID: $0.id) == nil
    }
    guard let node = matches.last, let why = why(node, isNotIn: look, words) else { return nil }
    return ConsoleError(
      "'\(selector)' is \(words.name(node)), which \(why); 'history' tells its life")
  }

  private func why(
    _ node: JournalNode, isNotIn look: JournalLook, _ words: RecordWords
  ) -> SafeText? {
    let moment = moment ?? look.lastMoment ?? 0
    let departure = words.types.departure(of: node, until: moment)
    guard let record = departure.flatMap({ look.contents[$0] }) else {
      return words.types.attachment(of: node).map {
        "\($0 > moment ? "is attached later" : "was attached outside it"), by record \($0)"
      }
    }
    let reason = words.reason(record).map { ", \($0)" } ?? ""
    let above: SafeText =
      record.node == node ? "" : ", below \(words.name(record.node)), which was detached"
    return "left the tree with record \(record.number)\(above)\(reason)"
  }
}
