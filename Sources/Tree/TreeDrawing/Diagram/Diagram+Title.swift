import TextIO
import TreeAnalysis
import TreeSnapshot

extension Diagram {
  /// The diagram's subject in one sentence: the route, or the tree's name and size.
  ///
  /// Its names are shortened and safe for a terminal; they aren't escaped for any format.
  package var title: String {
    let title = titleParts
    return title.subject + title.rest
  }

  /// The sentence in two parts: its subject, which is drawn bold, and the rest.
  var titleParts: (subject: String, rest: String) {
    let (subject, rest) = mainTitleParts
    let isLabeled = snapshot.columns.nodes.fixed.contains { !$0.label.isNone }
    return (subject, rest + (isLabeled ? snapshot.age.string : ""))
  }

  private var mainTitleParts: (subject: String, rest: String) {
    if let comparison { return differenceTitle(comparison) }
    guard let route, snapshot.positions.contains(route.raiser) else { return treeTitle }
    let subject = "\(route.message.kind.rawValue) \(DOTText.visible(route.message.name))"
    let label = label(of: route.message).map { " (\(DOTText.visible($0)))" } ?? ""
    let rest = "\(label), raised at \(labeledName(route.raiser)) — \(fate(of: route))"
    return (subject, rest + hidden(of: route))
  }

  /// The label of a message, as the app declares it, or else a model that is registered for it.
  private func label(of message: Message) -> String? {
    let declared = snapshot.vocabulary.first { $0.message == message && $0.label != nil }
    if let declared { return declared.label }
    for position in snapshot.positions {
      let own = snapshot[position].subscriptions.first {
        $0.kind == message.kind && $0.domain == message.domain && $0.code == message.code
          && $0.label != nil
      }
      if let own { return own.label }
    }
    return nil
  }

  private func differenceTitle(_ comparison: Comparison) -> (subject: String, rest: String) {
    let names = "\(DOTText.visible(comparison.oldName)) → \(DOTText.visible(comparison.newName))"
    let part = root == 0 ? "" : ", from \(name(root)) down"
    let count =
      nodeCount == snapshot.count
      ? "" : " (\(nodeCount) of \(counted(snapshot.count, "model")) drawn)"
    let summary = comparison.summary.isEmpty ? "no difference" : comparison.summary
    return (names + part, " — \(summary)\(count)")
  }

  private var treeTitle: (subject: String, rest: String) {
    let tree = snapshot.name.map { DOTText.visible($0) }
    let part = root == 0 ? nil : "from \(name(root)) down"
    let names = [tree, part].compactMap(\.self)
    let count =
      nodeCount == snapshot.count
      ? "\(counted(nodeCount, "model"))"
      : "\(nodeCount) of \(counted(snapshot.count, "model"))"
    return names.isEmpty ? ("", count) : (names.joined(separator: ", "), " — \(count)")
  }

  /// The node's type and its label, if it has one: `ResultCell "r7"`.
  func labeledName(_ position: Int) -> String {
    guard snapshot.positions.contains(position), let label = snapshot[position].label else {
      return name(position)
    }
    return "\(name(position)) \"\(DOTText.visible(label))\""
  }

  func name(_ position: Int) -> String {
    snapshot.positions.contains(position) ? DOTText.visible(snapshot[position].name) : "?"
  }

  /// The outcome of the message.
  private func fate(of route: Route) -> String {
    let top = route.hops.last.map { name($0.node) } ?? name(0)
    switch route.outcome {
    case .handled(let handler) where handler == route.raiser:
      return "handled by itself"
    case .handled(let handler):
      return "handled by \(labeledName(handler)) in \(counted(route.hops.count - 1, "hop"))"
    case .uncaught:
      return "no model handles it; it ends uncaught in \(top)"
    case .unhandled:
      return "no model up to \(top) handles it"
    case .delivered(let receivers):
      let session = name(snapshot.eventSession(ofRaiserAt: route.raiser))
      let count = receivers.count == 1 ? name(receivers[0]) : "\(receivers.count) models"
      return "sent down from \(session) to \(count)"
    case .unheard:
      let session = name(snapshot.eventSession(ofRaiserAt: route.raiser))
      return "sent down from \(session), and no model is registered"
    }
  }

  /// The route's nodes outside the drawn part; empty if all are inside.
  private func hidden(of route: Route) -> String {
    var outside: [String] = []
    if !part.contains(route.raiser) { outside.append("the raiser") }
    switch route.outcome {
    case .handled(let handler):
      if !part.contains(handler), handler != route.raiser { outside.append("the handler") }
    case .uncaught, .unhandled:
      if !part.contains(0), route.raiser != 0 { outside.append("the root") }
    case .delivered(let receivers):
      let count = receivers.count { !part.contains($0) }
      if count > 0 { outside.append("\(count) of \(counted(receivers.count, "receiver"))") }
    case .unheard:
      break
    }
    if outside.isEmpty { return "" }
    return " (not in the part drawn: \(outside.joined(separator: ", ")))"
  }
}
