/// Splits a line into words as a shell does, quotes and backslashes included.
enum ShellWords {
  /// A word, and where it begins in the line's UTF-8.
  struct Word: Hashable {
    var text: String
    var start: Int
  }

  /// A line that ends inside quotes, or behind a backslash.
  struct Unfinished: Error, CustomStringConvertible {
    let mark: Unicode.Scalar
    var description: String {
      mark == "\\" ? "the line ends in a backslash" : "a quote \(mark) is not closed"
    }
  }

  static func split(_ line: String) throws(Unfinished) -> [String] {
    let (words, open) = scan(line)
    if let open { throw Unfinished(mark: open) }
    return words.map(\.text)
  }

  /// The words before a cursor, the last of which may be unfinished or empty.
  static func splitForCompletion(_ line: String) -> [Word] {
    var (words, open) = scan(line)
    let endsInSpace = line.unicodeScalars.last.map { $0 == " " || $0 == "\t" } ?? true
    if words.isEmpty || endsInSpace && open == nil && !line.hasSuffix("\\ ") {
      words.append(Word(text: "", start: line.utf8.count))
    }
    return words
  }

  /// A word so that it is split off as one.
  static func quote(_ word: String) -> String {
    let special: Set<Unicode.Scalar> = [
      " ", "\t", "'", "\"", "\\", "$", "&", ";", "<", ">", "|", "(", ")",
    ]
    if !word.isEmpty, !word.unicodeScalars.contains(where: special.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// Goes by scalars: a quote is a quote, whatever combines with it.
  private static func scan(_ line: String) -> ([Word], Unicode.Scalar?) {
    var words: [Word] = []
    var word: Word?
    var quote: Unicode.Scalar?
    var offset = 0
    var scalars = line.unicodeScalars.makeIterator()
    func extended(_ word: Word?, _ scalar: Unicode.Scalar?, at offset: Int) -> Word {
      var word = word ?? Word(text: "", start: offset)
      if let scalar { word.text.unicodeScalars.append(scalar) }
      return word
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
        word = extended(word, nil, at: start)
      case ("'", "'"), ("\"", "\""):
        quote = nil
      case (nil, "\\"), ("\"", "\\"):
        guard let next = scalars.next() else {
          words.append(extended(word, nil, at: start))
          return (words, "\\")
        }
        offset += UTF8.width(next)
        // Within double quotes a backslash before an ordinary character is itself.
        if quote == "\"", next != "\"", next != "\\" {
          word = extended(word, "\\", at: start)
        }
        word = extended(word, next, at: start)
      default:
        word = extended(word, scalar, at: start)
      }
    }
    if let word { words.append(word) }
    return (words, quote)
  }
}
