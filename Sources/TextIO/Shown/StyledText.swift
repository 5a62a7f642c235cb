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
    if more.isEmpty { return append(spaces: width) }
    colored(color) { text in
      text.written += more.string.utf8
      if width > 0 { text.append(spaces: width - more.columns) }
    }
  }

  private mutating func append(_ words: StaticString) {
    written += UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
  }

  /// Adds text in a color.
  private mutating func colored(_ color: Color, _ content: (inout StyledText) -> Void) {
    let hasColor = isColored && color != .plain
    if hasColor { append(color.sequence) }
    content(&self)
    if hasColor { append(Color.plain.sequence) }
  }

  private mutating func append(spaces count: Int) {
    if count > 0 { written += repeatElement(UInt8(ascii: " "), count: count) }
  }

  /// Adds text in a color, and ends the line.
  package mutating func line(_ more: SafeText = "", _ color: Color = .plain) {
    if !more.isEmpty { append(more, color) }
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
/// The colors come from the fixed palette and have a contrast of at least 3.9 to 1 on both black
/// and white. A terminal's own blue is often unreadable on black, and its yellow on white.
package enum Color: Hashable, Sendable {
  case plain, bold, dim, red, violet, blue, green, yellow

  /// The escape sequence that starts it.
  package var sequence: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .bold: "\u{1b}[1m"
    case .dim: "\u{1b}[2m"
    case .red: "\u{1b}[38;5;196m"
    case .violet: "\u{1b}[38;5;129m"
    case .blue: "\u{1b}[38;5;27m"
    case .green: "\u{1b}[38;5;28m"
    case .yellow: "\u{1b}[38;5;130m"
    }
  }
}
