import TreeAnalysis

/// Words that are looked for in places where the language does not have them.
enum MisplacedWords {
  /// Words of other languages for what a line of the tree says.
  private static let existence = ["exists", "exist", "existing", "present"]

  /// What is wrong with a word that begins a line, or stands behind a name, and is none that the
  /// language has there; nil where it may be a name.
  static func fault(of word: String) -> SpecFault? {
    if existence.contains(word.lowercased()) { return .existence(word) }
    if word == "only" || isNearlyOnly(word) { return .misplacedOnly(word) }
    return nil
  }

  /// What is wrong with a word behind a statement.
  static func fault(ofRest word: String) -> SpecFault? {
    Directive.words.contains(word) ? .directiveInLine(word) : fault(of: word)
  }

  /// What is wrong with a word before a list; nil where the list begins with it.
  static func fault(ofListBegin scanner: LineScanner) -> SpecFault? {
    let word = scanner.word.text
    guard isNearlyOnly(word) else { return nil }
    var rest = scanner
    rest.advance(word.utf8.count)
    // An element may have nearly this name, and is followed by the next or by nothing.
    if rest.isAtEnd || rest.next == UInt8(ascii: "]") { return nil }
    return .unknown(.word, word, known: ["only"])
  }

  private static func isNearlyOnly(_ word: String) -> Bool {
    // Most words are longer than any that is near.
    word.utf8.count < 8 && word != "only" && word.first?.isLowercase == true
      && ["only"].nearest(to: word) != nil
  }
}
