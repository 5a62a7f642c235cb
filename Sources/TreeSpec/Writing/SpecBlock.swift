/// A line of a spec's tree with what stands above it and below it, as text that can be moved.
struct SpecBlock {
  /// Comments and empty lines directly above.
  var leading: [String] = []
  var text: String
  /// How many spaces stand before the line.
  var indent: Int
  var children: [SpecBlock] = []
  /// Where `...` stands, with what stands above it.
  var opening: [String] = []

  /// All lines in their order.
  var lines: [String] { leading + [text] + children.flatMap(\.lines) + opening }

  /// The same lines further in or out.
  func indented(to indent: Int) -> SpecBlock {
    var block = self
    block.shift(by: indent - self.indent)
    return block
  }

  private mutating func shift(by distance: Int) {
    func shifted(_ line: String) -> String {
      let spaces = line.prefix { $0 == " " }.count
      if spaces == line.count { return line }
      return String(repeating: " ", count: max(0, spaces + distance)) + line.dropFirst(spaces)
    }
    leading = leading.map(shifted)
    text = shifted(text)
    opening = opening.map(shifted)
    indent += distance
    for index in children.indices { children[index].shift(by: distance) }
  }
}

extension Spec {
  /// The tree's lines as blocks, and what stands before the root and behind the tree.
  func blocks() -> (head: [String], root: SpecBlock?, tail: [String]) {
    guard let first = lines.first else { return (text, nil, []) }
    let byNumber = Dictionary(
      uniqueKeysWithValues: lines.enumerated().map { ($1.number, $0) })
    let openings = Dictionary(
      lines.enumerated().compactMap { index, line in line.openLine.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let last = max(
      lines.map(\.number).max() ?? first.number, lines.compactMap(\.openLine).max() ?? 0)
    var leading: [Int: [String]] = [:]
    var opening: [Int: [String]] = [:]
    var waiting: [String] = []
    for number in first.number...last {
      let line = text[number - 1]
      if let index = byNumber[number] {
        leading[index] = waiting
        waiting = []
      } else if let index = openings[number] {
        opening[index] = waiting + [line]
        waiting = []
      } else {
        waiting.append(line)
      }
    }
    func block(_ index: Int) -> SpecBlock {
      SpecBlock(
        leading: leading[index] ?? [], text: text[lines[index].number - 1],
        indent: lines[index].indent, children: lines[index].children.map(block),
        opening: opening[index] ?? [])
    }
    return (Array(text[..<(first.number - 1)]), block(0), Array(text[last...]))
  }
}
