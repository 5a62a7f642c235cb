import ArgumentParser
import TextIO
import TreeAnalysis
import TreeDrawing
import TreeSnapshot

/// Shows all details of a model.
struct Show: FormattedQuestion {
  static let commandName = "show"
  static let abstract = "Show everything known of one model."
  static let examples = ["ExamCreationFlow", "'#5' --json"]

  @Argument(help: "The model; at a prompt the current one by default.")
  var selector: ModelSelector?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let position = try view.model(
      selector, in: state, orSay: "say which model to show: show DUMP SELECTOR")
    let limit = limits.number(view, usual: 12)
    return Answer(
      json: .json {
        let path = NodePaths(snapshot).path(of: position).string
        return .object { snapshot.writeNode(position, path: path, to: &$0) }
      }
    ) { text in
      NodeCard(snapshot: snapshot, node: snapshot[position], limit: limit).write(to: &text)
    }
  }
}

/// The details of a model, as a list.
private struct NodeCard {
  let snapshot: Snapshot
  let node: Snapshot.Node
  /// The maximum number of children to name.
  let limit: Int

  func write(to text: inout StyledText) {
    text.append(SafeText(node.name), .bold)
    text.line("  #\(node.id)", .dim)
    let all = Array(node.children)
    let names = ModelNames(snapshot, all.prefix(limit).map(\.position))
    let children = all.prefix(limit).map { child -> SafeText in
      "\(names.nameWithoutID(of: child.position)) #\(child.id)"
    }
    let more = all.count - children.count
    let below = node.subtree.count - 1
    let session: [SafeText] =
      node.isSession ? [node.isUnopened ? "it is one, and not open" : "it is one"] : []
    let rows: [(SafeText, [SafeText])] = [
      ("path", [NodePaths.typed(NodePaths(snapshot).path(of: node.position))]),
      ("label", node.label.map { ["\($0)\(snapshot.age(of: node.position))"] } ?? []),
      ("parent", node.parent.map { [name(of: $0)] } ?? []),
      ("children", children + (more > 0 ? ["and \(more) more; --limit all shows them"] : [])),
      ("below it", below > 0 ? [counted(below, "model")] : []),
      ("session", session + (enclosingSession.map { [name(of: $0)] } ?? [])),
      ("services", node.services.map { SafeText($0) }),
      ("asks for", node.asks.map { SafeText($0) }),
      ("representation", node.representation.map { [SafeText($0)] } ?? []),
      ("handles", node.subscriptions.map(describe)),
      ("raises", node.raises.map(describe)),
      ("state", node.state.map { "\($0.key) = \($0.value)\(snapshot.age(of: node.position))" }),
      ("waits for", node.work.map(describe)),
      ("created at", node.source.map { [SafeText($0)] } ?? []),
    ]
    for (title, values) in rows {
      for (index, value) in values.enumerated() {
        text.append(index == 0 ? "  \(title)" : "", .dim, width: 18)
        text.line(value)
      }
    }
  }

  private var enclosingSession: Snapshot.Node? {
    snapshot.sessions(around: node.position).first { $0 != node.position }.map { snapshot[$0] }
  }

  private func name(of node: Snapshot.Node) -> SafeText { "\(node.name) #\(node.id)" }

  private func describe(_ work: Work) -> SafeText {
    let time = work.since.map { WallClock.localTime(ofNanoseconds: $0) }
    return "work" + (work.source.map { " at \($0)" } ?? "") + (time.map { ", since \($0)" } ?? "")
  }

  private func describe(_ subscription: Subscription) -> SafeText {
    let message: SafeText = "\(subscription.domain).\(subscription.code ?? "*")"
    let label: SafeText = subscription.label.map { " (\($0))" } ?? ""
    let payload = subscription.shownPayload
    let source: SafeText = subscription.source.map { "  at \($0)" } ?? ""
    return
      "\(subscription.kind.mark) \(subscription.kind.rawValue) \(message)\(label)\(payload)\(source)"
  }

  private func describe(_ declared: DeclaredMessage) -> SafeText {
    let label: SafeText = declared.label.map { " (\($0))" } ?? ""
    return "\(declared.message.kind.mark) \(declared.message)\(label)"
  }
}

/// Lists the models that a selector matches.
struct Find: FormattedQuestion {
  static let commandName = "find"
  static let abstract = "List the models that a selector or a text matches, with their paths."
  static let examples = [
    "'Exam*Model'", "--text creation", "'**[handles=NetworkErrors]'", "'[leaf]' --json",
  ]

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: ModelSelector?

  @Option(
    help: "Only models with this text in their type, label, messages, services, state or source.")
  var text: String?

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if selector == nil, text == nil { throw ValidationError("name a selector, or give --text") }
    if text == "" { throw ValidationError("--text is empty: give a part of a name") }
  }

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let matches = try matches(in: snapshot)
    if count { return .count(matches.count) }
    let limit = limits.number(view)
    let shown = matches.prefix(limits.numberInJSON)
    return Answer {
      let paths = NodePaths(snapshot)
      return .array(of: shown) { position, json in
        json.write("id", snapshot[position].id)
        json.write("type", snapshot[position].type)
        json.write("path", paths.selector(of: position))
      }
    } text: { text in
      let (paths, ids) = (NodePaths(snapshot), snapshot.columns.nodes.ids)
      let width = "\(matches.prefix(limit).lazy.map { ids[$0] }.max() ?? 0)".count
      text.list(matches, limit: limit) { position, text in
        text.append("#\(ids[position])", .dim, width: width + 3)
        text.line(paths.labeledPath(of: position))
      }
    }
  }

  /// The positions of the models, in document order.
  ///
  /// - Throws: `ConsoleError` if there are none, or an error of the selector.
  func matches(in snapshot: Snapshot) throws -> [Int] {
    guard let text else { return try selector?.matches(in: snapshot) ?? [] }
    var positions = snapshot.positions(containing: text)
    if let selector {
      let chosen = Set(try selector.matches(in: snapshot))
      positions.removeAll { !chosen.contains($0) }
    }
    if positions.isEmpty { throw ConsoleError("no model contains '\(text)'") }
    return positions
  }
}
