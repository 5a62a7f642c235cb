import CGraphviz

extension GraphvizGraph {
  /// Puts the edges of a tree, whose layout its attributes hold, at right angles. Any other graph
  /// keeps the edges that Graphviz gave it.
  func routeEdges() {
    guard let (nodes, boxes) = boxes() else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    var handles: [UnsafeMutablePointer<Agedge_t>] = []
    var courses: [EdgeCourse] = []
    var edges: [TreeRouting.Edge] = []
    var hasParent = [Bool](repeating: false, count: nodes.count)
    for (place, node) in nodes.enumerated() {
      var next = agfstout(graph, node)
      while let edge = next {
        next = agnxtout(graph, edge)
        guard let child = places[cgraphviz_head(edge)], !hasParent[child],
          boxes[child].row == boxes[place].row + 1,
          let course = EdgeCourse(Self.attribute("pos", of: edge))
        else { return }
        hasParent[child] = true
        handles.append(edge)
        courses.append(course)
        edges.append(TreeRouting.Edge(parent: place, child: child, isBold: course.hasArrow))
      }
    }
    let paths = TreeRouting(boxes: boxes, edges: edges).paths()
    for ((handle, course), path) in zip(zip(handles, courses), paths) {
      guard let last = path.last, path.count > 1 else { continue }
      var course = course
      course.follow(path)
      Self.setAttribute("pos", of: handle, to: course.attribute)
      putLabel(of: handle, leftOf: last.x - 4, (last.y + path[path.count - 2].y) / 2)
    }
  }

  /// The nodes with their boxes; nil where the layout gave one no place.
  private func boxes() -> (nodes: [UnsafeMutablePointer<Agnode_t>], boxes: [TreeRouting.Box])? {
    var nodes: [UnsafeMutablePointer<Agnode_t>] = []
    var boxes: [TreeRouting.Box] = []
    var next = agfstnode(graph)
    while let node = next {
      next = agnxtnode(graph, node)
      guard let center = EdgeCourse.point(Self.attribute("pos", of: node)[...]),
        let height = Double(Self.attribute("height", of: node))
      else { return nil }
      nodes.append(node)
      boxes.append(TreeRouting.Box(center: center, height: height * 72, row: 0))
    }
    // The centers of a row lie on one line.
    let levels = Set(boxes.map(\.center.y)).sorted(by: >)
    let rows = Dictionary(uniqueKeysWithValues: zip(levels, levels.indices))
    for place in boxes.indices { boxes[place].row = rows[boxes[place].center.y, default: 0] }
    return (nodes, boxes)
  }

  /// Puts an edge's outer label beside a point; an edge without one stays as it is.
  private func putLabel(
    of edge: UnsafeMutablePointer<Agedge_t>, leftOf x: Double, _ y: Double
  ) {
    let label = Self.attribute("xlabel", of: edge)
    if label.isEmpty { return }
    // A place names the middle of the label, whose width only Graphviz knows. Ours are the numbers of
    // hops, in a font of 9 points whose digits are half as wide as high, with Graphviz's margin.
    let width = Double(label.count) * 5 + 2
    Self.setAttribute("xlp", of: edge, to: "\(x - width / 2),\(y)")
  }
}
