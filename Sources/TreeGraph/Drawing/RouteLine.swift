/// Lines to boxes: their shared parts, arrowheads, and the numbers of hops.
enum RouteLine {
  /// The length of an arrowhead.
  static let arrow = 8.0

  /// Shortens the line to the base of the arrowhead, whose tip is at the line's old end.
  static func shorten(_ line: inout [TreeLayout.Point], atStart: Bool) {
    let end = atStart ? 0 : line.count - 1
    let next = atStart ? 1 : line.count - 2
    let (dx, dy) = direction(from: line[end], to: line[next])
    line[end].x += dx * arrow
    line[end].y += dy * arrow
  }

  /// The middle of a number next to a line, near the lower box.
  static func numberPlace(_ line: [TreeLayout.Point]) -> TreeLayout.Point {
    let end = line[line.count - 1]
    let before = line[line.count - 2]
    return end.y == before.y
      ? .init(x: (before.x + end.x) / 2, y: end.y - 6)
      : .init(x: end.x - 6, y: max((before.y + end.y) / 2, end.y - 6))
  }

  /// One step along a vertical or horizontal line.
  static func direction(
    from: TreeLayout.Point, to: TreeLayout.Point
  ) -> (dx: Double, dy: Double) {
    (
      dx: to.x == from.x ? 0 : to.x > from.x ? 1 : -1,
      dy: to.y == from.y ? 0 : to.y > from.y ? 1 : -1
    )
  }

  /// The part of a line that it doesn't share with another from the same box.
  static func rest(
    of line: [TreeLayout.Point], after other: [TreeLayout.Point]
  ) -> [TreeLayout.Point] {
    let common = zip(line, other).prefix { $0 == $1 }.count
    guard common > 0, common < line.count, common < other.count else {
      return common == 0 ? line : common == line.count ? [] : Array(line[(common - 1)...])
    }
    let corner = line[common - 1]
    let next = line[common]
    let otherNext = other[common]
    let (dx, dy) = direction(from: corner, to: next)
    guard (dx, dy) == direction(from: corner, to: otherNext) else {
      return Array(line[(common - 1)...])
    }
    let isShorter =
      abs(next.x - corner.x) + abs(next.y - corner.y)
      <= abs(otherNext.x - corner.x) + abs(otherNext.y - corner.y)
    return isShorter ? Array(line[common...]) : [otherNext] + line[common...]
  }
}
