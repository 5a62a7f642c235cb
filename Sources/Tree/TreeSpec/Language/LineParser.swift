import TextIO
import TreeAnalysis
import TreeSnapshot

/// Reads the words of a line, or of an attribute in it, one after another.
struct LineParser {
  private var words: ArraySlice<Word>
  /// The end of the last word.
  let end: Int
  /// The names that lines above give to their models; nil for a line that can't use them.
  var captures: [String: Int]?

  init(
    _ line: Word.Line, ends: String = Word.ends, captures: [String: Int]? = nil
  ) throws(LineProblem) {
    words = try Word.words(of: line, ends: ends)[...]
    end = words.last?.span.end ?? line.startIndex
    self.captures = captures
  }

  var next: Word? { words.first }

  /// The place of the next word.
  var place: Span { next?.span ?? Span(start: end, end: end + 1) }

  /// Takes the next word if it is a certain one.
  mutating func takes(_ text: String) -> Bool {
    guard next?.text == text else { return false }
    words.removeFirst()
    return true
  }

  /// Takes the next word, of which a message tells what it is.
  mutating func take(_ expected: SafeText) throws(LineProblem) -> Word {
    guard let word = next, word.text != "," else { throw problem(expected) }
    words.removeFirst()
    return word
  }

  /// Takes one of some words.
  mutating func take<Choice: RawRepresentable<String> & CaseIterable>(
    _ kind: SafeText, among choices: Set<Choice> = Set(Choice.allCases)
  ) throws(LineProblem) -> Choice {
    try take(kind).choice(kind, among: choices)
  }

  /// Takes elements that commas separate.
  mutating func list<Element>(
    _ element: (inout LineParser) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    var elements = [try element(&self)]
    while takes(",") { elements.append(try element(&self)) }
    return elements
  }

  /// Takes the end of the line.
  func requireEnd(near words: [String] = []) throws(LineProblem) {
    if next != nil { throw problem("the end of the line or '# ' and a comment", near: words) }
  }

  /// The problem that another word is expected here.
  func problem(_ expected: SafeText, near words: [String] = []) -> LineProblem {
    let found: SafeText = next.map { ", not '\($0.text)'\(Hint.near($0.text, words))" } ?? ""
    return LineProblem(place, "\(expected) is expected here\(found)")
  }
}

extension Word {
  /// The meaning of one of some words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ kind: SafeText, among choices: Set<Choice> = Set(Choice.allCases)
  ) throws(LineProblem) -> Choice {
    if let choice = Choice(rawValue: text), choices.contains(choice) { return choice }
    let names = Choice.allCases.filter(choices.contains).map(\.rawValue)
    throw LineProblem(span, "unknown \(kind) '\(text)'\(Hint.nearOrAll(text, names))")
  }

  /// The word, if there is something in it.
  func filled() throws(LineProblem) -> Word {
    if !text.isEmpty { return self }
    throw LineProblem(
      Span(start: span.start, end: span.start + 1),
      "a value is missing; an empty one is written \"\"")
  }
}
