import TextIO
import TreeAnalysis

/// Words that are looked for in places where the language does not have them.
enum MisplacedWords {
  /// Words of other languages for what a line of the tree says.
  private static let existence = ["exists", "exist", "existing", "present"]

  /// What is wrong with a word that begins a line, or stands behind a name, and is none that the
  /// language has there; nil where it may be a name.
  static func fault(of word: String) -> SpecFault? {
    if existence.contains(word.lowercased()) {
      return """
        there is no word '\(word)': a line of the tree that names a model says that it is there, \
        and 'default children: deep' above the tree, that others may be around it
        """
    }
    guard word == "only" || isNearlyOnly(word) else { return nil }
    let correction: SafeText = word == "only" ? "" : "unknown word '\(word)'; did you mean 'only'? "
    return """
      \(correction)'only' stands before or behind a list: 'event … => A, B only', 'via only A', \
      'messages only …', '[handles only …]'
      """
  }

  /// What is wrong with a word behind a statement.
  static func fault(ofRest word: String) -> SpecFault? {
    Directive.words.contains(word)
      ? "'\(word)' begins a line of its own at the left margin" : fault(of: word)
  }

  /// What is wrong with a word before a list; nil where the list begins with it.
  static func fault(ofListBegin scanner: LineScanner) -> SpecFault? {
    let word = scanner.word.text
    guard isNearlyOnly(word) else { return nil }
    var rest = scanner
    rest.advance(word.utf8.count)
    // An element may have nearly this name, and is followed by the next or by nothing.
    if rest.isAtEnd || rest.next == UInt8(ascii: "]") { return nil }
    return .unknown("unknown word '\(word)'", word, ["only"])
  }

  private static func isNearlyOnly(_ word: String) -> Bool {
    // Most words are longer than any that is near.
    word.utf8.count < 8 && word != "only" && word.first?.isLowercase == true
      && ["only"].nearest(to: word) != nil
  }
}
