/// The course of an edge as Graphviz writes it into the attribute `pos`: the tips of its arrows,
/// then the points of one curve, such as `e,27,36.5 27,71.7 27,64.4 27,56.1 27,48.5`.
struct EdgeCourse: Equatable {
  typealias Point = TreeRouting.Point

  /// The tip of an arrow at the beginning, which lies before the first point.
  var startTip: Point?
  /// The tip of an arrow at the end, which lies behind the last point.
  var endTip: Point?
  /// The points of the curve: the first, and three for each part of it.
  var points: [Point] = []

  /// Reads an attribute; nil where it holds no curve, or several.
  init?(_ attribute: String) {
    for word in attribute.split(separator: " ") {
      let parts = word.split(separator: ",")
      switch parts.first {
      case "s": startTip = Self.point(parts.dropFirst())
      case "e": endTip = Self.point(parts.dropFirst())
      default:
        guard let point = Self.point(parts[...]) else { return nil }
        points.append(point)
      }
    }
    if points.isEmpty { return nil }
  }

  /// The same in Graphviz's words.
  var attribute: String {
    var words: [String] = []
    if let startTip { words.append("s,\(Self.text(startTip))") }
    if let endTip { words.append("e,\(Self.text(endTip))") }
    return (words + points.map(Self.text)).joined(separator: " ")
  }

  /// The edges of a route are those with an arrow.
  var hasArrow: Bool { startTip != nil || endTip != nil }

  /// Puts the course on a path: each side is a cubic whose controls lie on its ends. An arrow's tip
  /// is moved to the end of the path, and the line ends at the arrow's base.
  mutating func follow(_ path: [Point]) {
    guard var first = path.first, var last = path.last, path.count > 1,
      let oldFirst = points.first, let oldLast = points.last
    else { return }
    // All paths of edges with an arrow begin and end with an upright side.
    if let tip = startTip {
      startTip = first
      first.y -= tip.distance(to: oldFirst)
    }
    if let tip = endTip {
      endTip = last
      last.y += tip.distance(to: oldLast)
    }
    let corners = [first] + path.dropFirst().dropLast() + [last]
    points = [first]
    for (from, to) in zip(corners, corners.dropFirst()) { points += [from, to, to] }
  }

  /// Reads `x,y`, as also the center of a node is written.
  static func point(_ text: Substring) -> Point? {
    point(text.split(separator: ",")[...])
  }

  private static func point(_ parts: ArraySlice<Substring>) -> Point? {
    guard parts.count >= 2, let x = Double(parts[parts.startIndex]),
      let y = Double(parts[parts.startIndex + 1])
    else { return nil }
    return Point(x: x, y: y)
  }

  private static func text(_ point: Point) -> String { "\(point.x),\(point.y)" }
}
