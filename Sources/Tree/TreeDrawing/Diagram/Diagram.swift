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
    self.marks = RouteMarks(nil, in: both.snapshot, root: 0)
    let marks = DifferenceMarks(difference, both)
    comparison = Comparison(
      oldName: names.old, newName: names.new, summary: difference.summary.string, marks: marks)
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
    if !part.isOverBudget { return nil }
    var clauses: [String] = []
    let (leaves, boxes) = part.alike
    if boxes > 0 {
      clauses.append("\(leaves) alike leaves in \(boxes == 1 ? "1 box" : "\(boxes) boxes")")
    }
    if part.foldedCount > 0 { clauses.append("\(counted(part.foldedCount, "model")) folded away") }
    let different = comparison?.marks.different(in: snapshot, root: root) ?? []
    let hidden = different.count { !part.contains($0) }
    if hidden > 0 { clauses.append("\(hidden) of them different") }
    return clauses.joined(separator: ", ")
  }
}

extension Diagram {
  /// The meaning of the marks that occur in the drawing.
  var legend: TextRow {
    var entries: [TextRow] = []
    let kinds = Message.Kind.allCases.filter { kind in
      part.positions.contains { position in
        snapshot.columns.nodes.subscriptions(of: position).contains { $0.kind == kind }
      }
    }
    for kind in kinds {
      entries.append(TextRow("\(kind.mark.string) \(kind.rawValue)", .tone(Palette.Tone(kind))))
    }
    if let last = entries.indices.last {
      entries[last].add("  that a model is registered for", .note)
    }
    if let route, !marks.edges.isEmpty {
      entries.append(TextRow("━▶", .tone(Palette.Tone(route.message.kind))))
      let words = route.message.kind == .event ? "the event's way" : "its way, hop by hop"
      entries[entries.count - 1].add("  \(words)", .note)
    }
    let nodes = comparison?.marks.nodes.filter { part.contains($0.key) } ?? [:]
    for kind in DifferenceMarks.Kind.allCases
    where nodes.values.contains(where: { $0.kind == kind }) {
      entries.append(TextRow("\(kind.mark) \(kind.rawValue)", .tone(Palette.Tone(kind))))
    }
    var row = TextRow()
    for entry in entries {
      if !row.isEmpty { row.add("    ") }
      row.pieces += entry.pieces
    }
    return row
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
}
