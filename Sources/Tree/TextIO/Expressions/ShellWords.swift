/// Splits a line into words like a shell, including quotes and backslashes.
package enum ShellWords {
  /// A word and its offset in the line's UTF-8.
  package struct Word: Hashable {
    package var text: String
    package var start: Int
  }

  /// A word and its quoting.
  package struct WrittenWord {
    package var word: Word
    /// The number of UTF-8 bytes before the word's first quote or backslash.
    package var plainCount: Int

    /// Whether no part of the word is quoted.
    package var isPlain: Bool { plainCount == word.text.utf8.count }

    /// The word, with an unquoted `~` replaced by the home folder.
    package var expanded: String {
      let isHome = word.text == "~" ? plainCount == 1 : word.text.hasPrefix("~/") && plainCount > 1
      return isHome ? FileNames.expandingHome(word.text) : word.text
    }
  }

  /// The line ends within quotes or after a backslash.
  package struct Unfinished: Error, CustomStringConvertible {
    package let mark: Unicode.Scalar
    package var description: String {
      mark == "\\" ? "the line ends in a backslash" : "a quote \(mark) is not closed"
    }
  }

  package static func split(_ line: String) throws(Unfinished) -> [String] {
    try splitAsWritten(line).map(\.word.text)
  }

  package static func splitAsWritten(_ line: String) throws(Unfinished) -> [WrittenWord] {
    let (words, open) = scan(line)
    if let open { throw Unfinished(mark: open) }
    return words
  }

  /// The words before the cursor, the last of which may be incomplete or empty.
  package static func splitForCompletion(_ line: String) -> [Word] {
    let (written, open) = scan(line, goesOn: true)
    var words = written.map(\.word)
    let endsInSpace = line.unicodeScalars.last.map { $0 == " " || $0 == "\t" } ?? true
    if words.isEmpty || endsInSpace && open == nil && !line.hasSuffix("\\ ") {
      words.append(Word(text: "", start: line.utf8.count))
    }
    return words
  }

  /// Quotes a word, so that it is split off unchanged. Characters that can't be shown are written by their
  /// numbers, as in `$'one\u000atwo'`.
  package static func quote(_ word: String) -> String {
    var word = word
    if word.withUTF8({ !SafeText.isPlain($0) }) {
      return "$'\(word.unicodeScalars.map(escaped).joined())'"
    }
    let special: Set<Unicode.Scalar> = [
      " ", "'", "\"", "\\", "$", "&", ";", "<", ">", "|", "(", ")", "`", "*", "?", "{", "}", "!",
    ]
    // A `#` alone begins a comment.
    if !word.isEmpty, word != "#", !word.hasPrefix("~"),
      !word.unicodeScalars.contains(where: special.contains)
    {
      return word
    }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\\" || scalar == "'" { return "\\\(scalar)" }
    if SafeText.isPlain(scalar) { return String(scalar) }
    let (digits, isShort) = (String(scalar.value, radix: 16), scalar.value <= 0xffff)
    let zeros = String(repeating: "0", count: (isShort ? 4 : 8) - digits.count)
    return (isShort ? "\\u" : "\\U") + zeros + digits
  }

  /// Reads what follows a backslash between `$'` and `'`: a newline, a tab, a character by its number, or any
  /// other character as it is.
  private static func unescaped(_ scalars: inout ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    guard let scalar = scalars.popFirst() else { return nil }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u", "U":
      let digits = scalars.prefix(scalar == "u" ? 4 : 8).prefix { $0.properties.isASCIIHexDigit }
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
      guard let value, let character = Unicode.Scalar(value) else { return scalar }
      scalars = scalars.dropFirst(digits.count)
      return character
    default: return scalar
    }
  }

  /// A comment begins with `#` and a space, at the start of the line or after a space.
  private static func isSpace(at offset: Int, in line: String, orEnd: Bool) -> Bool {
    guard let next = line.utf8.dropFirst(offset).first else { return orEnd }
    return next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
  }

  /// A line of a file: without a byte-order mark, and without the `\r` before a newline of Windows.
  package static func line(_ line: some StringProtocol, isFirst: Bool) -> String {
    var scalars = Substring(line).unicodeScalars
    if isFirst, scalars.first == "\u{feff}" { scalars.removeFirst() }
    if scalars.last == "\r" { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Works on scalars, so that a combining mark doesn't hide a quote.
  ///
  /// - Parameter goesOn: whether the line is still typed: a `#` at its end may begin an id.
  private static func scan(
    _ line: String, goesOn: Bool = false
  ) -> (words: [WrittenWord], open: Unicode.Scalar?) {
    var words: [WrittenWord] = []
    var word: WrittenWord?
    // A quote that was opened: `$` stands for `$'`.
    var quote: Unicode.Scalar?
    var offset = 0
    var scalars = Array(line.unicodeScalars)[...]
    func extend(_ scalar: Unicode.Scalar?, isPlain: Bool = false, at offset: Int) {
      var extended = word ?? WrittenWord(word: Word(text: "", start: offset), plainCount: 0)
      let isPlainSoFar = extended.isPlain && (word == nil || extended.plainCount > 0)
      if let scalar { extended.word.text.unicodeScalars.append(scalar) }
      if isPlain, isPlainSoFar { extended.plainCount = extended.word.text.utf8.count }
      word = extended
    }
    while let scalar = scalars.popFirst() {
      let start = offset
      offset += UTF8.width(scalar)
      switch (quote, scalar) {
      case (nil, "#") where word == nil && isSpace(at: offset, in: line, orEnd: !goesOn):
        return (words, nil)
      case (nil, " "), (nil, "\t"):
        if let finished = word { words.append(finished) }
        word = nil
      case (nil, "$") where scalars.first == "'":
        offset += 1
        scalars.removeFirst()
        quote = "$"
        extend(nil, at: start)
      case ("$", "\\"):
        let count = scalars.count
        let rest = scalars
        extend(unescaped(&scalars), at: start)
        offset += rest.prefix(count - scalars.count).reduce(0) { $0 + UTF8.width($1) }
      case (nil, "'"), (nil, "\""):
        quote = scalar
        extend(nil, at: start)
      case ("'", "'"), ("$", "'"), ("\"", "\""):
        quote = nil
      case (nil, "\\"), ("\"", "\\"):
        guard let next = scalars.popFirst() else {
          extend(nil, at: start)
          if let word { words.append(word) }
          return (words, "\\")
        }
        offset += UTF8.width(next)
        // Within double quotes, a backslash before an ordinary character is literal.
        if quote == "\"", next != "\"", next != "\\" { extend("\\", at: start) }
        extend(next, at: start)
      default:
        extend(scalar, isPlain: quote == nil, at: start)
      }
    }
    if let word { words.append(word) }
    return (words, quote == "$" ? "'" : quote)
  }
}
