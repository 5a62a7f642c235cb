extension SVGText {
  /// What is left of a line where another one from the same box is drawn.
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
    let (dx, dy) = RouteLine.direction(from: corner, to: next)
    guard (dx, dy) == RouteLine.direction(from: corner, to: otherNext) else {
      return Array(line[(common - 1)...])
    }
    let isShorter =
      abs(next.x - corner.x) + abs(next.y - corner.y)
      <= abs(otherNext.x - corner.x) + abs(otherNext.y - corner.y)
    return isShorter ? Array(line[common...]) : [otherNext] + line[common...]
  }

  /// Adds the commands of a path along a line; none where it has no length.
  mutating func add(line: [TreeLayout.Point]) {
    guard line.count > 1 else { return }
    add("M")
    add(line[0].x)
    add(" ")
    add(line[0].y)
    for (from, to) in zip(line, line.dropFirst()) {
      if from.x == to.x {
        add("V")
        add(to.y)
      } else {
        add("H")
        add(to.x)
      }
    }
  }
}
