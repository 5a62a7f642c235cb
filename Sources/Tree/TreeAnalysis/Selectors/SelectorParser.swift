package import TextIO
import TreeSnapshot

/// Why a selector couldn't be parsed.
package struct SelectorSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole selector.
  package let selector: String
  /// The problem and its place. Places are counted in characters, from 1.
  package let problem: SafeText

  /// The selector and the problem, in one clause.
  package var words: SafeText { "selector '\(selector)': \(problem)" }

  package var description: String { words.string }
}

/// Parses the text of a selector.
struct SelectorParser {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(SelectorSyntaxError) -> (Bool, [Selector.Segment]) {
    if scalars.isEmpty { throw error("it is empty; write a name, a path or #ID") }
    let isAnchored = consume("/")
    // `/` alone is the root.
    if isAnchored, peek() == nil { return (true, [Selector.Segment(subject: .root)]) }
    var segments: [Selector.Segment] = []
    // A trailing slash, as left by completion, changes nothing.
    repeat {
      segments.append(try segment())
    } while consume("/") && peek() != nil
    if let rest = peek() { throw error("unexpected '\(rest)' at character \(position + 1)") }
    return (isAnchored, segments)
  }

  private mutating func segment() throws(SelectorSyntaxError) -> Selector.Segment {
    var segment = Selector.Segment(subject: try subject())
    while consume("[") { segment.tests.append(try test()) }
    return segment
  }

  private mutating func subject() throws(SelectorSyntaxError) -> Selector.Subject {
    if consume("#") {
      let digits = text(until: ["/", "["])
      guard let id = number(digits) else {
        throw error("'#' must be followed by a model's id, such as #12")
      }
      return .id(id)
    }
    let glob = try glob(until: ["/", "["])
    if glob.elements == [.anyCharacters, .anyCharacters] { return .anyLevels }
    if glob.elements.isEmpty, peek() != "[" {
      throw error("a segment is empty at character \(position + 1); write '**' for any levels")
    }
    // `[session]` alone means `*[session]`.
    return .name(glob.elements.isEmpty ? Glob(elements: [.anyCharacters]) : glob)
  }

  private mutating func test() throws(SelectorSyntaxError) -> Selector.Test {
    let start = position
    let name = text(until: ["=", "]"])
    if consume("]") {
      if name == "session" { return .session }
      if name == "leaf" { return .leaf }
      if name == "work" { return .work }
      if let place = number(name), place >= 1 { return .place(place) }
      throw unknownTest(name)
    }
    guard consume("=") else { throw unclosedTest(at: start) }
    let attribute = Selector.Attribute(rawValue: name)
    guard attribute != nil || name == "handles" else { throw unknownTest(name) }
    let kind = attribute == nil ? kind() : nil
    let value = try glob(until: ["]"])
    guard consume("]") else { throw unclosedTest(at: start) }
    if value.elements.isEmpty { throw error("'[\(name)=]' names nothing") }
    return attribute.map { .value($0, value) } ?? .handles(kind: kind, value)
  }

  /// `error `, `bubble ` or `event ` before a name.
  private mutating func kind() -> Message.Kind? {
    for kind in Message.Kind.allCases {
      let word = Array("\(kind.rawValue) ".unicodeScalars)
      if scalars[position...].starts(with: word) {
        position += word.count
        return kind
      }
    }
    return nil
  }

  private mutating func glob(until ends: [Unicode.Scalar]) throws(SelectorSyntaxError) -> Glob {
    var glob = Glob(elements: [])
    while let scalar = peek(), !ends.contains(scalar) {
      position += 1
      switch scalar {
      case "*": glob.elements.append(.anyCharacters)
      case "?": glob.elements.append(.anyCharacter)
      case "\\": glob.append(try escaped())
      default: glob.append(scalar)
      }
    }
    return glob
  }

  private mutating func escaped() throws(SelectorSyntaxError) -> Unicode.Scalar {
    guard let scalar = peek() else { throw error("'\\' at the end escapes nothing") }
    position += 1
    guard scalar == "u", consume("{") else { return scalar }
    let digits = text(until: ["}"])
    guard consume("}") else { throw error("'\\u{\(digits)' is not closed") }
    guard let scalar = Unicode.Scalar(hexadecimal: digits.unicodeScalars)
    else { throw error("'\\u{\(digits)}' isn't a character") }
    return scalar
  }

  private func number(_ digits: String) -> Int? {
    digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int(digits) : nil
  }

  private func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  private mutating func text(until ends: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), !ends.contains(scalar) {
      text.append(scalar)
      position += 1
    }
    return String(text)
  }

  private func error(_ problem: SafeText) -> SelectorSyntaxError {
    SelectorSyntaxError(selector: text, problem: problem)
  }

  private func unclosedTest(at start: Int) -> SelectorSyntaxError {
    error("'[' at character \(start) is not closed")
  }

  private func unknownTest(_ name: String) -> SelectorSyntaxError {
    error(
      "unknown test '[\(name)]'; there are [session], [leaf], [work], [2], [label=…], "
        + "[handles=…], [service=…], [representation=…], [state=…] and [source=…]")
  }
}

extension Glob {
  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      elements.append(.byte(UInt8(truncatingIfNeeded: scalar.value)))
    } else {
      elements += String(Character(scalar)).utf8.map { .byte($0) }
    }
  }
}
