import TextIO
import TreeAnalysis
import TreeSnapshot

extension Diagram {
  /// The diagram in Graphviz's language.
  ///
  /// Costs time and memory in proportion to the nodes that are drawn, at any depth.
  package func dot() -> String {
    var dot = ""
    dot.reserveCapacity(nodeCount * 512)
    writeHead(to: &dot)
    for position in part.positions { writeNode(position, to: &dot) }
    for position in part.positions where position != root { writeEdge(above: position, to: &dot) }
    dot += "}\n"
    return dot
  }

  // The text says `line` and not `ortho`: Graphviz 2.42's `ortho` ended the process with a failed
  // assertion on 15 of 1,500 random trees of 8 nodes, 84 of 1,200 of 16 and 9 of 500 of 30, and took
  // 95 ms for 200 nodes and 1.5 s for 800, where `line` takes 20 and 110. `Renderer` puts the edges
  // at right angles itself (`TreeRouting`); `dot` on this text draws them straight from the middle of
  // one box to the middle of the other. `newrank` saves a third of the time and keeps the picture.
  private func writeHead(to dot: inout String) {
    let name = DOTText.identifier(DOTText.visible(snapshot.name ?? "model tree"))
    let title = titleParts
    let subject = title.subject.isEmpty ? "" : "<b>\(DOTText.html(title.subject))</b>"
    dot += """
      digraph "\(name)" {
        graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, \
      bgcolor="#ffffff", \(Self.font), fontsize=11, pad=0.3, labelloc=t, labeljust=l,
               label=<\(subject)\(DOTText.html(title.rest))<br align="left"/>>]
        node [shape=plain, \(Self.font), fontsize=10]
        edge [color="\(Palette.plain.line)", arrowhead=none, penwidth=1.1, tailport=s, headport=n, \
      \(Self.font), fontsize=9]

      """
  }

  private static let font = "fontname=\"Helvetica,Arial,sans-serif\""

  /// The name of a node in DOT.
  private func identifier(_ position: Int) -> String {
    let id = snapshot[position].id
    return id < 0 ? "\"n\(id)\"" : "n\(id)"
  }

  private func writeNode(_ position: Int, to dot: inout String) {
    let node = snapshot[position]
    let label = NodeLabel(
      node: node, mark: marks.nodes[position], message: route?.message,
      difference: comparison?.marks.nodes[position],
      foldedCount: part.foldedCount(at: position))
    dot += "  \(identifier(position)) [label=<"
    label.write(to: &dot)
    dot += ">, tooltip=\"\(DOTText.tooltip(tooltip(of: node)))\"]\n"
  }

  private func writeEdge(above position: Int, to dot: inout String) {
    let parent = Int(snapshot.columns.parents[position])
    dot += "  \(identifier(parent)) -> \(identifier(position))"
    if let edge = marks.edges[position], let kind = route?.message.kind {
      dot += " [color=\"\(Palette.ink(kind))\", penwidth=2.4, "
      switch edge {
      case .hop(let number):
        dot += "dir=back, arrowtail=normal, xlabel=\"\(number)\""
      case .way:
        dot += "arrowhead=normal"
      }
      dot += "]"
    }
    if let mark = comparison?.marks.nodes[position], let style = Palette.edge(mark.kind) {
      dot += " [\(style)]"
    }
    dot += "\n"
  }

  /// A line with the node's path, and one with its id, its subscriptions and its source.
  private func tooltip(of node: Snapshot.Node) -> String {
    let count = snapshot.columns.subscriptions(of: node.position).count
    var facts = ["#\(node.id)"]
    if let old = comparison?.marks.nodes[node.position]?.oldID {
      facts = ["#\(old) of the older tree"]
    }
    facts.append(count == 0 ? "no subscriptions" : "\(counted(count, "subscription"))")
    if let source = node.source { facts.append(DOTText.visible(source)) }
    let folded = part.foldedCount(at: node.position)
    if folded > 0 { facts.append("\(counted(folded, "model")) folded away below") }
    return DOTText.shortened(path(of: node), to: DOTText.tooltipLength) + "\n"
      + facts.joined(separator: " · ")
  }

  private func path(of node: Snapshot.Node) -> String {
    var names: [String] = []
    var ancestor: Snapshot.Node? = node
    while let current = ancestor, names.count < Self.longestPath {
      names.append(DOTText.visible(current.type, length: DOTText.tooltipLength))
      ancestor = current.parent
    }
    return (ancestor == nil ? "/" : "…/") + names.reversed().joined(separator: "/")
  }

  /// A tooltip shows the path's end only, so that a chain of 200,000 nodes is linear to write.
  private static let longestPath = 8
}
