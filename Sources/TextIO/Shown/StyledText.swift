/// Text for a person, colored where the stream can show it.
///
/// A long answer may be handed over in parts, so that it is never held whole.
package struct StyledText {
  /// Takes whole lines, as soon as there are many; nil where all stays here.
  private var takePart: ((StyledText) -> Void)?
  private static let partSize = 65_536

  /// Whether colors are written.
  package let isColored: Bool
  /// The text with the sequences that color it.
  package internal(set) var text = ""

  /// Creates empty text.
  ///
  /// - Parameter takePart: Takes whole lines, as soon as there are many of them; what is left over
  ///   is the text. Left out, all stays in the text.
  package init(isColored: Bool, handingTo takePart: ((StyledText) -> Void)? = nil) {
    self.isColored = isColored
    self.takePart = takePart
  }

  /// Takes text over from a writer of its own, which makes it safe and colors it.
  package init(written text: String, isColored: Bool) {
    self.text = text
    self.isColored = isColored
  }

  /// Adds text in a color.
  package mutating func append(_ more: SafeText, _ color: Color = .plain) {
    if isColored, color != .plain, !more.isEmpty {
      text += "\(color.sequence)\(more.string)\(Color.plain.sequence)"
    } else {
      text += more.string
    }
  }

  /// Adds text in a color, and ends the line.
  package mutating func line(_ more: SafeText = "", _ color: Color = .plain) {
    append(more, color)
    text += "\n"
    guard let takePart, text.utf8.count >= Self.partSize else { return }
    takePart(StyledText(written: text, isColored: isColored))
    text.removeAll(keepingCapacity: true)
  }
}

/// `1 hop`, `3 hops`.
package func counted(_ count: Int, _ noun: SafeText) -> SafeText {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
