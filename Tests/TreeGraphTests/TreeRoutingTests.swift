import Testing

@testable import TreeGraph

@Suite struct `Lines of a drawing` {
  typealias Point = TreeRouting.Point

  private func box(_ x: Double, row: Int) -> TreeRouting.Box {
    .init(center: Point(x: x, y: -100 * Double(row)), height: 40, row: row)
  }

  private func edge(_ parent: Int, _ child: Int, isBold: Bool = false) -> TreeRouting.Edge {
    .init(parent: parent, child: child, isBold: isBold)
  }

  @Test func `siblings share a line in the middle of the gap`() {
    let routing = TreeRouting(
      boxes: [box(50, row: 0), box(0, row: 1), box(52, row: 1), box(100, row: 1)],
      edges: [edge(0, 1), edge(0, 2), edge(0, 3)])
    #expect(
      routing.paths() == [
        [Point(x: 50, y: -20), Point(x: 50, y: -50), Point(x: 0, y: -50), Point(x: 0, y: -80)],
        [Point(x: 50, y: -20), Point(x: 50, y: -80)],
        [Point(x: 50, y: -20), Point(x: 50, y: -50), Point(x: 100, y: -50), Point(x: 100, y: -80)],
      ])
  }

  @Test func `a bold edge keeps the line to itself`() {
    let routing = TreeRouting(
      boxes: [box(50, row: 0), box(100, row: 1), box(150, row: 1)],
      edges: [edge(0, 1, isBold: true), edge(0, 2)])
    #expect(routing.paths()[1].first == Point(x: 101.2, y: -50))
  }

  @Test func `lines of neighbors whose children lie aside do not cross`() {
    // Both parents on the right, their children on the left: the left parent's line is higher.
    let routing = TreeRouting(
      boxes: [
        box(100, row: 0), box(120, row: 0), box(0, row: 1), box(40, row: 1), box(60, row: 1),
      ],
      edges: [edge(0, 2), edge(0, 3), edge(1, 4)])
    let paths = routing.paths()
    #expect(paths[0][1].y > paths[2][1].y)
    #expect(paths[0][1].y == paths[1][1].y)
  }
}
