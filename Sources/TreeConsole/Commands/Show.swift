import ArgumentParser
import TextIO
import TreeAnalysis
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
    let position: Int
    if let selector {
      position = try selector.node(in: snapshot, noting: view.output)
    } else if view.session != nil {
      position = view.currentNode(in: state)
    } else {
      throw ConsoleError("say which model to show: show DUMP SELECTOR")
    }
    view.setMatches([position], in: state)
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
    text.append(SafeText(node.type), .bold)
    text.line("  #\(node.id)", .dim)
    let first = Array(node.children.prefix(limit))
    let names = ModelNames(snapshot, first.map(\.position))
    let children = first.map { child -> SafeText in
      "\(names.nameWithoutID(of: child.position)) #\(child.id)"
    }
    let more = node.children.reduce(0) { count, _ in count + 1 } - children.count
    let below = node.subtree.count - 1
    let session: [SafeText] =
      node.isSession ? [node.isUnopened ? "it is one, and not open" : "it is one"] : []
    let rows: [(SafeText, [SafeText])] = [
      ("path", [NodePaths(snapshot).path(of: node.position)]),
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
    var node = node.parent
    while let candidate = node, !candidate.isSession { node = candidate.parent }
    return node
  }

  private func name(of node: Snapshot.Node) -> SafeText { "\(node.type) #\(node.id)" }

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
