import TextIO

/// Splits a line into words as a shell does, quotes and backslashes included.
enum ShellWords {
  /// A word, and where it begins in the line's UTF-8.
  struct Word: Hashable {
    var text: String
    var start: Int
  }

  /// A word with how it was written.
  struct WrittenWord {
    var word: Word
    /// How much of the word, in UTF-8, comes before its first quote or backslash.
    var plainCount: Int

    /// Whether nothing of the word is quoted.
    var isPlain: Bool { plainCount == word.text.utf8.count }

    /// The word, with the home folder in place of a `~` that is not quoted.
    var expanded: String {
      let isHome = word.text == "~" ? plainCount == 1 : word.text.hasPrefix("~/") && plainCount > 1
      return isHome ? FileNames.expandingHome(word.text) : word.text
    }
  }

  /// A line that ends inside quotes, or in a backslash.
  struct Unfinished: Error, CustomStringConvertible {
    let mark: Unicode.Scalar
    var description: String {
      mark == "\\" ? "the line ends in a backslash" : "a quote \(mark) is not closed"
    }
  }

  static func split(_ line: String) throws(Unfinished) -> [String] {
    try splitAsWritten(line).map(\.word.text)
  }

  static func splitAsWritten(_ line: String) throws(Unfinished) -> [WrittenWord] {
    let (words, open) = scan(line)
    if let open { throw Unfinished(mark: open) }
    return words
  }

  /// The line before a `|` that is a word of its own, and the command after it; nil if there is none.
  static func pipe(in line: String) -> (line: String, command: String)? {
    guard let bar = scan(line).words.first(where: { $0.isPlain && $0.word.text == "|" }) else {
      return nil
    }
    let bytes = Array(line.utf8)
    return (
      String(decoding: bytes[..<bar.word.start], as: UTF8.self),
      String(decoding: bytes[(bar.word.start + 1)...], as: UTF8.self)
    )
  }

  /// The words before a cursor, the last of which may be unfinished or empty.
  static func splitForCompletion(_ line: String) -> [Word] {
    let (written, open) = scan(line)
    var words = written.map(\.word)
    let endsInSpace = line.unicodeScalars.last.map { $0 == " " || $0 == "\t" } ?? true
    if words.isEmpty || endsInSpace && open == nil && !line.hasSuffix("\\ ") {
      words.append(Word(text: "", start: line.utf8.count))
    }
    return words
  }

  /// A word so that it is split off as one, and means nothing but itself.
  static func quote(_ word: String) -> String {
    let special: Set<Unicode.Scalar> = [
      " ", "\t", "'", "\"", "\\", "$", "&", ";", "<", ">", "|", "(", ")",
    ]
    if !word.isEmpty, !word.hasPrefix("~"), !word.unicodeScalars.contains(where: special.contains) {
      return word
    }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// Goes by scalars: a quote is a quote, whatever combines with it.
  private static func scan(_ line: String) -> (words: [WrittenWord], open: Unicode.Scalar?) {
    var words: [WrittenWord] = []
    var word: WrittenWord?
    var quote: Unicode.Scalar?
    var offset = 0
    var scalars = line.unicodeScalars.makeIterator()
    func extend(_ scalar: Unicode.Scalar?, isPlain: Bool = false, at offset: Int) {
      var extended = word ?? WrittenWord(word: Word(text: "", start: offset), plainCount: 0)
      let isPlainSoFar = extended.isPlain && (word == nil || extended.plainCount > 0)
      if let scalar { extended.word.text.unicodeScalars.append(scalar) }
      if isPlain, isPlainSoFar { extended.plainCount = extended.word.text.utf8.count }
      word = extended
    }
    while let scalar = scalars.next() {
      let start = offset
      offset += UTF8.width(scalar)
      switch (quote, scalar) {
      case (nil, " "), (nil, "\t"):
        if let finished = word { words.append(finished) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = scalar
        extend(nil, at: start)
      case ("'", "'"), ("\"", "\""):
        quote = nil
      case (nil, "\\"), ("\"", "\\"):
        guard let next = scalars.next() else {
          extend(nil, at: start)
          if let word { words.append(word) }
          return (words, "\\")
        }
        offset += UTF8.width(next)
        // Within double quotes a backslash before an ordinary character is itself.
        if quote == "\"", next != "\"", next != "\\" { extend("\\", at: start) }
        extend(next, at: start)
      default:
        extend(scalar, isPlain: quote == nil, at: start)
      }
    }
    if let word { words.append(word) }
    return (words, quote)
  }
}
