/// Text for a person, colored if the stream supports it.
///
/// A long answer can be passed on in parts, so that it is never in memory as a whole.
package struct StyledText: ~Copyable {
  /// Receives whole lines once there are enough; nil if all of the text stays here.
  private let takePart: ((borrowing StyledText) -> Void)?
  private static let partSize = 65_536

  /// Whether colors are written.
  package let isColored: Bool
  private var written: [UInt8] = []

  /// Provides the text, with its color sequences, as UTF-8.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    written.withUnsafeBufferPointer(body)
  }

  /// The text with its color sequences. Costs a copy.
  package var text: String { String(decoding: written, as: UTF8.self) }

  /// Creates empty text.
  ///
  /// - Parameter takePart: Receives whole lines once there are enough; the rest is the text. By
  ///   default, all of the text stays here.
  package init(isColored: Bool, handingTo takePart: ((borrowing StyledText) -> Void)? = nil) {
    self.isColored = isColored
    self.takePart = takePart
  }

  /// Takes the text of a writer that makes it safe and colors it.
  ///
  /// - Parameter bytes: The text as UTF-8.
  package init(written bytes: [UInt8], isColored: Bool) {
    self.init(isColored: isColored)
    written = bytes
  }

  /// Adds text in a color.
  ///
  /// - Parameter width: The columns to fill, padded with spaces.
  package mutating func append(_ more: SafeText, _ color: Color = .plain, width: Int = 0) {
    let hasColor = isColored && color != .plain && !more.isEmpty
    if hasColor { written += color.sequence.utf8 }
    written += more.string.utf8
    if width > 0 {
      written += repeatElement(UInt8(ascii: " "), count: max(0, width - more.columns))
    }
    if hasColor { written += Color.plain.sequence.utf8 }
  }

  /// Adds what a function adds, in a color.
  package mutating func append(_ color: Color, _ body: (inout StyledText) -> Void) {
    guard isColored, color != .plain else { return body(&self) }
    let start = written.count
    written += color.sequence.utf8
    let begin = written.count
    body(&self)
    if written.count == begin {
      written.removeSubrange(start...)
    } else {
      written += Color.plain.sequence.utf8
    }
  }

  /// Adds text that is safe to show.
  ///
  /// - Parameter bytes: The text as UTF-8.
  package mutating func append(safe bytes: UnsafeBufferPointer<UInt8>) { written += bytes }

  /// Adds text in a color, and ends the line.
  package mutating func line(_ more: SafeText = "", _ color: Color = .plain) {
    append(more, color)
    written.append(UInt8(ascii: "\n"))
    guard let takePart, written.count >= Self.partSize else { return }
    takePart(self)
    written.removeAll()
  }
}

/// `1 hop`, `3 hops`.
package func counted(_ count: Int, _ noun: SafeText) -> SafeText {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// A color of text in a terminal. A color only repeats the meaning of a word or a mark.
///
/// The colors are among the terminal's own sixteen, which its theme makes readable on its background.
package enum Color: Hashable, Sendable {
  case plain, bold, dim, red, green, yellow, magenta, cyan

  /// The escape sequence that starts it.
  package var sequence: String {
    switch self {
    case .plain: "\u{1b}[0m"
    case .bold: "\u{1b}[1m"
    case .dim: "\u{1b}[2m"
    case .red: "\u{1b}[31m"
    case .green: "\u{1b}[32m"
    case .yellow: "\u{1b}[33m"
    case .magenta: "\u{1b}[35m"
    case .cyan: "\u{1b}[36m"
    }
  }
}

extension StyledText {
  /// Wraps every line that is too long for a terminal between words.
  ///
  /// A continuation starts at the line's last column if its longest word fits there, and otherwise
  /// slightly further in than the line; a tree's branches continue next to it. A word longer than a
  /// row is broken after a `/`. Costs one pass over the text.
  ///
  /// - Parameter columns: The width of a row.
  package func folded(to columns: Int) -> StyledText {
    var folded = ""
    var isFirst = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isFirst { folded += "\n" }
      isFirst = false
      if line.utf8.count <= columns {
        folded += line
      } else {
        FoldedLine(line, columns: columns).write(to: &folded)
      }
    }
    return StyledText(written: Array(folded.utf8), isColored: isColored)
  }
}

extension SafeText {
  /// Wraps every line that is too long for a terminal between words.
  ///
  /// - Parameter columns: The width of a row.
  package func folded(to columns: Int) -> SafeText {
    var text = StyledText(isColored: false)
    text.append(self)
    return SafeText(lines: text.folded(to: columns).text)
  }
}

/// A line that may be too long for a row.
private struct FoldedLine {
  /// A character and the escape sequences before it.
  private struct Cell {
    var text: String
    let character: Character
    /// Its column in the line.
    let start: Int

    var end: Int { start + character.columns }
  }

  private var cells: [Cell] = []
  /// The escape sequences at the line's end.
  private var rest = ""
  private let columns: Int

  /// The extra indentation of the rows after the first.
  private static let step = 2

  init(_ line: Substring, columns: Int) {
    self.columns = columns
    var sequence = ""
    var isInSequence = false
    for character in line {
      if character == "\u{1b}" { isInSequence = true }
      if isInSequence {
        sequence.append(character)
        // A color ends with its letter.
        isInSequence = !character.isLetter
      } else {
        cells.append(
          Cell(
            text: sequence + String(character), character: character, start: cells.last?.end ?? 0))
        sequence = ""
      }
    }
    rest = sequence
  }

  func write(to text: inout String) {
    var start = 0
    var width = columns
    let indent = indent
    while self.width(of: start..<cells.count) > width, let end = end(from: start, width: width) {
      for cell in cells[start..<end] { text += cell.text }
      while text.last == " " { text.removeLast() }
      start = end
      text += "\n" + guides(indent)
      width = columns - indent
    }
    for cell in cells[start...] { text += cell.text }
    text += rest
  }

  /// The width of some cells.
  private func width(of range: Range<Int>) -> Int {
    range.isEmpty ? 0 : cells[range.upperBound - 1].end - cells[range.lowerBound].start
  }

  /// Where the next row starts; nil if the rest can't be broken.
  private func end(from start: Int, width: Int) -> Int? {
    var first = start
    while first < cells.count, cells[first].character == " " || isBranch(first) { first += 1 }
    let edge = cells[start].start + width
    let limit = cells[start...].firstIndex { $0.end > edge } ?? cells.count
    // A space after the row's last character needs no column.
    if let space = cells.indices[..<min(limit + 1, cells.count)].dropFirst(first)
      .last(where: { cells[$0].character == " " })
    {
      return wordStart(behind: space)
    }
    if let slash = cells.indices[..<limit].dropFirst(first)
      .last(where: { cells[$0].character == "/" }), slash > first
    {
      return slash + 1 < cells.count ? slash + 1 : nil
    }
    return (first..<cells.count).first { cells[$0].character == " " }.flatMap(wordStart)
  }

  private func wordStart(behind space: Int) -> Int? {
    (space..<cells.count).first { cells[$0].character != " " }
  }

  /// How many columns the continuation rows are indented.
  private var indent: Int {
    let first = cells.indices.first { cells[$0].character != " " && !isBranch($0) } ?? 0
    let small = min(first + Self.step, columns / 2)
    var column = first
    for index in cells.indices.dropFirst(first + 2).prefix(while: { cells[$0].start <= columns / 2 }
    )
    where cells[index].character != " " && cells[index - 1].character == " "
      && cells[index - 2].character == " "
    {
      column = index
    }
    guard column > first else { return small }
    let indent = cells[column].start
    let words = cells.indices[column...].split { cells[$0].character == " " }
    let isTooNarrow = words.contains { width(of: $0.startIndex..<$0.endIndex) > columns - indent }
    return isTooNarrow ? small : indent
  }

  private func guides(_ count: Int) -> String {
    var guides = ""
    for cell in cells.prefix(while: { $0.start < count }) {
      guides.append(cell.character == "│" || cell.character == "├" ? "│" : " ")
      if cell.end > cell.start + 1, cell.end <= count { guides.append(" ") }
    }
    return guides
  }

  private func isBranch(_ index: Int) -> Bool { "│├└─".contains(cells[index].character) }
}
