import TextIO
import TreeAnalysis
import TreeSnapshot

/// The box of a node, or of several that are folded together: a header with the name, and a row for
/// each service and subscription.
struct NodeBox: Sendable {
  /// A box with more rows wouldn't fit on a screen.
  static let mostRows = 24

  /// The size of names.
  static let nameSize = 14.0
  /// The size of the text in rows.
  static let fontSize = 12.0
  static let headerHeight = 25.0
  static let rowHeight = 18.0
  /// The padding on either side of the text.
  static let padding = 8.0
  /// The padding below the last row.
  static let bottom = 4.0
  /// How far below their top the texts of a header and of a row stand.
  static let baselines = (header: 17.5, row: 13.5)

  private(set) var header = TextRow()
  private(set) var rows: [TextRow] = []
  private(set) var tone = Palette.Tone.plain
  /// Whether its frame is dashed: it was removed.
  private(set) var isDashed = false

  /// Whether its name is in a header: it has rows, children, or a tone of its own.
  private(set) var hasHeader = false

  var size: TreeLayout.Size {
    let width = rows.reduce(header.width(size: Self.nameSize)) {
      max($0, $1.width(size: Self.fontSize))
    }
    var height = Self.headerHeight
    if !rows.isEmpty { height += Double(rows.count) * Self.rowHeight + Self.bottom }
    // An even width, so that the middle is a whole point.
    return TreeLayout.Size(width: (width / 2 + Self.padding).rounded(.up) * 2, height: height)
  }

  /// - Parameters:
  ///   - message: the message of the route.
  ///   - difference: the node's difference, in a drawing of one.
  ///   - fold: the models folded into the box.
  init(
    _ node: Snapshot.Node, mark: RouteMarks.Node?, message: Message?,
    difference: DifferenceMarks.Node?, fold: DiagramPart.Fold?
  ) {
    if let mark, let message { tone = Palette.Tone(mark.role, message.kind) }
    if let difference {
      tone = Palette.Tone(difference.kind)
      isDashed = difference.kind == .removed
    }
    addHeader(node, mark, difference, fold)
    if case .alike(let positions) = fold { addLabels(positions.map { node.snapshot[$0].label }) }
    add(difference?.details ?? [], "change") { detail in
      var row = TextRow(detail.kind.mark, .tone(Palette.Tone(detail.kind)))
      row.add("  \(DOTText.visible(detail.text))")
      return row
    }
    add(node.services, "service") { service in
      var row = TextRow("service", .note)
      row.add("  \(DOTText.visible(service))")
      return row
    }
    addSubscriptions(of: node, message, mark, added: difference?.addedSubscriptions ?? [])
    if case .below(let count) = fold { rows.append(TextRow("+\(count) more", .note)) }
    hasHeader = !rows.isEmpty || node.subtree.count > 1 || tone != .plain
  }

  private mutating func addHeader(
    _ node: Snapshot.Node, _ mark: RouteMarks.Node?, _ difference: DifferenceMarks.Node?,
    _ fold: DiagramPart.Fold?
  ) {
    var label = node.label
    if case .alike(let positions) = fold {
      header.add("\(positions.count) × ")
      if !node.snapshot.haveOneLabel(positions) { label = nil }
    }
    header.add(DOTText.visible(node.name), isBold: true)
    if let label { header.add(" \"\(DOTText.visible(label))\"") }
    if let difference {
      let words = difference.words.map { "\($0.kind.mark) \($0.text)" }.joined(separator: " · ")
      header.add("  \(words)", .tone(tone))
    }
    let words = (node.isSession ? ["session"] : []) + (mark?.words ?? [])
    if !words.isEmpty { header.add("  \(words.joined(separator: " · "))", .note) }
  }

  /// The labels of folded models, if they differ: the first two and the last.
  private mutating func addLabels(_ labels: [String?]) {
    if labels.allSatisfy({ $0 == labels[0] }) { return }
    let shown = labels.compactMap(\.self).map { "\"\(DOTText.visible($0, length: 24))\"" }
    var text = shown.prefix(2).joined(separator: "  ")
    if shown.count > 2 { text += "  … \(shown[shown.count - 1])" }
    rows.append(TextRow(text, .note))
  }

  /// Adds a row for each element, up to a limit.
  private mutating func add<Element>(
    _ elements: [Element], _ noun: SafeText, _ row: (Element) -> TextRow
  ) {
    rows += elements.prefix(Self.mostRows).map(row)
    addRest(elements.count - Self.mostRows, noun)
  }

  private mutating func addRest(_ count: Int, _ noun: SafeText) {
    if count > 0 { rows.append(TextRow("\(counted(count, "more \(noun)"))", .note)) }
  }

  private mutating func addSubscriptions(
    of node: Snapshot.Node, _ message: Message?, _ mark: RouteMarks.Node?, added: [Subscription]
  ) {
    var taken: Int?
    if let message, mark?.role == .taker {
      taken = node.snapshot.registration(taking: message, at: node.position)
    }
    // The row that decides the route is always shown, and so are new ones.
    let all = Array(node.subscriptions.enumerated())
    let shown = all.filter { $0 < Self.mostRows || $0 == taken || added.contains($1) }
    for (index, subscription) in shown {
      let kind = subscription.kind
      var row = TextRow()
      if added.contains(subscription) { row.add("+  ", .tone(Palette.Tone(.added))) }
      row.add("\(kind.mark.string) \(kind.rawValue)", .tone(Palette.Tone(kind)))
      row.add("  ")
      row.add(
        DOTText.visible("\(subscription.domain).\(subscription.code ?? "*")"),
        isBold: index == taken)
      if let label = subscription.label { row.add(" \(DOTText.visible(label))", .note) }
      rows.append(row)
    }
    addRest(all.count - shown.count, "subscription")
  }
}
