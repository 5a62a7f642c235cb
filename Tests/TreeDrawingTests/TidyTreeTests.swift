import TestSupport
import Testing
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `Tidy trees` {
  typealias Shape = `The layout of trees`.Shape

  private static func tree(
    _ shape: Shape, _ count: Int, seed: UInt64, width: Int = 60
  ) -> (parents: [Int], sizes: [TreeLayout.Size]) {
    var random = SeededGenerator(seed: seed)
    let parents = `The layout of trees`.inDocumentOrder(shape.parents(count, using: &random))
    let sizes = parents.map { _ in
      TreeLayout.Size(
        width: Double(20 + 2 * random.next(below: width)),
        height: Double(20 + random.next(below: 80)))
    }
    return (parents, sizes)
  }

  @Test(arguments: Shape.allCases)
  func `small trees are tidy`(shape: Shape) {
    var tidy = 0
    for seed in 0..<40 as Range<UInt64> {
      let (parents, sizes) = Self.tree(shape, 1 + Int(seed) * 60 / 40, seed: seed)
      let layout = TreeLayout(parents: parents, sizes: sizes)
      let faults = LayoutFaults.of(layout, parents: parents)
      #expect(faults.isEmpty, "seed \(seed): \(faults.prefix(5))")
      if layout.isTidy { tidy += 1 }
      #expect(layout.isTidy == (TidyTree(parents: parents, sizes: sizes).width <= 2_200))
      let again = TreeLayout(parents: parents, sizes: sizes)
      #expect(again.boxes == layout.boxes && again.lines == layout.lines)
    }
    #expect(tidy > 12)
  }

  @Test(arguments: Shape.allCases)
  func `boxes of one level never overlap`(shape: Shape) {
    for count in [500, 4_000] {
      let (parents, sizes) = Self.tree(shape, count, seed: 3)
      let tree = TidyTree(parents: parents, sizes: sizes)
      var levels = [0]
      var ends: [Int: Double] = [:]
      for box in parents.indices {
        if box > 0 { levels.append(levels[parents[box]] + 1) }
        let left = tree.centers[box] - sizes[box].width / 2
        #expect(left > ends[levels[box]] ?? -1)
        ends[levels[box]] = left + sizes[box].width
      }
    }
  }

  @Test func `a deep tree overflows no stack`() {
    let parents = (0..<20_000).map { max(0, $0 - 1) }
    let sizes = parents.map { _ in TreeLayout.Size(width: 20, height: 20) }
    #expect(TidyTree(parents: parents, sizes: sizes).width == 20)
  }

  @Test func `equal siblings are spaced equally between two large families`() {
    // A root with a family of five, three leaves, and another family of five.
    let parents = [0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 10, 10, 10, 10, 10]
    let sizes = parents.map { _ in TreeLayout.Size(width: 40, height: 20) }
    let centers = TidyTree(parents: parents, sizes: sizes).centers
    let gaps = zip([7, 8, 9, 10], [1, 7, 8, 9]).map { centers[$0] - centers[$1] }
    #expect(gaps.max()! - gaps.min()! <= 1)
    #expect(centers[0] == centers[8])
  }
}
