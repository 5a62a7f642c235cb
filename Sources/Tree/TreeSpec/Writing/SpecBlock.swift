import TextIO

/// A line of a spec's tree, with its comments and the lines below it, as movable text.
struct SpecBlock {
  /// The line of the tree; nil for `...` and for a new line.
  var line: Int?
  /// The comments and empty lines directly above.
  var leading: [String] = []
  var text: String
  /// The number of leading spaces.
  var indent: Int
  /// The lines below it, including `...` in its place.
  var children: [SpecBlock] = []
  /// Comments after the last line below.
  var trailing: [String] = []

  /// All lines in order.
  var lines: [String] { leading + [text] + children.flatMap(\.lines) + trailing }

  /// The same lines at another indentation.
  func indented(to indent: Int) -> SpecBlock {
    var block = self
    block.shift(by: indent - self.indent)
    return block
  }

  private mutating func shift(by distance: Int) {
    func shifted(_ line: String) -> String {
      let spaces = line.indentation
      if spaces == line.utf8.count { return line }
      return String(repeating: " ", count: max(0, spaces + distance))
        + String(line.unicodeScalars.dropFirst(spaces))
    }
    leading = leading.map(shifted)
    text = shifted(text)
    trailing = trailing.map(shifted)
    indent += distance
    for index in children.indices { children[index].shift(by: distance) }
  }
}

extension Spec {
  /// The range of lines from the root's to the tree's last.
  var treeLines: Range<Int> {
    let last = lines.reduce(0) { max($0, $1.number, $1.openLine ?? 0) }
    return lines[0].number - 1..<last
  }

  /// The tree's lines as blocks.
  func block() -> SpecBlock {
    let numbers = Set(lines.map(\.number) + lines.compactMap(\.openLine))
    /// By line number: the comments and empty lines above the line.
    var leading: [Int: [String]] = [:]
    var waiting: [String] = []
    for place in treeLines {
      if numbers.contains(place + 1) {
        leading[place + 1] = waiting
        waiting = []
      } else {
        waiting.append(text[place])
      }
    }
    func block(_ number: Int, _ line: Int?, _ children: [SpecBlock]) -> SpecBlock {
      let text = text[number - 1]
      return SpecBlock(
        line: line, leading: leading[number] ?? [], text: text, indent: text.indentation,
        children: children)
    }
    func block(_ index: Int) -> SpecBlock {
      let line = lines[index]
      var children = line.children.map(block)
      if let number = line.openLine {
        let place = line.children.count { lines[$0].number < number }
        children.insert(block(number, nil, []), at: place)
      }
      return block(line.number, index, children)
    }
    return block(0)
  }
}

extension TextLines {
  /// The ends of the lines; the last may have none.
  private var ends: [String] {
    let next = ranges.dropFirst().map(\.lowerBound) + [bytes.count]
    return zip(ranges, next).map { String(decoding: bytes[$0.upperBound..<$1], as: UTF8.self) }
  }

  /// The most common end of a line.
  var usualEnd: String {
    let ends = ends
    let windows = ends.count { $0 == "\r\n" }
    return windows > 0 && windows * 2 >= ends.count ? "\r\n" : "\n"
  }

  /// A changed text: unchanged lines keep their line ends, new ones get the most common.
  func changed(to lines: [String], _ difference: SequenceDifference) -> String {
    let (ends, usual) = (ends, usualEnd)
    var text = String(decoding: bytes[..<(ranges.first?.lowerBound ?? 0)], as: UTF8.self)
    var old = 0
    for (place, line) in lines.enumerated() {
      var end = usual
      if !difference.inserted.contains(place) {
        while difference.removed.contains(old) { old += 1 }
        if ends[old].utf8.last == UInt8(ascii: "\n") { end = ends[old] }
        old += 1
      }
      let isClosed = place < lines.count - 1 || ends.last?.utf8.last == UInt8(ascii: "\n")
      text += line + (isClosed ? end : "")
    }
    return text
  }
}
