/// Splits a line into words as a shell does, quotes and backslashes included.
enum ShellWords {
  /// A word, and where it begins in the line's UTF-8.
  struct Word: Hashable {
    var text: String
    var start: Int
  }

  /// A line that ends inside quotes, or behind a backslash.
  struct Unfinished: Error, CustomStringConvertible {
    let mark: Character
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
    let endsInSpace = line.last.map { $0 == " " || $0 == "\t" } ?? true
    if words.isEmpty || endsInSpace && open == nil && !line.hasSuffix("\\ ") {
      words.append(Word(text: "", start: line.utf8.count))
    }
    return words
  }

  /// A word so that it is split off as one.
  static func quote(_ word: String) -> String {
    let special: Set<Character> = [
      " ", "\t", "'", "\"", "\\", "#", "$", "&", ";", "<", ">", "|", "(", ")",
    ]
    if !word.isEmpty, !word.contains(where: special.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  private static func scan(_ line: String) -> ([Word], Character?) {
    var words: [Word] = []
    var word: Word?
    var quote: Character?
    var offset = 0
    var characters = line.makeIterator()
    func extended(_ word: Word?, _ character: Character?, at offset: Int) -> Word {
      var word = word ?? Word(text: "", start: offset)
      if let character { word.text.append(character) }
      return word
    }
    while let character = characters.next() {
      let start = offset
      offset += character.utf8.count
      switch (quote, character) {
      case (nil, " "), (nil, "\t"):
        if let finished = word { words.append(finished) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = character
        word = extended(word, nil, at: start)
      case ("'", "'"), ("\"", "\""):
        quote = nil
      case (nil, "\\"), ("\"", "\\"):
        guard let next = characters.next() else {
          words.append(extended(word, nil, at: start))
          return (words, "\\")
        }
        offset += next.utf8.count
        // Within double quotes a backslash stands for itself before an ordinary letter.
        if quote == "\"", next != "\"", next != "\\" {
          word = extended(word, "\\", at: start)
        }
        word = extended(word, next, at: start)
      default:
        word = extended(word, character, at: start)
      }
    }
    if let word { words.append(word) }
    return (words, quote)
  }
}
