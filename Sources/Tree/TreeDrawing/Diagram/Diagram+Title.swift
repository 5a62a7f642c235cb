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
    let part = root == 0 ? nil : "from \(name(root)) down"
    let count = "\(nodeCount) of \(counted(snapshot.count, "model"))"
    if let comparison {
      let names = [DOTText.visible(comparison.oldName), DOTText.visible(comparison.newName)]
      let summary = comparison.summary.isEmpty ? "no difference" : comparison.summary
      return (
        [names.joined(separator: " → "), part].compactMap(\.self).joined(separator: ", "),
        " — \(summary)\(nodeCount == snapshot.count ? "" : " (\(count) drawn)")"
      )
    }
    guard let route, snapshot.positions.contains(route.raiser) else {
      let names = [snapshot.name.map { DOTText.visible($0) }, part].compactMap(\.self)
      let size = nodeCount == snapshot.count ? "\(counted(nodeCount, "model"))" : count
      return names.isEmpty ? ("", size) : (names.joined(separator: ", "), " — \(size)")
    }
    let message = route.message
    let label = MessageNames(snapshot)
      .find(message.kind, domain: message.domain, name: message.code)?.label
    return (
      "\(message.kind.rawValue) \(DOTText.visible(message.name))",
      "\(label.map { " (\(DOTText.visible($0)))" } ?? ""), "
        + "raised at \(labeledName(route.raiser)) — \(fate(of: route))"
    )
  }

  /// The node's type and its label, if it has one: `ResultCell "r7"`.
  private func labeledName(_ position: Int) -> String {
    let label = snapshot[position].label.map { " \"\(DOTText.visible($0))\"" }
    return name(position) + (label ?? "")
  }

  func name(_ position: Int) -> String { DOTText.visible(snapshot[position].name) }

  /// The outcome of the message.
  private func fate(of route: Route) -> String {
    let session = name(snapshot.eventSession(ofRaiserAt: route.raiser))
    switch route.outcome {
    case .handled(let handler) where handler == route.raiser:
      return "handled by itself"
    case .handled(let handler):
      return "handled by \(labeledName(handler)) in \(counted(route.hops.count - 1, "hop"))"
    case .uncaught: return "no model handles it; it ends uncaught in \(name(0))"
    case .unhandled: return "no model up to \(name(0)) handles it"
    case .delivered(let receivers):
      let count = receivers.count == 1 ? name(receivers[0]) : "\(receivers.count) models"
      return "sent down from \(session) to \(count)"
    case .unheard: return "sent down from \(session), and no model is registered"
    }
  }
}
