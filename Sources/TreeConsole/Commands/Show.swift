import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows everything that is known of one model.
struct Show: AnsweringCommand {
  static let commandName = "show"
  static let abstract = "Show everything known of one model."
  static let examples = ["ExamCreationFlow", "'#5' --json"]

  @Argument(help: "The model; left out at a prompt, the current one.")
  var selector: ModelSelector?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let position: Int
    if let selector {
      position = try selector.node(in: state.snapshot, noting: context.output)
    } else if context.isRepl {
      position = context.currentNode(in: state)
    } else {
      throw ConsoleError.missing(.shownModel)
    }
    context.setFound([position], in: state)
    let paths = NodePaths(state.snapshot)
    if output.json {
      context.output.write(
        NodeLine(
          snapshot: state.snapshot, position: position, path: paths.path(of: position).string))
    } else {
      let card = NodeCard(
        snapshot: state.snapshot, node: state.snapshot[position],
        path: paths.path(of: position),
        limit: limits.number(context, usual: 12), isColored: output.isColored(context))
      context.output.write(card.text)
    }
  }
}

/// One node of a dump, with its path, on a line of its own.
private struct NodeLine: WrittenAnswer {
  let snapshot: Snapshot
  let position: Int
  let path: String

  func write(to sink: inout some ByteSink & ~Copyable) {
    snapshot.writeNode(position, path: path, to: &sink)
    sink.write(byte: UInt8(ascii: "\n"))
  }
}

/// One model as a list of what is known of it.
private struct NodeCard {
  let snapshot: Snapshot
  let node: Snapshot.Node
  let path: SafeText
  /// How many children are named.
  let limit: Int
  let isColored: Bool

  var text: StyledText {
    var text = StyledText(isColored: isColored)
    text.append(SafeText(node.type), .bold)
    text.line("  #\(node.id)", .dim)
    let first = Array(node.children.prefix(limit))
    let names = ModelNames(snapshot, first.map(\.position))
    let children = first.map { name(ofChild: $0, names) }
    let more = node.children.reduce(0) { count, _ in count + 1 } - children.count
    let below = node.subtree.count - 1
    let session: [SafeText] =
      node.isSession ? [node.isUnopened ? "it is one, and not open" : "it is one"] : []
    let rows: [(SafeText, [SafeText])] = [
      ("path", [path]),
      ("label", list(node.label).map { $0 + snapshot.age }),
      ("parent", list(node.parent.map(name))),
      ("children", children + (more > 0 ? ["and \(more) more; --limit all shows them"] : [])),
      ("below it", below > 0 ? [counted(below, "model")] : []),
      ("session", session + list(enclosingSession.map(name))),
      ("services", node.services.map { SafeText($0) }),
      ("representation", list(node.representation)),
      ("handles", node.subscriptions.map(describe)),
      ("raises", node.raises.map(describe)),
      ("state", node.state.map { "\($0.key) = \($0.value)\(snapshot.age)" }),
      ("created at", list(node.source)),
    ]
    for (title, values) in rows {
      for (index, value) in values.enumerated() {
        let start: SafeText = index == 0 ? "  \(title)" : ""
        text.append(start, .dim, width: 18)
        text.line(value)
      }
    }
    return text
  }

  private var enclosingSession: Snapshot.Node? {
    var node = node.parent
    while let candidate = node, !candidate.isSession { node = candidate.parent }
    return node
  }

  private func list(_ value: String?) -> [SafeText] { value.map { [SafeText($0)] } ?? [] }

  private func list(_ value: SafeText?) -> [SafeText] { value.map { [$0] } ?? [] }

  private func name(of node: Snapshot.Node) -> SafeText { "\(node.type) #\(node.id)" }

  /// Children are often of one type.
  private func name(ofChild child: Snapshot.Node, _ names: ModelNames) -> SafeText {
    "\(names.nameWithoutID(of: child.position)) #\(child.id)"
  }

  private func describe(_ subscription: Subscription) -> SafeText {
    let message: SafeText = "\(subscription.domain).\(subscription.code ?? "*")"
    let label: SafeText = subscription.label.map { " (\($0))" } ?? ""
    let source: SafeText = subscription.source.map { "  at \($0)" } ?? ""
    return "\(subscription.kind.mark) \(subscription.kind.rawValue) \(message)\(label)\(source)"
  }

  private func describe(_ declared: DeclaredMessage) -> SafeText {
    let label: SafeText = declared.label.map { " (\($0))" } ?? ""
    return "\(declared.message.kind.mark) \(declared.message)\(label)"
  }
}
