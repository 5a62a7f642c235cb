import TextIO
import TreeAnalysis

/// Scans one line of a spec, byte by byte.
struct LineScanner {
  let bytes: [UInt8]
  var place: Int

  init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether only a comment follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return next == nil || isAtComment
    }
  }

  /// A comment begins with `#` and a space, at the start of the line or after a space.
  var isAtComment: Bool {
    guard next == UInt8(ascii: "#"), place == 0 || bytes[place - 1] == UInt8(ascii: " ") else {
      return false
    }
    return place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " ")
  }

  /// Whether the next character looks like a space but isn't one.
  var beginsWithOddSpace: Bool {
    guard let next, next >= 0x80 else { return false }
    let rest = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    return rest.unicodeScalars.first?.properties.isWhitespace ?? false
  }

  mutating func skipSpaces() {
    while next == UInt8(ascii: " ") { place += 1 }
  }

  mutating func advance(_ count: Int = 1) { place = min(place + count, bytes.count) }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  mutating func consume(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Everything up to one of these bytes, or the end of the line.
  mutating func text(until ends: StaticString) -> String {
    let start = place
    let ends = UnsafeBufferPointer(start: ends.utf8Start, count: ends.utf8CodeUnitCount)
    while let byte = next, !ends.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The next word, up to a space, without consuming it.
  var nextWord: (text: String, span: Span) {
    var copy = self
    let text = copy.text(until: " ")
    return (text, Span(start: place, end: copy.place))
  }

  /// Consumes the next word and the spaces around it if it equals another; returns whether it does.
  mutating func takes(_ word: String) -> Bool {
    skipSpaces()
    var rest = self
    guard rest.text(until: " ]") == word else { return false }
    rest.skipSpaces()
    self = rest
    return true
  }

  /// Consumes the word `only` if it is next; refuses a similar word.
  mutating func takesOnly() throws(LineProblem) -> Bool {
    if takes("only") { return true }
    if let fault = MisplacedWords.fault(ofListBegin: self) { throw problemHere(fault) }
    return false
  }

  func span(from start: Int) -> Span { Span(start: start, end: place) }

  /// A problem with the text from a place to the position; at least one byte.
  func problem(from start: Int, _ fault: SpecFault) -> LineProblem {
    LineProblem(Span(start: start, end: max(place, start + 1)), fault)
  }

  /// A problem with the next word.
  func problemHere(_ fault: SpecFault) -> LineProblem { LineProblem(nextWord.span, fault) }

  /// A problem with an opening character that is never closed.
  func unclosed(_ name: SafeText, _ end: SafeText, from start: Int) -> LineProblem {
    LineProblem(Span(start: start, end: start + 1), "the \(name) is not closed; add '\(end)'")
  }

  /// Elements separated by commas.
  mutating func list<Element>(
    _ element: (inout LineScanner) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    var elements: [Element] = []
    repeat {
      skipSpaces()
      elements.append(try element(&self))
      skipSpaces()
    } while consume(UInt8(ascii: ","))
    return elements
  }
}
