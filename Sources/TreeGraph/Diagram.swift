package import TreeAnalysis
package import TreeSnapshot

/// A tree, or a part of one, to be drawn: names in a header, a row for each subscription, and the
/// route of one message in bold with its hops numbered.
///
/// The same snapshot, part and route give the same bytes of DOT. Nothing is done by recursion.
package struct Diagram: Sendable {
  /// How many nodes are laid out at most: `dot` takes 0.3 s for 1,500 and a minute for
  /// 10,000.
  package static let nodeLimit = 1_500

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
  /// What is compared, where the drawing is of a difference.
  let comparison: Comparison?

  /// Chooses what is drawn. Costs a pass over the subtree.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - root: the position of the node at the top; it must be one of the snapshot's.
  ///   - depth: how many levels below the top are drawn, as `print --depth` counts them. What is
  ///     folded is counted on its nearest node that is drawn; the nodes of a route are unfolded.
  ///   - route: a route that was found in the same snapshot.
  package init(_ snapshot: Snapshot, root: Int = 0, depth: Int? = nil, route: Route? = nil) {
    precondition(snapshot.positions.contains(root), "the snapshot has no node at \(root)")
    self.snapshot = snapshot
    self.root = root
    self.depth = depth
    self.route = route
    comparison = nil
    marks = RouteMarks(route, in: snapshot, root: root)
    part = DiagramPart(snapshot, root: root, depth: depth, kept: marks.kept)
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
  package init(
    _ difference: TreeDifference, names: (old: String, new: String), root: Int = 0,
    depth: Int? = nil
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
    part = DiagramPart(
      both.snapshot, root: self.root, depth: depth,
      kept: comparison.marks.kept(in: both.snapshot, root: self.root))
  }

  /// How many nodes are drawn.
  package var nodeCount: Int { part.count }

  /// Draws the diagram; an SVG gets a title and a description in words.
  ///
  /// The calling thread waits while Graphviz draws; see `Renderer.render(_:as:)`.
  ///
  /// - Throws: `GraphError.tooLarge` where more than `nodeLimit` nodes would be laid out (DOT is
  ///   written at any size), and what `Renderer` throws.
  package func render(as format: GraphFormat) throws(GraphError) -> [UInt8] {
    if format != .dot, nodeCount > Self.nodeLimit {
      throw .tooLarge(nodes: nodeCount, limit: Self.nodeLimit)
    }
    let bytes = try Renderer.render(dot(), as: format)
    if format != .svg { return bytes }
    return SVGText.describe(bytes, title: title, description: summary)
  }
}
