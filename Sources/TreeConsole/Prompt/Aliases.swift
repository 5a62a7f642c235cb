/// The words of a prompt that stand for others.
struct Aliases {
  private let lines: [String: String]

  init(_ lines: [String: String]) { self.lines = lines }

  /// Puts what the first word stands for in its place, and does so again; no word is replaced twice,
  /// so that a command may be the alias of itself with other options.
  func expand(
    _ words: [ShellWords.WrittenWord]
  ) throws(ShellWords.Unfinished) -> [ShellWords.WrittenWord] {
    var words = words
    var seen: Set<String> = []
    while let first = words.first, first.isPlain, let line = lines[first.word.text],
      seen.insert(first.word.text).inserted
    {
      words = try ShellWords.splitAsWritten(line) + words.dropFirst()
    }
    return words
  }
}
