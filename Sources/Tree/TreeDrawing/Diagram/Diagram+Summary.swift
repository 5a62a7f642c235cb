import TextIO
import TreeAnalysis
import TreeSnapshot

extension Diagram {
  /// The size of the drawn part and its differences in words, for readers who don't see them; the
  /// title tells the route.
  package var summary: String {
    var sentences = ["A tree of \(counted(snapshot.count, "model")), parents above children."]
    if root != 0 { sentences.append("Drawn from \(name(root)) down.") }
    if part.foldedCount > 0 {
      sentences.append("\(counted(nodeCount, "model")) drawn, \(part.foldedCount) folded away.")
    }
    let (leaves, boxes) = part.alike
    if boxes > 0 {
      sentences.append(
        "\(leaves) leaves that are alike are drawn as \(boxes == 1 ? "1 box" : "\(boxes) boxes").")
    }
    if let comparison { sentences += story(of: comparison) }
    return sentences.joined(separator: " ")
  }

  private func story(of comparison: Comparison) -> [String] {
    let marked = comparison.marks.nodes.sorted { $0.key < $1.key }
    let names = "\(DOTText.visible(comparison.oldName)) is compared with "
    let rest = marked.count - Self.longestList
    return ["\(names)\(DOTText.visible(comparison.newName))."]
      + marked.prefix(Self.longestList).map { "\(name($0.key)) \($0.value.sentence)." }
      + (rest > 0 ? ["\(rest) more are left out here."] : [])
  }

  private static let longestList = 40

  /// A line with the node's path, and one with its id, subscriptions, and source.
  func tooltip(at position: Int) -> String {
    let node = snapshot[position]
    let count = snapshot.columns.nodes.subscriptions(of: position).count
    var facts = ["#\(node.id)"]
    if let old = comparison?.marks.nodes[position]?.oldID { facts = ["#\(old) of the older tree"] }
    if case .alike(let positions) = part.folds[position] {
      facts[0] += " and \(positions.count - 1) more"
    }
    facts.append(count == 0 ? "no subscriptions" : "\(counted(count, "subscription"))")
    if let source = node.source { facts.append(DOTText.visible(source)) }
    if case .below(let count) = part.folds[position] {
      facts.append("\(counted(count, "model")) folded away below")
    }
    return path(of: node).withoutMiddle(longerThan: DOTText.tooltipLength) + "\n"
      + facts.joined(separator: " · ")
  }

  private func path(of node: Snapshot.Node) -> String {
    var names: [String] = []
    var ancestor: Snapshot.Node? = node
    while let current = ancestor, names.count < Self.longestPath {
      names.append(DOTText.visible(current.name, length: DOTText.tooltipLength))
      ancestor = current.parent
    }
    return (ancestor == nil ? "/" : "…/") + names.reversed().joined(separator: "/")
  }

  /// A tooltip shows only the end of the path, so that a chain of 200,000 nodes takes linear time.
  private static let longestPath = 8
}
