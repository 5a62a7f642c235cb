import TestSupport

/// A spec's tree as plain values: it writes itself as text, and it matches by trying everything.
struct RandomSpec {
  struct Line {
    var pattern: String
    var least = 1
    var most: Int? = 1
    var isSession: Bool?
    var isUnopened: Bool?
    var isOrdered = false
    var isOpen = false
    var children: [Line] = []

    /// Whether an upper limit is written; a line without a count asks for one.
    var isLimited: Bool { (least, most ?? 0) != (1, 1) && most != nil }
  }

  var root: Line

  init(_ random: inout SeededGenerator) {
    root = Self.line(&random, depth: 0)
    root.least = 1
    root.most = 1
  }

  private static func line(_ random: inout SeededGenerator, depth: Int) -> Line {
    var line = Line(pattern: random.pick(["A", "B", "*", "A*", "?", "A", "B"]))
    let counts: [(Int, Int?)] = [(1, 1), (1, 1), (1, 1), (0, 1), (2, 2), (0, nil), (1, 3)]
    (line.least, line.most) = random.pick(counts)
    if random.chance(1, in: 4) { line.isSession = random.chance(1, in: 2) }
    if random.chance(1, in: 4) { line.isUnopened = random.chance(1, in: 4) }
    line.isOrdered = random.chance(1, in: 2)
    line.isOpen = random.chance(1, in: 3)
    if depth < 2 {
      for _ in 0..<random.next(below: 4) {
        line.children.append(Self.line(&random, depth: depth + 1))
      }
    }
    return line
  }

  // MARK: Text

  var text: String {
    var lines = ["tree-spec 1"]
    func write(_ line: Line, indent: String) {
      let count =
        switch (line.least, line.most) {
        case (1, 1): ""
        case (0, 1): " ?"
        case (let least, nil): " {\(least)..}"
        case (let least, let most?): least == most ? " {\(least)}" : " {\(least)..\(most)}"
        }
      let session = line.isSession.map { $0 ? " [session]" : " [!session]" } ?? ""
      let unopened = line.isUnopened.map { $0 ? " [unopened]" : " [!unopened]" } ?? ""
      let mode = line.isOrdered ? " [ordered]" : ""
      lines.append("\(indent)\(line.pattern)\(count)\(session)\(unopened)\(mode)")
      for child in line.children { write(child, indent: indent + "  ") }
      if line.isOpen { lines.append("\(indent)  ...") }
    }
    write(root, indent: "")
    return lines.joined(separator: "\n")
  }

  // MARK: Matching by trying everything

  func matches(_ tree: NestedTree) -> Bool { Self.matches(root, tree.root) }

  private static func matches(_ line: Line, _ node: NestedTree.Node) -> Bool {
    guard fits(line.pattern, node.type), line.isSession.map({ $0 == node.isSession }) ?? true,
      line.isUnopened.map({ $0 == (node.isSession && node.isUnopened) }) ?? true
    else { return false }
    let candidates = node.children
    let fitting = line.children.map { child in
      candidates.map { matches(child, $0) }
    }
    // No extra model may match a line with an upper limit.
    let isOther = candidates.indices.map { candidate in
      line.isOpen
        && !line.children.indices.contains {
          fitting[$0][candidate] && line.children[$0].isLimited
        }
    }
    return line.isOrdered
      ? sequence(line.children[...], fitting[...], 0, isOther)
      : assignment(
        line.children, fitting, 0, isOther, Array(repeating: 0, count: line.children.count))
  }

  private static func assignment(
    _ lines: [Line], _ fitting: [[Bool]], _ candidate: Int, _ isOther: [Bool], _ given: [Int]
  ) -> Bool {
    if candidate == isOther.count {
      return lines.indices.allSatisfy { given[$0] >= lines[$0].least }
    }
    for line in lines.indices
    where fitting[line][candidate] && given[line] < lines[line].most ?? 99 {
      var more = given
      more[line] += 1
      if assignment(lines, fitting, candidate + 1, isOther, more) { return true }
    }
    return isOther[candidate] && assignment(lines, fitting, candidate + 1, isOther, given)
  }

  private static func sequence(
    _ lines: ArraySlice<Line>, _ fitting: ArraySlice<[Bool]>, _ candidate: Int,
    _ isOther: [Bool], given: Int = 0
  ) -> Bool {
    guard let line = lines.first, let own = fitting.first else {
      return isOther[candidate...].allSatisfy { $0 }
    }
    if given >= line.least,
      sequence(lines.dropFirst(), fitting.dropFirst(), candidate, isOther)
    {
      return true
    }
    guard candidate < isOther.count else { return false }
    if own[candidate], given < line.most ?? 99,
      sequence(lines, fitting, candidate + 1, isOther, given: given + 1)
    {
      return true
    }
    return isOther[candidate]
      && sequence(lines, fitting, candidate + 1, isOther, given: given)
  }

  private static func fits(_ pattern: String, _ name: String) -> Bool {
    switch pattern {
    case "*": true
    case "A*": name.hasPrefix("A")
    case "?": name.count == 1
    default: pattern == name
    }
  }
}
