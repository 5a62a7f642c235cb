/// Routes the edges of a tree at right angles, once its boxes have their places: down from the
/// middle of the parent, along a line that it shares with its children, down to the child.
///
/// Graphviz's own right angles (`splines=ortho`) take longer than all the rest of a drawing and end
/// the process on some trees. Above each other in one gap between two rows, the lines of parents
/// whose children lie past each other get levels of their own, so no two lines are one and none
/// cross.
struct TreeRouting {
  struct Point: Hashable {
    var x: Double
    var y: Double

    func distance(to other: Point) -> Double {
      ((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)).squareRoot()
    }
  }

  struct Box {
    var center: Point
    var height: Double
    /// Counted from the top.
    var row: Int

    var top: Double { center.y + height / 2 }
    var bottom: Double { center.y - height / 2 }
  }

  struct Edge {
    var parent: Int
    var child: Int
    /// Whether it is drawn broader than others, which then leave it the line that they share.
    var isBold: Bool
  }

  /// The children of one box.
  private struct Family {
    var parent: Int
    var edges: [Int]
    var left: Double
    var right: Double
    /// How far the bold edges take up the line.
    var bold: ClosedRange<Double>?
    var level = 0
  }

  private let boxes: [Box]
  private let edges: [Edge]
  /// The room between each row and the next: from the lowest box above to the highest below.
  private var gaps: [(top: Double, bottom: Double)] = []

  /// - Parameter edges: each from a box to one in the next row, and no two to the same box.
  init(boxes: [Box], edges: [Edge]) {
    self.boxes = boxes
    self.edges = edges
    let rows = (boxes.map(\.row).max() ?? -1) + 1
    var tops = [Double](repeating: -.infinity, count: rows)
    var bottoms = [Double](repeating: .infinity, count: rows)
    for box in boxes {
      tops[box.row] = max(tops[box.row], box.top)
      bottoms[box.row] = min(bottoms[box.row], box.bottom)
    }
    gaps = zip(bottoms, tops.dropFirst()).map { (top: $0, bottom: $1) }
  }

  /// The corners of each edge, from the parent to the child.
  func paths() -> [[Point]] {
    var paths = [[Point]](repeating: [], count: edges.count)
    for var families in familiesByRow() {
      families.sort { boxes[$0.parent].center.x < boxes[$1.parent].center.x }
      Self.chooseLevels(&families, x: { boxes[$0.parent].center.x })
      let levels = (families.map(\.level).max() ?? 0) + 1
      for family in families {
        let gap = gaps[boxes[family.parent].row]
        // A third at either end of the gap is left to arrows and to the numbers of hops.
        let third = (gap.top - gap.bottom) / 3
        let share = (Double(family.level) + 0.5) / Double(levels)
        let line = levels == 1 ? gap.bottom + 1.5 * third : gap.top - third * (1 + share)
        for edge in family.edges { paths[edge] = path(of: edges[edge], family, line: line) }
      }
    }
    return paths
  }

  private func familiesByRow() -> [[Family]] {
    var families = [[Family]](repeating: [], count: gaps.count)
    var places = [Int?](repeating: nil, count: boxes.count)
    for (index, edge) in edges.enumerated() {
      let start = boxes[edge.parent].center.x
      let end = boxes[edge.child].center.x
      let row = boxes[edge.parent].row
      let place = places[edge.parent] ?? families[row].count
      if places[edge.parent] == nil {
        places[edge.parent] = place
        families[row].append(Family(parent: edge.parent, edges: [], left: start, right: start))
      }
      families[row][place].edges.append(index)
      families[row][place].left = min(families[row][place].left, end)
      families[row][place].right = max(families[row][place].right, end)
      if edge.isBold {
        let old = families[row][place].bold ?? start...start
        families[row][place].bold = min(old.lowerBound, end)...max(old.upperBound, end)
      }
    }
    return families
  }

  /// Of two neighbors whose children both lie to the left, the left one's line must be the higher
  /// one, or it would cross the other's; of two to the right, the right one's.
  private static func chooseLevels(_ families: inout [Family], x: (Family) -> Double) {
    guard families.count > 1 else { return }
    let clearance = 4.0
    func overlap(_ index: Int) -> Bool {
      families[index].right + clearance > families[index + 1].left
    }
    func goesLeft(_ index: Int) -> Bool {
      families[index + 1].left < x(families[index]) + clearance
        || families[index].right <= x(families[index]) + clearance
    }
    for index in 0..<families.count - 1 where overlap(index) && goesLeft(index) {
      families[index + 1].level = families[index].level + 1
    }
    for index in (0..<families.count - 1).reversed() where overlap(index) && !goesLeft(index) {
      families[index].level = max(families[index].level, families[index + 1].level + 1)
    }
  }

  private func path(of edge: Edge, _ family: Family, line: Double) -> [Point] {
    let start = Point(x: boxes[edge.parent].center.x, y: boxes[edge.parent].bottom)
    var end = Point(x: boxes[edge.child].center.x, y: boxes[edge.child].top)
    // Rounding leaves a child a little beside its parent; a line with such a step looks broken.
    if abs(start.x - end.x) < 5 { end.x = start.x }
    if let bold = family.bold, !edge.isBold {
      let join = min(max(end.x, bold.lowerBound), bold.upperBound)
      let corner = Point(x: end.x, y: line)
      if join == end.x { return [corner, end] }
      // It begins at the side of the broad line, not on it.
      let side = join + (end.x > join ? 1.2 : -1.2)
      return [Point(x: side, y: line), corner, end]
    }
    if start.x == end.x { return [start, end] }
    return [start, Point(x: start.x, y: line), Point(x: end.x, y: line), end]
  }
}
