import TextIO

extension Spec {
  /// The spec's text, formatted: two spaces for each level of the tree, comments indented like the
  /// lines below them, no spaces at the ends of lines, and at most one empty line in a row. What lines
  /// say stays as it is.
  package var formatted: String {
    var indents: [Int: Int] = [:]
    note(&indents, level: 0)
    for assertion in assertions {
      if case .tree(let tree) = assertion.claim { tree.note(&indents, level: 1) }
    }
    var lines: [String] = []
    var waiting: [Int] = []
    for (index, line) in text.enumerated() {
      let rest = line.trimmed
      if rest.isEmpty {
        // Not at the beginning.
        if lines.last?.isEmpty == false { lines.append("") }
        continue
      }
      guard let indent = indents[index + 1] else {
        // A comment waits for the line below it.
        if rest.hasPrefix("#") { waiting.append(lines.count) } else { waiting = [] }
        lines.append(rest)
        continue
      }
      let spaces = String(repeating: " ", count: indent)
      for place in waiting { lines[place] = spaces + lines[place] }
      waiting = []
      lines.append(spaces + rest)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let end = text.usualEnd
    return lines.map { $0 + end }.joined()
  }

  /// Notes the indentation of each line of the tree, by its number.
  private func note(_ indents: inout [Int: Int], level: Int) {
    var levels: [Int] = []
    for line in lines {
      levels.append(line.parent.map { levels[$0] + 1 } ?? level)
      indents[line.number] = (levels.last ?? 0) * 2
      if let open = line.openLine { indents[open] = ((levels.last ?? 0) + 1) * 2 }
    }
  }
}

extension String {
  /// The text without spaces before and after it.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    let count = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
    return String(start.dropLast(count))
  }
}
