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
  /// A continuation is indented slightly further than the line; a tree's branches continue next to it.
  /// A word longer than a row is left to the terminal. Costs one pass over the text.
  ///
  /// - Parameter columns: The width of a row.
  package func folded(to columns: Int) -> StyledText {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.utf8.count <= columns ? line : Self.folded(line, to: columns)[...]
    }
    return StyledText(written: Array(lines.joined(separator: "\n").utf8), isColored: isColored)
  }

  private static func folded(_ line: Substring, to columns: Int) -> String {
    let margin = uncolored(line).prefix { " │├└─".contains($0) }
    let guides = String(margin.map { "│├".contains($0) ? "│" : " " }) + "  "
    let indent = guides.prefix(columns / 2)
    var row = ""
    var (width, start) = (0, margin.count)
    var rows = ""
    for (place, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let wordWidth = uncolored(word).reduce(0) { $0 + $1.columns }
      if width > start, wordWidth > 0, width + 1 + wordWidth > columns {
        while row.last == " " { row.removeLast() }
        rows += row + "\n"
        (row, width, start) = (String(indent), indent.count, indent.count)
      } else if place > 0 {
        row += " "
        width += 1
      }
      row += word
      width += wordWidth
    }
    return rows + row
  }

  /// A text without the sequences that color it.
  private static func uncolored(_ text: Substring) -> String {
    var isInSequence = false
    return String(
      text.filter { character in
        if character == "\u{1b}" { isInSequence = true }
        defer { if character.isLetter { isInSequence = false } }
        return !isInSequence
      })
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
