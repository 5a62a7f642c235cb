import TreeAnalysis
import TreeSnapshot

/// The box of one node: a header with its name, and a row for each service and subscription.
struct NodeLabel {
  /// More rows than this make a box that no screen shows, and a layout that takes seconds.
  static let mostRows = 24

  let node: Snapshot.Node
  let mark: RouteMarks.Node?
  /// The message whose route is shown.
  let message: Message?
  /// What is different of the node, where a difference is drawn.
  let difference: DifferenceMarks.Node?
  let foldedCount: Int

  func write(to dot: inout String) {
    var box = Palette.plain
    if let mark, let message { box = Palette.box(mark.role, message.kind) }
    if let difference { box = Palette.box(difference.kind) }
    // What was removed has a dashed frame around all of it.
    let frame =
      difference?.kind == .removed
      ? "border=\"1\" cellborder=\"0\" style=\"dashed\"" : "border=\"0\" cellborder=\"1\""
    dot += "<table \(frame) cellspacing=\"0\" cellpadding=\"5\""
    dot += " color=\"\(box.line)\" bgcolor=\"#ffffff\">"
    writeHeader(box, to: &dot)
    writeDetails(to: &dot)
    writeServices(to: &dot)
    writeSubscriptions(to: &dot)
    if foldedCount > 0 {
      dot += "\n    <tr><td align=\"left\" style=\"dashed\">"
      dot += Self.font("+\(foldedCount) more", Palette.note)
      dot += "</td></tr>"
    }
    dot += "</table>"
  }

  private func writeHeader(_ box: Palette.Box, to dot: inout String) {
    let name = DOTText.html(DOTText.visible(node.type))
    dot += "\n    <tr><td align=\"left\" bgcolor=\"\(box.header)\"><b>\(name)</b>"
    if let label = node.label {
      dot += " \(DOTText.html("\"\(DOTText.visible(label))\""))"
    }
    if let difference {
      let words = difference.words.map { DOTText.html("\($0.mark) \($0.text)") }.joined(
        separator: " · ")
      dot += "  \(Self.font(words, box.line))"
    }
    let words = (node.isSession ? ["session"] : []) + (mark?.words ?? [])
    if !words.isEmpty {
      dot += "  <font color=\"\(Palette.note)\" point-size=\"9\">"
      dot += "\(words.joined(separator: " · "))</font>"
    }
    dot += "</td></tr>"
  }

  private func writeDetails(to dot: inout String) {
    guard let difference else { return }
    for detail in difference.details.prefix(Self.mostRows) {
      let mark = Self.font(DOTText.html(detail.mark), Palette.box(detail.kind).line)
      writeRow("\(mark)  \(DOTText.html(DOTText.visible(detail.text)))", to: &dot)
    }
    writeRest(difference.details.count - Self.mostRows, "change", to: &dot)
  }

  private func writeServices(to dot: inout String) {
    let services = node.services
    for service in services.prefix(Self.mostRows) {
      let name = DOTText.html(DOTText.visible(service))
      writeRow("\(Self.font("service", Palette.faint))  \(name)", to: &dot)
    }
    writeRest(services.count - Self.mostRows, "service", to: &dot)
  }

  private func writeSubscriptions(to dot: inout String) {
    let subscriptions = node.subscriptions
    // The row that decides the route is shown, however far down it is.
    let taken = takenIndex
    var hidden = 0
    for (index, subscription) in subscriptions.enumerated() {
      if index < Self.mostRows || index == taken {
        writeSubscription(subscription, isTaken: index == taken, to: &dot)
      } else {
        hidden += 1
      }
    }
    writeRest(hidden, "subscription", to: &dot)
  }

  /// The subscription by which the node takes the message.
  private var takenIndex: Int? {
    guard let message, mark?.role == .taker else { return nil }
    return node.snapshot.registration(taking: message, at: node.position)
  }

  private func writeSubscription(
    _ subscription: Subscription, isTaken: Bool, to dot: inout String
  ) {
    let kind = subscription.kind
    let name = DOTText.html(
      DOTText.visible("\(subscription.domain).\(subscription.code ?? "*")"))
    var row = Self.font("\(Palette.mark(kind)) \(kind.rawValue)", Palette.ink(kind))
    row += "  \(isTaken ? "<b>\(name)</b>" : name)"
    if let label = subscription.label {
      row += " \(Self.font(DOTText.html(DOTText.visible(label)), Palette.faint))"
    }
    writeRow(row, to: &dot)
  }

  private func writeRest(_ count: Int, _ noun: String, to dot: inout String) {
    guard count > 0 else { return }
    writeRow(Self.font("\(count) more \(noun)\(count == 1 ? "" : "s")", Palette.faint), to: &dot)
  }

  private func writeRow(_ content: String, to dot: inout String) {
    dot += "\n    <tr><td align=\"left\">\(content)</td></tr>"
  }

  private static func font(_ content: String, _ color: String) -> String {
    "<font color=\"\(color)\">\(content)</font>"
  }
}
