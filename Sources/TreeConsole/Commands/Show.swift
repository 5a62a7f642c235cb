import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows everything that is known of one model.
struct Show: InspectorCommand {
  static let commandName = "show"
  static let abstract = "Show everything known of one model."
  static let examples = ["ExamCreationFlow", "'#5' --json"]

  @Argument(help: "The model; in a REPL the current one where it is left out.")
  var selector: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let position: Int
    if let selector {
      position = try context.node(selector, in: state.snapshot)
    } else if context.isRepl {
      position = context.currentNode(in: state)
    } else {
      throw ConsoleError.missing(.shownModel)
    }
    let paths = NodePaths(state.snapshot)
    if output.json {
      context.output.write { sink in
        state.snapshot.writeNode(position, path: paths.path(of: position), to: &sink)
      }
      context.output.write("\n")
    } else {
      let card = NodeCard(
        node: state.snapshot[position], path: paths.path(of: position),
        isColored: output.isColored(context))
      context.output.write(card.text)
    }
  }
}

/// One model as a list of what is known of it.
private struct NodeCard {
  let node: Snapshot.Node
  let path: String
  let isColored: Bool

  var text: String {
    var text = StyledText(isColored: isColored)
    text.append(SafeText.escape(node.type), .bold)
    text.line("  #\(node.id)", .dim)
    var rows: [(String, [String])] = [("path", [path])]
    rows.append(("label", list(node.label)))
    rows.append(("parent", node.parent.map { [name(of: $0)] } ?? []))
    let children = node.children.prefix(12).map(name)
    let rest = node.children.reduce(0) { count, _ in count + 1 } - children.count
    rows.append(("children", children + (rest > 0 ? ["+\(rest) more"] : [])))
    rows.append(
      ("below it", node.subtree.count > 1 ? [counted(node.subtree.count - 1, "model")] : []))
    let session = node.isSession ? ["it is one"] : []
    rows.append(("session", session + list(enclosingSession.map(name))))
    rows.append(("services", node.services.map(SafeText.escape)))
    rows.append(("representation", list(node.representation)))
    rows.append(("handles", node.subscriptions.map(describe)))
    rows.append(("raises", node.raises.map(describe)))
    rows.append(("state", node.state.map { SafeText.escape("\($0.key) = \($0.value)") }))
    rows.append(("created at", list(node.source)))
    for (title, values) in rows where !values.isEmpty {
      for (index, value) in values.enumerated() {
        text.append((index == 0 ? "  \(title)" : "").padded(to: 18), .dim)
        text.line(value)
      }
    }
    return text.text
  }

  private var enclosingSession: Snapshot.Node? {
    var node = node.parent
    while let candidate = node, !candidate.isSession { node = candidate.parent }
    return node
  }

  private func list(_ value: String?) -> [String] { value.map { [SafeText.escape($0)] } ?? [] }

  private func name(of node: Snapshot.Node) -> String {
    "\(SafeText.escape(node.type)) #\(node.id)"
  }

  private func describe(_ subscription: Subscription) -> String {
    let code = subscription.code ?? "*"
    return SafeText.escape(
      "\(mark(subscription.kind)) \(subscription.kind.rawValue) \(subscription.domain).\(code)"
        + (subscription.label.map { " (\($0))" } ?? "")
        + (subscription.source.map { "  at \($0)" } ?? ""))
  }

  private func describe(_ declared: DeclaredMessage) -> String {
    SafeText.escape(
      "\(mark(declared.message.kind)) \(declared.message)"
        + (declared.label.map { " (\($0))" } ?? ""))
  }

  private func mark(_ kind: Message.Kind) -> String {
    switch kind {
    case .error: "▲"
    case .bubble: "△"
    case .event: "▼"
    }
  }
}
