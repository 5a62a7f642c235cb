import CGraphviz

extension GraphvizGraph {
  /// Puts the edges of a tree, which has been laid out, at right angles. Any other graph keeps the
  /// edges that Graphviz gave it.
  func routeEdges() {
    var nodes: [UnsafeMutablePointer<Agnode_t>] = []
    var places: [UnsafeMutablePointer<Agnode_t>: Int] = [:]
    var nextNode = agfstnode(graph)
    while let node = nextNode {
      nextNode = agnxtnode(graph, node)
      places[node] = nodes.count
      nodes.append(node)
    }
    let boxes = nodes.map { node in
      let center = cgraphviz_center(node)
      return TreeRouting.Box(
        center: TreeRouting.Point(x: center.x, y: center.y),
        height: cgraphviz_node_height(node), row: Int(cgraphviz_row(node)))
    }
    var handles: [(edge: UnsafeMutablePointer<Agedge_t>, curve: UnsafeMutablePointer<bezier>)] = []
    var edges: [TreeRouting.Edge] = []
    var hasParent = [Bool](repeating: false, count: nodes.count)
    for (place, node) in nodes.enumerated() {
      var next = agfstout(graph, node)
      while let edge = next {
        next = agnxtout(graph, edge)
        guard let child = places[cgraphviz_head(edge)], !hasParent[child],
          boxes[place].row >= 0, boxes[child].row == boxes[place].row + 1,
          let curve = cgraphviz_curve(edge)
        else { return }
        hasParent[child] = true
        handles.append((edge, curve))
        edges.append(TreeRouting.Edge(parent: place, child: child, isBold: hasArrow(curve)))
      }
    }
    let paths = TreeRouting(boxes: boxes, edges: edges).paths()
    for (handle, path) in zip(handles, paths) {
      guard let last = path.last, path.count > 1 else { continue }
      draw(handle.curve, along: path)
      let before = path[path.count - 2]
      cgraphviz_put_label_left_of(handle.edge, last.x - 4, (last.y + before.y) / 2)
    }
  }

  /// The edges of a route are those with an arrow.
  private func hasArrow(_ curve: UnsafeMutablePointer<bezier>) -> Bool {
    curve.pointee.sflag != 0 || curve.pointee.eflag != 0
  }

  /// Gives a curve its corners: each side is a cubic whose controls lie on its ends. An arrow's tip
  /// is moved to the end of the path, and the line ends at the arrow's base.
  private func draw(_ curve: UnsafeMutablePointer<bezier>, along path: [TreeRouting.Point]) {
    var path = path.map { pointf(x: $0.x, y: $0.y) }
    let count = Int(curve.pointee.size)
    guard let old = curve.pointee.list, count > 0 else { return }
    // All paths begin and end with an upright side.
    if curve.pointee.sflag != 0 {
      let length = cgraphviz_distance(curve.pointee.sp, old[0])
      curve.pointee.sp = path[0]
      path[0].y -= length
    }
    if curve.pointee.eflag != 0 {
      let length = cgraphviz_distance(curve.pointee.ep, old[count - 1])
      curve.pointee.ep = path[path.count - 1]
      path[path.count - 1].y += length
    }
    var points = [path[0]]
    for (from, to) in zip(path, path.dropFirst()) { points += [from, to, to] }
    _ = cgraphviz_set_points(curve, points, points.count)
  }
}
