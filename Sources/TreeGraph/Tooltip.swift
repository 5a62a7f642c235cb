import TextIO
import TreeSnapshot

extension Diagram {
  /// A line with the node's path, and one with its id, its subscriptions and its source.
  func tooltip(at position: Int) -> String {
    let node = snapshot[position]
    let count = snapshot.columns.subscriptions(of: position).count
    var facts = ["#\(node.id)"]
    if let old = comparison?.marks.nodes[position]?.oldID { facts = ["#\(old) of the older tree"] }
    switch part.folds[position] {
    case .rest(let models): return "\(counted(models, "more model")), from \(path(of: node)) on"
    case .alike(let positions): facts[0] += " and \(positions.count - 1) more"
    case .below, nil: break
    }
    facts.append(count == 0 ? "no subscriptions" : "\(counted(count, "subscription"))")
    if let source = node.source { facts.append(DOTText.visible(source)) }
    if case .below(let count) = part.folds[position] {
      facts.append("\(counted(count, "model")) folded away below")
    }
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
