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
  /// Whether its frame is dashed: it was removed, or stands for hidden models.
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
    if case .rest(let models) = fold {
      header.add("\(counted(models, "more model"))", .note)
      isDashed = true
      return
    }
    if let mark, let message { tone = Palette.Tone(mark.role, message.kind) }
    if let difference {
      tone = Palette.Tone(difference.kind)
      isDashed = difference.kind == .removed
    }
    addHeader(node, mark, difference, fold)
    addLabels(fold, of: node)
    addDetails(difference)
    addServices(of: node)
    addSubscriptions(of: node, message, mark, added: difference?.addedSubscriptions ?? [])
    if case .below(let count) = fold {
      rows.append(TextRow(.init(text: "+\(count) more", ink: .note)))
    }
    hasHeader = !rows.isEmpty || !node.isLeaf || tone != .plain
  }

  private mutating func addHeader(
    _ node: Snapshot.Node, _ mark: RouteMarks.Node?, _ difference: DifferenceMarks.Node?,
    _ fold: DiagramPart.Fold?
  ) {
    if case .alike(let positions) = fold { header.add("\(positions.count) × ") }
    header.add(DOTText.visible(node.name), isBold: true)
    var label = node.label
    if case .alike(let positions) = fold, !Self.haveOneLabel(positions, in: node.snapshot) {
      label = nil
    }
    if let label { header.add(" \"\(DOTText.visible(label))\"") }
    if let difference {
      let words = difference.words.map { "\($0.mark) \($0.text)" }.joined(separator: " · ")
      header.add("  \(words)", .tone(tone))
    }
    let words = (node.isSession ? ["session"] : []) + (mark?.words ?? [])
    if !words.isEmpty { header.add("  \(words.joined(separator: " · "))", .note) }
  }

  private static func haveOneLabel(_ positions: [Int], in snapshot: Snapshot) -> Bool {
    let fixed = snapshot.columns.nodes.fixed
    return positions.allSatisfy { fixed[$0].label == fixed[positions[0]].label }
  }

  /// The labels of folded models: the first two and the last.
  private mutating func addLabels(_ fold: DiagramPart.Fold?, of node: Snapshot.Node) {
    guard case .alike(let positions) = fold, !Self.haveOneLabel(positions, in: node.snapshot)
    else { return }
    let labels = positions.lazy.compactMap { node.snapshot[$0].label }
    var shown: [String] = labels.prefix(2).map { "\"\(DOTText.visible($0, length: 24))\"" }
    if positions.count > 2, let last = node.snapshot[positions[positions.count - 1]].label {
      shown.append("… \"\(DOTText.visible(last, length: 24))\"")
    }
    if shown.isEmpty { return }
    rows.append(TextRow(.init(text: shown.joined(separator: "  "), ink: .note)))
  }

  private mutating func addDetails(_ difference: DifferenceMarks.Node?) {
    guard let difference else { return }
    for detail in difference.details.prefix(Self.mostRows) {
      var row = TextRow(.init(text: detail.mark, ink: .tone(Palette.Tone(detail.kind))))
      row.add("  \(DOTText.visible(detail.text))")
      rows.append(row)
    }
    addRest(difference.details.count - Self.mostRows, "change")
  }

  private mutating func addServices(of node: Snapshot.Node) {
    let services = node.services
    for service in services.prefix(Self.mostRows) {
      var row = TextRow(.init(text: "service", ink: .note))
      row.add("  \(DOTText.visible(service))")
      rows.append(row)
    }
    addRest(services.count - Self.mostRows, "service")
  }

  private mutating func addSubscriptions(
    of node: Snapshot.Node, _ message: Message?, _ mark: RouteMarks.Node?, added: [Subscription]
  ) {
    // The row that decides the route is always shown, and so are new ones.
    var taken: Int?
    if let message, mark?.role == .taker {
      taken = node.snapshot.registration(taking: message, at: node.position)
    }
    var hidden = 0
    for (index, subscription) in node.subscriptions.enumerated() {
      let isNew = added.contains(subscription)
      if index < Self.mostRows || index == taken || isNew {
        add(subscription, isTaken: index == taken, isNew: isNew)
      } else {
        hidden += 1
      }
    }
    addRest(hidden, "subscription")
  }

  private mutating func add(_ subscription: Subscription, isTaken: Bool, isNew: Bool) {
    let kind = subscription.kind
    var row = TextRow()
    if isNew { row.add("+  ", .tone(Palette.Tone(.added))) }
    row.add("\(kind.mark.string) \(kind.rawValue)", .tone(Palette.Tone(kind)))
    let name = DOTText.visible("\(subscription.domain).\(subscription.code ?? "*")")
    row.add("  ")
    row.add(name, isBold: isTaken)
    if let label = subscription.label { row.add(" \(DOTText.visible(label))", .note) }
    rows.append(row)
  }

  private mutating func addRest(_ count: Int, _ noun: SafeText) {
    guard count > 0 else { return }
    rows.append(TextRow(.init(text: "\(counted(count, "more \(noun)"))", ink: .note)))
  }
}

extension Snapshot.Node {
  fileprivate var isLeaf: Bool { subtree.count == 1 }
}
