import TextIO
package import TreeAnalysis
package import TreeSnapshot

/// A drawing of a tree or a part of it: names in a header, a row for each subscription, and the
/// route of one message in bold with numbered hops.
///
/// The same snapshot, part, and route give the same bytes of DOT. Nothing is recursive.
package struct Diagram: Sendable {
  /// The tree.
  package let snapshot: Snapshot
  /// The position of the node at the top of the drawing.
  package let root: Int
  /// The route to show. Folding never hides it.
  package let route: Route?

  let part: DiagramPart
  let marks: RouteMarks
  /// The comparison, in a drawing of a difference.
  let comparison: Comparison?

  /// Creates a diagram. Costs a pass over the subtree.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - root: the position of the node at the top.
  ///   - depth: the number of levels below the top, as in `print --depth`. The drawing shows how
  ///     many nodes are folded into their nearest drawn ancestor; nodes of a route are never
  ///     folded.
  ///   - route: a route in the same snapshot.
  ///   - budget: the number of boxes above which models are folded together; nil folds none.
  package init(
    _ snapshot: Snapshot, root: Int = 0, depth: Int? = nil, route: Route? = nil,
    budget: BoxBudget? = nil
  ) {
    precondition(snapshot.positions.contains(root), "the snapshot has no node at \(root)")
    self.snapshot = snapshot
    self.root = root
    self.route = route
    comparison = nil
    marks = RouteMarks(route, in: snapshot, root: root)
    part = DiagramPart(snapshot, root: root, depth: depth, kept: marks.kept, budget: budget)
  }

  /// Creates a diagram of the difference between two trees: the newer one, with added, moved, and
  /// changed models marked, and removed models dashed in their old places. Costs a pass over both.
  /// - Parameters:
  ///   - difference: the difference.
  ///   - names: the names of the older and the newer tree in the title.
  ///   - root: the position in the newer tree of the node at the top.
  ///   - depth: the number of levels below the top. Models that differ aren't folded; in an added
  ///     or removed part, only its topmost node isn't.
  ///   - budget: the number of boxes, including those that differ, above which models are folded
  ///     together; nil folds none.
  package init(
    _ difference: TreeDifference, names: (old: String, new: String), root: Int = 0,
    depth: Int? = nil, budget: BoxBudget? = nil
  ) {
    precondition(difference.new.positions.contains(root), "the newer tree has no node at \(root)")
    let both = TreeOfBoth(difference)
    snapshot = both.snapshot
    self.root = both.newPositions[root]
    route = nil
    marks = RouteMarks(nil, in: both.snapshot, root: 0)
    let comparison = Comparison(difference, both, names: names)
    self.comparison = comparison
    let marks = comparison.marks
    part = DiagramPart(
      both.snapshot, root: self.root, depth: depth,
      kept: marks.kept(in: both.snapshot, root: self.root, limit: budget?.boxes), budget: budget,
      mark: { marks.nodes[$0]?.sentence ?? "" })
  }

  /// The number of nodes in the drawing, each in a box of its own or with identical ones.
  package var nodeCount: Int { part.count }

  /// The number of boxes.
  package var boxCount: Int { part.positions.count }

  /// What the budget folded, in a few words; nil if nothing.
  package var foldNote: String? {
    guard let note = part.note, let comparison else { return part.note }
    let hidden = comparison.marks.different(in: snapshot, root: root).count { !part.contains($0) }
    return hidden == 0 ? note : "\(note), \(hidden) of them different"
  }
}

extension Diagram {
  /// The meaning of the marks that occur in the drawing.
  var legend: TextRow {
    var row = TextRow()
    func begin() { if !row.isEmpty { row.add("    ") } }
    let kinds = Message.Kind.allCases.filter { kind in
      part.positions.contains { position in
        part.folds[position]?.isRest != true
          && snapshot.columns.nodes.subscriptions(of: position).contains { $0.kind == kind }
      }
    }
    for kind in kinds {
      begin()
      row.add("\(kind.mark.string) \(kind.rawValue)", .tone(Palette.Tone(kind)))
    }
    if !kinds.isEmpty { row.add("  that a model is registered for", .note) }
    if let route, !marks.edges.isEmpty {
      begin()
      row.add("━▶", .tone(Palette.Tone(route.message.kind)))
      let words = route.message.kind == .event ? "the event's way" : "its way, hop by hop"
      row.add("  \(words)", .note)
    }
    for (kind, mark, word) in Self.differences where occurs(kind) {
      begin()
      row.add("\(mark) \(word)", .tone(Palette.Tone(kind)))
    }
    if part.folds.values.contains(where: \.isAlike) {
      begin()
      row.add("9 × Name", isBold: true)
      row.add("  leaves that are alike", .note)
    }
    if part.foldedCount > 0 {
      begin()
      row.add("+9 more", .note)
      row.add("  models that are not drawn", .note)
    }
    return row
  }

  private static let differences: [(DifferenceMarks.Kind, String, String)] = [
    (.added, "+", "added"), (.removed, "−", "removed"), (.moved, ">", "moved"),
    (.changed, "~", "changed"),
  ]

  private func occurs(_ kind: DifferenceMarks.Kind) -> Bool {
    comparison?.marks.nodes.contains { $0.value.kind == kind && part.contains($0.key) } ?? false
  }
}

extension DiagramPart {
  /// The number of identical leaves, and of the boxes that show them.
  var alike: (leaves: Int, boxes: Int) {
    folds.values.reduce(into: (leaves: 0, boxes: 0)) { sum, fold in
      guard case .alike(let positions) = fold else { return }
      sum.leaves += positions.count
      sum.boxes += 1
    }
  }

  /// What a budget folded, in a few words; nil if nothing.
  var note: String? {
    if !isOverBudget { return nil }
    var clauses: [String] = []
    let (leaves, boxes) = alike
    if boxes > 0 {
      clauses.append("\(leaves) alike leaves in \(boxes == 1 ? "1 box" : "\(boxes) boxes")")
    }
    if foldedCount > 0 { clauses.append("\(counted(foldedCount, "model")) folded away") }
    return clauses.joined(separator: ", ")
  }
}

extension DiagramPart.Fold {
  var isAlike: Bool {
    if case .alike = self { true } else { false }
  }

  var isRest: Bool {
    if case .rest = self { true } else { false }
  }
}
