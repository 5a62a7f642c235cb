import TextIO

/// Takes the words of a line, or of an attribute in it, one after another.
final class LineParser {
  private var words: ArraySlice<Word>
  /// The end of the last word.
  let end: Int
  /// The names that lines above give to their models; nil for a line that can't use them.
  var captures: [String: Int]?

  init(
    _ line: Word.Line, ends: String = Word.ends, captures: [String: Int]? = nil
  ) throws(LineProblem) {
    words = try Word.words(of: line, ends: ends)[...]
    end = words.last?.span.upperBound ?? line.startIndex
    self.captures = captures
  }

  var next: Word? { words.first }

  /// The place of the next word.
  var place: Range<Int> { next?.span ?? end..<end + 1 }

  /// Takes the next word if it is a certain one.
  func takes(_ text: String) -> Bool {
    guard next?.text == text else { return false }
    words.removeFirst()
    return true
  }

  /// Takes the next word, of which a message tells what it is.
  func take(_ expected: SafeText) throws(LineProblem) -> Word {
    guard let word = next, word.text != "," else { throw problem(expected) }
    words.removeFirst()
    return word
  }

  /// Takes elements that commas separate.
  func list<Element>(
    _ element: () throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    var elements = [try element()]
    while takes(",") { elements.append(try element()) }
    return elements
  }

  /// Takes a message's name or a pattern.
  func message(_ expected: SafeText) throws(LineProblem) -> NamePattern {
    let word = try take(expected)
    let name = try NamePattern(word)
    // A part in quotes may be empty.
    if word.isQuoted || name.domain?.isEmpty != true && name.code?.isEmpty != true { return name }
    throw LineProblem(
      word.span, "'\(word.text)' isn't a message; write Domain.code, or its label")
  }

  /// Takes the end of the line.
  func requireEnd() throws(LineProblem) {
    guard let next else { return }
    if !["only", "via"].contains(next.text) {
      throw problem("the end of the line or '# ' and a comment", near: ["only", "via", "within"])
    }
    throw LineProblem(
      next.span,
      """
      '\(next.text)' doesn't fit here: 'only' follows the receivers of an event, 'via' the model that \
      handles an error or a bubble, each once
      """)
  }

  /// The problem that another word is expected here.
  func problem(_ expected: SafeText, near words: [String] = []) -> LineProblem {
    let found: SafeText = next.map { ", not '\($0.text)'\(Hint.near($0.text, words))" } ?? ""
    return LineProblem(place, "\(expected) is expected here\(found)")
  }
}
