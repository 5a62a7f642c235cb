import TextIO

/// A line of a spec's tree with its comments and the lines below it, as text that can be moved.
struct SpecBlock {
  /// The line of the tree; nil for `...` and for one that is new.
  var line: Int?
  /// Comments and empty lines directly above.
  var leading: [String] = []
  var text: String
  /// How many spaces are before the line.
  var indent: Int
  /// The lines below it, and `...` at its place among them.
  var children: [SpecBlock] = []
  /// Comments after the last line below.
  var trailing: [String] = []
  /// Whether models below it were left out, because they are deeper than a spec can nest.
  var isCut = false

  /// All lines in their order.
  var lines: [String] { leading + [text] + children.flatMap(\.lines) + trailing }

  /// By line of the tree in their order: the line that it was.
  var origins: [Int?] { [line] + children.filter { !$0.isOpening }.flatMap(\.origins) }

  /// Whether it is `...`.
  private var isOpening: Bool {
    line == nil && text.utf8.dropFirst(indent).starts(with: "...".utf8)
  }

  /// The line above new ones that were cut, itself included; nil where none was.
  var cutLine: Int? {
    if isCut { return line ?? -1 }
    for child in children {
      if let found = child.cutLine { return found < 0 ? line ?? -1 : found }
    }
    return nil
  }

  /// The same lines further in or out.
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
  /// The tree's lines as blocks, and the lines before the root and after the tree.
  func blocks() -> (head: [String], root: SpecBlock?, tail: [String]) {
    guard let first = lines.first else { return (Array(text), nil, []) }
    let numbers = Set(lines.map(\.number) + lines.compactMap(\.openLine))
    let last = numbers.max() ?? first.number
    var leading: [Int: [String]] = [:]
    var waiting: [String] = []
    for number in first.number...last {
      if numbers.contains(number) {
        leading[number] = waiting
        waiting = []
      } else {
        waiting.append(text[number - 1])
      }
    }
    func block(_ index: Int) -> SpecBlock {
      let line = lines[index]
      var block = SpecBlock(
        line: index, leading: leading[line.number] ?? [], text: text[line.number - 1],
        indent: line.indent, children: line.children.map(block))
      if let number = line.openLine {
        let place = line.children.count { lines[$0].number < number }
        let text = text[number - 1]
        block.children.insert(
          SpecBlock(
            leading: leading[number] ?? [], text: text,
            indent: text.indentation),
          at: place)
      }
      return block
    }
    return (Array(text[..<(first.number - 1)]), block(0), Array(text[last...]))
  }
}

/// How the lines of a file end: those that stay keep their bytes.
struct LineEnds {
  /// A mark of the byte order at the start.
  private let mark: String
  /// By line; empty for a last line without an end.
  private let ends: [String]
  /// That of lines that are new.
  private let usual: String

  /// What follows the last line where it does not end. (For the parser a carriage return there ends
  /// the line as well.)
  private static let open: Set<String> = ["", "\r"]

  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? "\u{feff}" : ""
    var ends: [String] = []
    var previous: UInt8?
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        ends.append(previous == UInt8(ascii: "\r") ? "\r\n" : "\n")
      }
      previous = byte
    }
    let windows = ends.count { $0 == "\r\n" }
    usual = windows > 0 && windows * 2 >= ends.count ? "\r\n" : "\n"
    if let previous, previous != UInt8(ascii: "\n") {
      ends.append(previous == UInt8(ascii: "\r") ? "\r" : "")
    }
    self.ends = ends
  }

  /// The lines as a file: those that were there end as they did.
  func text(of lines: [String], changedBy difference: SequenceDifference) -> String {
    var text = mark
    var old = 0
    let isClosed = !Self.open.contains(ends.last ?? usual)
    for (place, line) in lines.enumerated() {
      var end = usual
      if !difference.inserted.contains(place) {
        while difference.removed.contains(old) { old += 1 }
        if old < ends.count { end = ends[old] }
        old += 1
      }
      let isLast = place == lines.count - 1
      if isLast, !isClosed { end = "" } else if Self.open.contains(end) { end = usual }
      text += line + end
    }
    return text
  }
}
