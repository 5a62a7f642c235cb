import TestSupport
import Testing
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `The layout of trees` {
  /// How the parent of a box follows from its index.
  enum Shape: String, CaseIterable {
    case uniform, recent, deep, chain, star, caterpillar, reversedCaterpillar, binary, chainThenStar

    func parents(_ count: Int, using random: inout SeededGenerator) -> [Int] {
      (0..<count).map { box in
        if box == 0 { return 0 }
        switch self {
        case .uniform: return random.next(below: box)
        case .recent: return box - 1 - random.next(below: min(box, 6))
        case .deep: return box - 1 - random.next(below: min(box, 2))
        case .chain: return box - 1
        case .star: return 0
        case .caterpillar: return box.isMultiple(of: 2) ? max(0, box - 2) : box - 1
        case .reversedCaterpillar: return max(0, box - (box.isMultiple(of: 2) ? 1 : 2))
        case .binary: return (box - 1) / 2
        case .chainThenStar: return min(box - 1, count / 2)
        }
      }
    }
  }

  /// Parents in document order, as a diagram has them.
  static func inDocumentOrder(_ parents: [Int]) -> [Int] {
    var children = [[Int]](repeating: [], count: parents.count)
    for box in parents.indices.dropFirst() { children[parents[box]].append(box) }
    var ordered: [Int] = []
    var open = [(box: 0, parent: 0)]
    while let (box, parent) = open.popLast() {
      let place = ordered.count
      ordered.append(parent)
      for child in children[box].reversed() { open.append((child, place)) }
    }
    return ordered
  }

  static func tree(
    _ shape: Shape, _ count: Int, seed: UInt64
  ) -> (parents: [Int], sizes: [TreeLayout.Size]) {
    var random = SeededGenerator(seed: seed)
    let parents = inDocumentOrder(shape.parents(count, using: &random))
    let sizes = parents.map { _ in
      TreeLayout.Size(
        width: Double(24 + random.next(below: random.chance(1, in: 9) ? 500 : 120)),
        height: Double(20 + (random.chance(1, in: 3) ? 16 * random.next(below: 6) : 0)))
    }
    return (parents, sizes)
  }

  @Test(arguments: Shape.allCases)
  func `no lines are false and no boxes touch`(shape: Shape) {
    for seed in 0..<18 as Range<UInt64> {
      let count = [1, 2, 3, 5, 9, 20, 60, 150, 400][Int(seed % 9)] + Int(seed)
      let (parents, sizes) = Self.tree(shape, count, seed: seed)
      let layout = TreeLayout(parents: parents, sizes: sizes)
      let faults = LayoutFaults.of(layout, parents: parents)
      #expect(faults.isEmpty, "seed \(seed), \(count) boxes: \(faults.prefix(5))")
      #expect(
        zip(layout.boxes, sizes).allSatisfy { $0.width == $1.width && $0.height == $1.height })
    }
  }

  @Test(arguments: [Shape.uniform, .star, .binary], [300, 3_000])
  func `a picture is for a screen`(shape: Shape, count: Int) {
    let (parents, sizes) = Self.tree(shape, count, seed: 7)
    let size = TreeLayout(parents: parents, sizes: sizes).size
    #expect(size.width <= 2.4 * size.height, "\(size)")
    #expect(size.height <= 1.6 * size.width, "\(size)")
  }

  @Test(arguments: [Shape.chain, .star, .uniform])
  func `ten thousand boxes are laid out`(shape: Shape) {
    let (parents, sizes) = Self.tree(shape, 10_000, seed: 1)
    let layout = TreeLayout(parents: parents, sizes: sizes)
    let corners = layout.lines.reduce(0) { $0 + $1.count }
    // In proportion to the boxes, whatever the shape.
    #expect(corners <= 5 * 10_000, "\(corners)")
    #expect(layout.size.width <= 2.1 * layout.size.height)
  }

  @Test func `siblings keep their order, in columns that are read downwards`() {
    let (parents, _) = Self.tree(.star, 31, seed: 1)
    let sizes = parents.map { _ in TreeLayout.Size(width: 100, height: 20) }
    let layout = TreeLayout(parents: parents, sizes: sizes)
    for (one, next) in zip(layout.boxes.dropFirst(), layout.boxes.dropFirst(2)) {
      #expect(next.x > one.x || next.x == one.x && next.y > one.y)
    }
    #expect(Set(layout.boxes.dropFirst().map(\.x)).count > 1)
  }

  @Test func `an empty layout has no size`() {
    #expect(TreeLayout(parents: [], sizes: []).size == TreeLayout.Size(width: 0, height: 0))
  }

  @Test(arguments: [
    "bad-response", "cars-edit", "chat-choices", "exam-master", "profile-both", "search",
  ])
  func `the samples' trees have no false lines`(name: String) throws {
    let dump = try Repository.dump(name)
    for depth in [nil, 1, 2] {
      let drawing = Drawing(Diagram(dump, depth: depth, budget: .screen))
      #expect(LayoutFaults.of(drawing.layout, parents: drawing.parents).isEmpty)
    }
  }

  @Test func `a tree of files has no false lines`() throws {
    let drawing = Drawing(Diagram(try Repository.files()))
    #expect(drawing.boxes.count > 300)
    #expect(LayoutFaults.of(drawing.layout, parents: drawing.parents) == [])
    #expect(drawing.size.width <= 2.1 * drawing.size.height)
  }
}
