/// A tidy tree: levels in rows, siblings in order, each parent centered above its children, equal
/// space between subtrees.
///
/// The algorithm is Buchheim's, Jünger's, and Leipert's form of Reingold's and Tilford's ("Improving
/// Walker's Algorithm to Run in Linear Time", 2002), with widths. Children are arranged bottom up,
/// without recursion. Costs time and memory in proportion to the number of boxes.
struct TidyTree {
  /// The largest tree and the widest picture that read better tidy than on shelves.
  static let mostBoxes = 60
  static let mostWidth = 2_200.0

  private struct Node {
    var children: [Int] = []
    /// The place among its siblings.
    var number = 0
    /// The center, relative to the parent's block.
    var center = 0.0
    /// The distance that everything below the node moves with it.
    var shift = 0.0
    /// The middle of its children, before `shift`.
    var middle = 0.0
    /// The next node of the block's outline, below a leaf.
    var thread: Int?
    /// The sibling, or the node itself, to whose block it belongs.
    var block: Int
    /// Distances that nodes between two siblings still have to move.
    var pendingChange = 0.0
    var pendingShift = 0.0
  }

  private var nodes: [Node]
  private let parents: [Int]
  private let sizes: [TreeLayout.Size]
  private var levels: [Int] = []
  private(set) var width = 0.0
  private(set) var centers: [Double] = []

  init(parents: [Int], sizes: [TreeLayout.Size]) {
    self.parents = parents
    self.sizes = sizes
    nodes = sizes.indices.map { Node(block: $0) }
    levels = Array(repeating: 0, count: sizes.count)
    for box in sizes.indices.dropFirst() {
      levels[box] = levels[parents[box]] + 1
      nodes[box].number = nodes[parents[box]].children.count
      nodes[parents[box]].children.append(box)
    }
    for box in sizes.indices.reversed() where !nodes[box].children.isEmpty { arrange(below: box) }
    findCenters()
  }

  // MARK: Bottom up

  private mutating func arrange(below parent: Int) {
    let children = nodes[parent].children
    var ancestor = children[0]
    for (number, child) in children.enumerated() {
      nodes[child].center = nodes[child].middle
      guard number > 0 else { continue }
      let left = children[number - 1]
      nodes[child].center = nodes[left].center + distance(left, child)
      if !nodes[child].children.isEmpty {
        nodes[child].shift = nodes[child].center - nodes[child].middle
      }
      ancestor = separate(child, from: left, ancestor)
    }
    var shift = 0.0
    var change = 0.0
    for child in children.reversed() {
      nodes[child].center += shift
      nodes[child].shift += shift
      change += nodes[child].pendingChange
      shift += nodes[child].pendingShift + change
    }
    let last = children[children.count - 1]
    nodes[parent].middle = (nodes[children[0]].center + nodes[last].center) / 2
  }

  /// Moves a child to the right until its block clears those of its siblings, level by level.
  private mutating func separate(_ child: Int, from left: Int, _ ancestor: Int) -> Int {
    var (inner, outer) = (child, child)
    var (leftInner, leftOuter) = (left, nodes[parents[child]].children[0])
    var (innerShift, outerShift) = (nodes[inner].shift, nodes[outer].shift)
    var (leftInnerShift, leftOuterShift) = (nodes[leftInner].shift, nodes[leftOuter].shift)
    while let nextLeft = last(below: leftInner), let next = first(below: inner) {
      (leftInner, inner) = (nextLeft, next)
      // The outlines on the outside reach as far down as those between the blocks.
      leftOuter = first(below: leftOuter) ?? leftOuter
      outer = last(below: outer) ?? outer
      nodes[outer].block = child
      let overlap =
        nodes[leftInner].center + leftInnerShift + distance(leftInner, inner)
        - nodes[inner].center - innerShift
      if overlap > 0 {
        let sibling = nodes[leftInner].block
        let isSibling = sibling > 0 && parents[sibling] == parents[child]
        move(child, from: isSibling ? sibling : ancestor, by: overlap)
        innerShift += overlap
        outerShift += overlap
      }
      leftInnerShift += nodes[leftInner].shift
      innerShift += nodes[inner].shift
      leftOuterShift += nodes[leftOuter].shift
      outerShift += nodes[outer].shift
    }
    if let rest = last(below: leftInner), last(below: outer) == nil {
      nodes[outer].thread = rest
      nodes[outer].shift += leftInnerShift - outerShift
    }
    guard let rest = first(below: inner), first(below: leftOuter) == nil else { return ancestor }
    nodes[leftOuter].thread = rest
    nodes[leftOuter].shift += innerShift - leftOuterShift
    return child
  }

  private func first(below node: Int) -> Int? { nodes[node].children.first ?? nodes[node].thread }

  private func last(below node: Int) -> Int? { nodes[node].children.last ?? nodes[node].thread }

  /// Moves a child's block, and those between it and a sibling by their shares.
  private mutating func move(_ child: Int, from sibling: Int, by distance: Double) {
    let share = distance / Double(nodes[child].number - nodes[sibling].number)
    nodes[child].pendingChange -= share
    nodes[child].pendingShift += distance
    nodes[sibling].pendingChange += share
    nodes[child].center += distance
    nodes[child].shift += distance
  }

  private func distance(_ left: Int, _ right: Int) -> Double {
    let gap =
      parents[left] == parents[right]
      ? LayoutSpacing.betweenSiblings : LayoutSpacing.betweenFamilies
    return (sizes[left].width + sizes[right].width) / 2 + gap
  }

  // MARK: Top down

  private mutating func findCenters() {
    centers = nodes.map(\.center)
    centers[0] = nodes[0].middle
    for box in nodes.indices.dropFirst() {
      centers[box] += nodes[parents[box]].shift
      nodes[box].shift += nodes[parents[box]].shift
    }
    let left = zip(centers, sizes).reduce(.infinity) { min($0, $1.0 - $1.1.width / 2) }
    for box in nodes.indices {
      let isOnly = box > 0 && nodes[parents[box]].children.count == 1
      // Whole points are sharp; an only child stands exactly below its parent.
      centers[box] = isOnly ? centers[parents[box]] : (centers[box] - left).rounded()
      width = max(width, centers[box] + sizes[box].width / 2)
    }
    width.round(.up)
  }

  /// Gives all boxes and lines their places, and returns the height.
  func place(_ layout: inout TreeLayout) -> Double {
    var heights = [Double](repeating: 0, count: (levels.max() ?? 0) + 1)
    for (level, size) in zip(levels, sizes) { heights[level] = max(heights[level], size.height) }
    var tops: [Double] = []
    var bottom = -LayoutSpacing.betweenLevels
    for height in heights {
      tops.append(bottom + LayoutSpacing.betweenLevels)
      bottom += LayoutSpacing.betweenLevels + height
    }
    for box in nodes.indices {
      let (x, top) = (centers[box], tops[levels[box]])
      layout.boxes[box].x = x - sizes[box].width / 2
      layout.boxes[box].y = top
      if box == 0 { continue }
      let above = TreeLayout.Point(x: centers[parents[box]], y: layout.boxes[parents[box]].maxY)
      let bus = top - LayoutSpacing.belowTidyBus
      layout.lines[box] =
        x == above.x
        ? [above, .init(x: x, y: top)]
        : [above, .init(x: above.x, y: bus), .init(x: x, y: bus), .init(x: x, y: top)]
    }
    return bottom
  }
}
