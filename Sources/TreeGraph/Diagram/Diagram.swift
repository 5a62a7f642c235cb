package import TreeAnalysis
package import TreeSnapshot

/// A tree, or a part of one, to be drawn: names in a header, a row for each subscription, and the
/// route of one message in bold with its hops numbered.
///
/// The same snapshot, part and route give the same bytes of DOT. Nothing is done by recursion.
package struct Diagram: Sendable {
  /// The tree.
  package let snapshot: Snapshot
  /// The position of the node at the top of the drawing.
  package let root: Int
  /// How many levels below the top are drawn; nil draws all.
  package let depth: Int?
  /// The route that is shown. Folding never hides it.
  package let route: Route?

  let part: DiagramPart
  let marks: RouteMarks
  /// What is compared, if the drawing is of a difference.
  let comparison: Comparison?

  /// Chooses what is drawn. Costs a pass over the subtree.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - root: the position of the node at the top; it must be one of the snapshot's.
  ///   - depth: how many levels below the top are drawn, as `print --depth` counts them. What is
  ///     folded is counted on its nearest node that is drawn; the nodes of a route are unfolded.
  ///   - route: a route that was found in the same snapshot.
  ///   - budget: how many boxes there are before models are folded into one; nil folds none.
  package init(
    _ snapshot: Snapshot, root: Int = 0, depth: Int? = nil, route: Route? = nil,
    budget: BoxBudget? = nil
  ) {
    precondition(snapshot.positions.contains(root), "the snapshot has no node at \(root)")
    self.snapshot = snapshot
    self.root = root
    self.depth = depth
    self.route = route
    comparison = nil
    marks = RouteMarks(route, in: snapshot, root: root)
    part = DiagramPart(snapshot, root: root, depth: depth, kept: marks.kept, budget: budget)
  }

  /// Draws the difference between two trees: the newer one, in which what was added, moved and changed
  /// is marked, and what was removed is drawn dashed in its old place. Costs a pass over both.
  ///
  /// - Parameters:
  ///   - difference: what is different.
  ///   - names: what the older tree and the newer one are called in the title.
  ///   - root: the position in the newer tree of the node at the top.
  ///   - depth: how many levels below the top are drawn. What is different is unfolded, of what was
  ///     added or removed its topmost node.
  ///   - budget: how many boxes there are before models are folded into one, what is different
  ///     included; nil folds none.
  package init(
    _ difference: TreeDifference, names: (old: String, new: String), root: Int = 0,
    depth: Int? = nil, budget: BoxBudget? = nil
  ) {
    precondition(difference.new.positions.contains(root), "the newer tree has no node at \(root)")
    let both = TreeOfBoth(difference)
    snapshot = both.snapshot
    self.root = both.newPositions[root]
    self.depth = depth
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

  /// How many nodes are drawn, each in a box of its own or with others that are alike.
  package var nodeCount: Int { part.count }

  /// How many boxes are drawn.
  package var boxCount: Int { part.positions.count }

  /// What the budget folded, in a few words; nil if it folded nothing.
  package var foldNote: String? {
    guard let note = part.note, let comparison else { return part.note }
    let hidden = comparison.marks.different(in: snapshot, root: root).count { !part.contains($0) }
    return hidden == 0 ? note : "\(note), \(hidden) of them different"
  }
}
