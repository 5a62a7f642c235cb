/// Text that is safe to show: nothing in it affects a terminal.
///
/// A literal is the program's own text and stays as it is. Text from a dump, a file, or an app,
/// interpolated or not, is escaped: control characters, escape sequences, bidirectional and
/// zero-width characters, and line separators become `\u{1b}`. Joiners inside emoji and Persian
/// words stay. Escaping escaped text changes nothing.
package struct SafeText: Hashable, Sendable {
  /// The text.
  package private(set) var string: String

  private init(trusted string: String) { self.string = string }

  /// Escapes text from outside. Costs one pass over it.
  package init(_ untrusted: some StringProtocol) {
    string = Self.escaped(String(untrusted))
  }

  /// Takes UTF-8 text from outside.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - isPlain: whether the text is known to need no escapes.
  package init(_ bytes: some Collection<UInt8>, isPlain: Bool) {
    let text = String(decoding: bytes, as: UTF8.self)
    string = isPlain ? text : Self.escaped(text)
  }

  /// Escapes lines of text from outside, except for their newlines.
  package init(lines untrusted: String) {
    let lines = untrusted.split(separator: "\n", omittingEmptySubsequences: false)
    string = lines.map { Self.escaped(String($0)) }.joined(separator: "\n")
  }

  /// Whether the text is empty.
  package var isEmpty: Bool { string.isEmpty }

  /// Adds text at the end.
  package static func += (text: inout SafeText, more: SafeText) { text.string += more.string }

  /// Joins two texts.
  package static func + (first: SafeText, second: SafeText) -> SafeText {
    SafeText(trusted: first.string + second.string)
  }

  /// The text padded with spaces to a number of columns.
  package func padded(to width: Int) -> SafeText {
    SafeText(trusted: string + String(repeating: " ", count: max(0, width - columns)))
  }

  /// The text repeated.
  package init(repeating text: SafeText, count: Int) {
    string = String(repeating: text.string, count: count)
  }
}

extension SafeText: CustomStringConvertible {
  /// The text.
  package var description: String { string }
}

extension SafeText: Comparable {
  /// Compares two texts as strings.
  package static func < (left: SafeText, right: SafeText) -> Bool { left.string < right.string }
}

extension SafeText: ExpressibleByStringInterpolation {
  /// Creates text from the program's own words.
  package init(stringLiteral value: String) { self.init(trusted: value) }

  /// Creates text from the program's own words and interpolated values.
  package init(stringInterpolation: StringInterpolation) {
    self.init(trusted: stringInterpolation.text)
  }

  /// The program's own words with values between them.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Makes room for the text.
    package init(literalCapacity: Int, interpolationCount: Int) {
      // Strings shorter than 16 bytes need no allocation.
      text.reserveCapacity(literalCapacity + 6 * interpolationCount)
    }

    /// Adds the program's own words.
    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds safe text.
    package mutating func appendInterpolation(_ safe: SafeText) { text += safe.string }

    /// Adds a number.
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// Adds text from outside, or a value's description, escaped.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += SafeText.escaped(value.description)
    }

    /// Adds the description of a value, escaped.
    package mutating func appendInterpolation(_ value: some Any) {
      text += SafeText.escaped(String(describing: value))
    }
  }
}

extension Sequence<SafeText> {
  /// Joins the texts with a separator.
  package func joined(separator: SafeText = "") -> SafeText {
    var joined = SafeText()
    var isFirst = true
    for text in self {
      if !isFirst { joined += separator }
      isFirst = false
      joined += text
    }
    return joined
  }
}

extension SafeText {
  /// Creates empty text.
  package init() { self.init(trusted: "") }

  private static func escaped(_ text: String) -> String {
    var text = text
    let needsEscape = text.withUTF8 { !isPlain($0) }
    guard needsEscape else { return text }
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if isPlain(scalar) || isPartOfWriting(scalars, index) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Whether UTF-8 bytes contain nothing that must be escaped.
  package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isASCII = true
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f { return false }
      if byte >= 0x80 { isASCII = false }
    }
    if isASCII { return true }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    return scalars.indices.allSatisfy { isPlain(scalars[$0]) || isPartOfWriting(scalars, $0) }
  }

  /// Whether an invisible character belongs to the writing around it, which isn't ASCII: it joins
  /// emoji, joins or parts letters, or chooses the look of an emoji.
  private static func isPartOfWriting(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let emojiLook: Unicode.Scalar = "\u{fe0f}"
    guard index > 0, case let before = scalars[index - 1], !before.isASCII else { return false }
    switch scalars[index] {
    case emojiLook: return isPlain(before)
    case "\u{200c}", "\u{200d}":
      guard index + 1 < scalars.count, case let after = scalars[index + 1] else { return false }
      return !after.isASCII && isPlain(after) && (isPlain(before) || before == emojiLook)
    default: return false
    }
  }

  /// Whether a character may be shown as it is.
  package static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7f { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default:
      return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension SafeText {
  /// The width of the text on a terminal: two columns for a wide character such as `語`.
  package var columns: Int {
    // In a line of ASCII, each character is one byte. Signed, all other bytes are below the space.
    let least = string.utf8.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) }
    return least >= 0x20 ? string.utf8.count : string.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The width of a character on a terminal, which draws its scalars in one place.
  package var columns: Int { unicodeScalars.first.map(\.isWide) == true ? 2 : 1 }
}

extension Unicode.Scalar {
  /// Whether a terminal draws the scalar two columns wide: those whose East Asian Width is wide or
  /// full-width. `wcwidth` depends on the process's locale, which a command doesn't set.
  fileprivate var isWide: Bool {
    if value < 0x1100 { return false }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}

extension String {
  /// The text without its middle if it is longer than the given number of characters.
  package func withoutMiddle(longerThan length: Int) -> String {
    // Counted in scalars, because one character may consist of thousands.
    let scalars = unicodeScalars
    guard utf8.count > length, scalars.count > length else { return self }
    var result = String.UnicodeScalarView(scalars.prefix(length - length / 3 - 1))
    result.append("…")
    result.append(contentsOf: scalars.suffix(length / 3))
    return String(result)
  }
}

extension SafeText {
  /// The text without its middle if it is longer than the given number of characters.
  package func withoutMiddle(longerThan length: Int) -> SafeText {
    SafeText(trusted: string.withoutMiddle(longerThan: length))
  }
}
