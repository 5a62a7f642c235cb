/// Text for a person, colored if the stream supports it.
///
/// A long answer may be handed over in parts, so that it is never held whole.
package struct StyledText: ~Copyable {
  /// Takes whole lines, as soon as there are many; nil if all stays here.
  private let takePart: ((borrowing StyledText) -> Void)?
  private static let partSize = 65_536

  /// Whether colors are written.
  package let isColored: Bool
  private var written: [UInt8] = []

  /// Lends the text with the sequences that color it, as UTF-8.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    written.withUnsafeBufferPointer(body)
  }

  /// The text with the sequences that color it. Costs a copy.
  package var text: String { String(decoding: written, as: UTF8.self) }

  /// Creates empty text.
  ///
  /// - Parameter takePart: Takes whole lines, as soon as there are many of them; what is left over
  ///   is the text. Left out, all stays in the text.
  package init(isColored: Bool, handingTo takePart: ((borrowing StyledText) -> Void)? = nil) {
    self.isColored = isColored
    self.takePart = takePart
  }

  /// Takes text over from a writer of its own, which makes it safe and colors it.
  ///
  /// - Parameter bytes: The text as UTF-8.
  package init(written bytes: [UInt8], isColored: Bool) {
    self.init(isColored: isColored)
    written = bytes
  }

  /// Adds text in a color.
  ///
  /// - Parameter width: The columns that the text takes, padded with spaces.
  package mutating func append(_ more: SafeText, _ color: Color = .plain, width: Int = 0) {
    if more.isEmpty { return append(spaces: width) }
    colored(color) { text in
      text.written += more.string.utf8
      if width > 0 { text.append(spaces: width - more.columns) }
    }
  }

  /// Adds the program's own words.
  package mutating func append(_ words: StaticString) {
    written += UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount)
  }

  /// Adds the program's own words in ASCII, in a color.
  ///
  /// - Parameter width: The columns that they take, padded with spaces.
  package mutating func append(_ words: StaticString, _ color: Color, width: Int) {
    colored(color) { text in
      text.append(words)
      text.append(spaces: width - words.utf8CodeUnitCount)
    }
  }

  /// Adds a number.
  package mutating func append(_ number: Int) {
    written += String(number).utf8
  }

  /// Adds text that is safe, as another writer made it.
  package mutating func append(_ more: borrowing StyledText) {
    written += more.written
  }

  /// Adds text in UTF-8 that came from outside.
  ///
  /// - Parameter isPlain: Whether nothing in it must be escaped; if that is unknown, false.
  package mutating func append(_ more: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
    if isPlain {
      written += more
    } else {
      append(SafeText(Array(more), isPlain: false))
    }
  }

  /// Adds text that came from outside.
  package mutating func append(untrusted text: String) {
    var text = text
    text.withUTF8 { append($0, isPlain: SafeText.isPlain($0)) }
  }

  /// Adds a character of ASCII.
  package mutating func append(ascii character: Unicode.Scalar) {
    written.append(UInt8(ascii: character))
  }

  /// Adds text in a color.
  package mutating func colored(_ color: Color, _ content: (inout StyledText) -> Void) {
    let hasColor = isColored && color != .plain
    if hasColor { append(color.sequence) }
    content(&self)
    if hasColor { append(Color.plain.sequence) }
  }

  /// Adds characters of ASCII that fill a column of a row, in a color and padded with spaces.
  package mutating func column(
    _ width: Int, _ color: Color = .plain, _ content: (inout StyledText) -> Void
  ) {
    colored(color) { text in
      let start = text.written.count
      content(&text)
      text.append(spaces: start + width - text.written.count)
    }
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
