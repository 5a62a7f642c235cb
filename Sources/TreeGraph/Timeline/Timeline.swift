package import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// A history to be drawn: models as lanes, and rows for messages and changes.
package struct Timeline {
  /// A row.
  struct Row {
    enum Shape {
      /// A message that a model handles.
      case handled(by: JournalNode, passed: [JournalNode])
      /// An event and its receivers.
      case delivered(to: [JournalNode])
      /// A message that no model handles; an error ends in the root session.
      case lost(told: JournalNode?)
      /// A message whose outcome is not recorded.
      case open
      case attached, detached
      /// Another change of a model.
      case change
    }

    var shape: Shape
    /// The record; for a message, its raise.
    var record: JournalRecord
    var node: JournalNode
    /// The record of the message's outcome, which others may have as their cause.
    var outcome: JournalRecord?
    var text: SafeText
    var tooltip: SafeText
    /// The number of models that left with this one, from below it.
    var left = 0 {
      didSet { text = "detached, with \(counted(left, "model")) below it" }
    }

    /// The models in the row.
    var nodes: [JournalNode] {
      switch shape {
      case .handled(let handler, _): [node, handler]
      case .delivered(let receivers): [node] + receivers
      case .lost(let told): [node] + (told.map { [$0] } ?? [])
      case .open, .attached, .detached, .change: [node]
      }
    }
  }

  /// The maximum size of a drawing.
  package struct Budget: Sendable {
    /// The maximum number of rows.
    package var rows: Int
    /// The maximum number of lanes.
    package var lanes: Int

    /// A size that is readable on a screen.
    package static let screen = Budget(rows: 60, lanes: 14)
  }

  let title: String
  let rows: [Row]
  /// The models, parents before their children.
  let lanes: [JournalNode]
  let names: [JournalNode: SafeText]
  /// By model: the row in which it left its tree, alone or with an ancestor.
  let ends: [JournalNode: Int]
  /// The omitted parts, in words; nil if there are none.
  package let leftOut: SafeText?

  /// The number of models with a lane.
  package var laneCount: Int { lanes.count }

  /// Collects the rows. Costs a look at each record, and a snapshot for each drawn event.
  ///
  /// - Parameters:
  ///   - records: the records to draw, in order.
  ///   - contents: their journal.
  ///   - types: the types of its models.
  ///   - name: the tree's name.
  ///   - budget: the maximum size; the last rows are drawn.
  package init(
    _ records: [JournalRecord], of contents: JournalContents, _ types: JournalTypes, name: String,
    budget: Budget = .screen
  ) {
    let words = RecordWords(contents: contents, types: types)
    var maker = TimelineRows(contents, words)
    var all: [Row] = []
    // An event costs a snapshot, so rows beyond the budget are left out first.
    let drawn = records.filter(TimelineRows.isDrawn)
    let others = records.count { !TimelineRows.isDrawn($0) && $0.begun == nil }
    let latest = drawn.suffix(max(1, budget.rows))
    for record in latest { maker.add(maker.row(record), to: &all) }
    let earlier = drawn.count - latest.count

    // The models that occur in the most rows.
    var uses: [JournalNode: Int] = [:]
    for row in all {
      for node in Set(row.nodes) { uses[node, default: 0] += row.outcome == nil ? 1 : 3 }
    }
    let ranked = uses.keys.sorted {
      (uses[$0] ?? 0, -$0.tree, -$0.id) > (uses[$1] ?? 0, -$1.tree, -$1.id)
    }
    let kept = Set(ranked.prefix(max(1, budget.lanes)))
    let rows = all.filter { row in row.nodes.allSatisfy(kept.contains) }
    let lanes = maker.documentOrder(Set(rows.flatMap(\.nodes)))
    self.rows = rows
    self.lanes = lanes
    names = Dictionary(uniqueKeysWithValues: lanes.map { ($0, words.name($0)) })

    var ends: [JournalNode: Int] = [:]
    for (number, row) in rows.enumerated() {
      guard case .detached = row.shape else { continue }
      for lane in lanes where ends[lane] == nil && maker.isNode(lane, below: row.node) {
        ends[lane] = number
      }
    }
    self.ends = ends

    let hidden = all.count - rows.count
    var left: [SafeText] = []
    if earlier > 0 { left.append("\(counted(earlier, "row")) before") }
    if hidden > 0 {
      left.append(
        "\(counted(hidden, "row")) of \(counted(ranked.count - kept.count, "other model"))")
    }
    if others > 0 { left.append("\(counted(others, "record")) of representations and the like") }
    leftOut = left.isEmpty ? nil : "left out: \(left.joined(separator: ", "))"
    let span = [rows.first, rows.last].compactMap {
      $0.map { WallClock.localTime(ofNanoseconds: $0.record.time) }
    }
    let time =
      span.count == 2 ? ": what happened from \(span[0]) to \(span[1])" : ": nothing happened"
    title = SafeText(name).string + time
  }

  /// The drawing, as SVG.
  package var svg: [UInt8] { TimelineWriter.bytes(of: self) }

}

/// Creates the rows of a timeline one by one.
struct TimelineRows {
  private let contents: JournalContents
  private let words: RecordWords
  private let parents: JournalParents
  private var outcomes: [Int: JournalRecord] = [:]
  private var trees: MovingTree?

  init(_ contents: JournalContents, _ words: RecordWords) {
    self.contents = contents
    self.words = words
    parents = JournalParents(of: contents)
    contents.forEachRecord { record in
      if let raise = record.raise { outcomes[raise] = record }
      return true
    }
  }

  /// Whether a record has a row; an outcome is in the row of its raise.
  static func isDrawn(_ record: JournalRecord) -> Bool {
    switch record.event {
    case .raised, .attached, .detached, .registered, .unregistered, .provided, .opened, .closed:
      true
    default: false
    }
  }

  mutating func row(_ record: JournalRecord) -> Timeline.Row {
    parents.advance(to: record.number)
    let outcome = record.event == .raised ? outcomes[record.number] : nil
    var tooltip = words.sentence(record)
    if let outcome { tooltip += "; \(words.sentence(outcome))" }
    return Timeline.Row(
      shape: shape(record, outcome), record: record, node: record.node, outcome: outcome,
      text: text(record, outcome), tooltip: "record \(record.number): " + tooltip)
  }

  /// Adds a row, or counts it in the one before: models leave together with one above them.
  func add(_ row: Timeline.Row, to rows: inout [Timeline.Row]) {
    guard case .detached = row.shape, let last = rows.last, case .detached = last.shape,
      last.node != row.node, isNode(row.node, below: last.node)
    else { return rows.append(row) }
    rows[rows.count - 1].left += 1
  }

  private mutating func shape(
    _ record: JournalRecord, _ outcome: JournalRecord?
  ) -> Timeline.Row.Shape {
    switch (record.event, outcome?.event) {
    case (.attached, _): return .attached
    case (.detached, _): return .detached
    case (.raised, nil): return .open
    case (.raised, .handled):
      guard let outcome, let handler = outcome.handler else { return .open }
      return .handled(
        by: JournalNode(tree: record.node.tree, id: handler), passed: parents.passed(to: outcome))
    case (.raised, .delivered):
      return .delivered(to: receivers(of: record))
    case (.raised, _):
      return .lost(told: outcome?.handler.map { JournalNode(tree: record.node.tree, id: $0) })
    default: return .change
    }
  }

  /// The models that received an event, according to its tree; none if the tree is unknown.
  private mutating func receivers(of record: JournalRecord) -> [JournalNode] {
    if trees == nil { trees = try? MovingTree(of: contents, at: record.number) }
    guard let trees, let message = record.message?.message else { return [] }
    trees.advance(to: record.number)
    guard let tree = try? trees.snapshot(ofTree: record.node.tree),
      let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  private func text(_ record: JournalRecord, _ outcome: JournalRecord?) -> SafeText {
    let message: SafeText =
      record.message.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" } ?? "…"
    let kind: SafeText = record.message.map { "\($0.kind.mark) " } ?? ""
    switch record.event {
    case .raised:
      let end: SafeText =
        switch outcome?.event {
        case .handled, nil: ""
        case .delivered: ", heard by \(outcome?.count ?? 0)"
        case let event?: ", \(event.name)"
        }
      return kind + message + end + (record.isTest ? " (a test)" : "")
    case .registered: return "listens to " + kind + message
    case .unregistered: return "no longer listens to " + kind + message
    case .attached: return "attached"
    case .detached: return "detached"
    case .provided: return "provides \(record.service ?? "…")"
    default: return "\(record.event.name)"
    }
  }

  /// Whether a model is another one, or below it.
  func isNode(_ node: JournalNode, below top: JournalNode) -> Bool {
    var next: JournalNode? = node
    while let current = next, current != top { next = parents[current] }
    return next != nil
  }

  /// The models, parents before their children, siblings by id.
  func documentOrder(_ nodes: Set<JournalNode>) -> [JournalNode] {
    func way(_ node: JournalNode) -> [Int] {
      var ids = [node.id]
      var next = parents[node]
      while let current = next {
        ids.append(current.id)
        next = parents[current]
      }
      return [node.tree] + ids.reversed()
    }
    return nodes.map { ($0, way($0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }
}
