import TextIO
import TreeAnalysis
import TreeSnapshot

extension Diagram {
  /// The diagram in words, for readers who don't see it: the size of the part, and each hop of the
  /// route with its reason.
  ///
  /// Long routes are shortened, so that the text is short for any tree.
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
    if let route, snapshot.positions.contains(route.raiser) { sentences += story(of: route) }
    return sentences.joined(separator: " ")
  }

  private func story(of comparison: Comparison) -> [String] {
    let marked = comparison.marks.nodes.keys.sorted()
    let names = "\(DOTText.visible(comparison.oldName)) is compared with "
    return ["\(names)\(DOTText.visible(comparison.newName))."]
      + Self.cut(marked) { position, _ in
        let words = comparison.marks.nodes[position]?.sentence ?? ""
        return "\(name(position)) \(words)."
      }
  }

  private func story(of route: Route) -> [String] {
    let message = "\(route.message.kind.rawValue) \(DOTText.visible(route.message.name))"
    var sentences = ["\(name(route.raiser)) raises \(message)."]
    sentences += Self.cut(route.hops) { hop, number in
      let reason = Self.words(for: hop.reason, route.message)
      let verdict = hop.verdict == .handled ? "handles it" : "lets it pass"
      return "\(number). \(name(hop.node)) \(verdict): \(reason)."
    }
    switch route.outcome {
    case .handled: break
    case .uncaught: sentences.append("No model handles it; it ends uncaught in the root.")
    case .unhandled: sentences.append("No model handles it.")
    case .unheard, .delivered:
      let session = name(snapshot.eventSession(ofRaiserAt: route.raiser))
      guard case .delivered(let receivers) = route.outcome else {
        return sentences + ["It goes down from \(session), and no model is registered."]
      }
      sentences.append("It goes down from \(session).")
      sentences += Self.cut(receivers) { receiver, number in
        "\(name(receiver)) receives it \(ordinal(number))."
      }
    }
    return sentences
  }

  private static let longestList = 40

  private static func cut<Element>(
    _ elements: [Element], _ sentence: (Element, Int) -> String
  ) -> [String] {
    var sentences = elements.prefix(longestList).enumerated().map { sentence($1, $0 + 1) }
    if let last = elements.last, elements.count > longestList {
      let left = elements.count - longestList - 1
      if left > 0 { sentences.append("\(left) more are left out here.") }
      sentences.append(sentence(last, elements.count))
    }
    return sentences
  }

  private static func words(for reason: Route.Reason, _ message: Message) -> String {
    switch reason {
    case .code: "it is registered for this code"
    case .domain: "it is registered for the whole domain"
    case .noHandlers: "it is registered for no \(message.kind.rawValue)s"
    case .otherCodes: "it is registered for other codes of the domain"
    case .otherDomains: "it is registered for other domains"
    case .otherPayload: "it is registered for it with a payload of another type"
    }
  }
}

extension Diagram {
  /// A line with the node's path, and one with its id, subscriptions, and source.
  func tooltip(at position: Int) -> String {
    let node = snapshot[position]
    let count = snapshot.columns.nodes.subscriptions(of: position).count
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
