import TextIO
import TreeAnalysis

/// A name in which `*` stands for any characters and `?` for one, or a name in quotes; also that of a
/// message: `NetworkErrors.101`, `badToken`, `NetworkErrors.*`.
package struct NamePattern: Sendable {
  let glob: Glob
  /// The only matching name; nil if there may be several.
  package let literal: String?
  /// The text as written, and its place in the line.
  let text: String
  let span: Range<Int>
  /// The last dot that isn't escaped, as an index of the pattern's elements.
  private let dot: Int?

  init(_ glob: Glob, dot: Int? = nil, of word: Word) {
    (self.glob, self.dot) = (glob, dot)
    (text, span, literal) = (word.text, word.span, glob.literal)
  }

  /// The domain of a message's name; nil for a code or a label alone, and for a pattern.
  var domain: String? { dot.flatMap { dot in part { $0[..<dot] } } }

  /// The code or label of a message's name; nil for a pattern.
  var code: String? { part { $0[(dot.map { $0 + 1 } ?? 0)...] } }

  private func part(_ part: ([UInt8]) -> ArraySlice<UInt8>) -> String? {
    literal.map { String(decoding: part(Array($0.utf8)), as: UTF8.self) }
  }

  /// The domain of `Domain.*`, which is the whole of it.
  var wholeDomain: String? {
    let isWhole = glob.elements.suffix(2) == [.byte(UInt8(ascii: ".")), .anyCharacters]
    return isWhole && glob.elements.count > 2
      ? Glob(elements: glob.elements.dropLast(2)).literal : nil
  }
}

extension NamePattern {
  /// Reads a name in quotes, or with `*` and `?`.
  init(_ word: Word) throws(LineProblem) {
    let isQuoted = word.isQuoted && word.scalars.count > 1 && word.scalars.last == "\""
    var rest = isQuoted ? word.scalars.dropFirst().dropLast() : word.scalars
    var elements: [Glob.Element] = []
    var dot: Int?
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*" where !isQuoted: elements.append(.anyCharacters)
      case "?" where !isQuoted: elements.append(.anyCharacter)
      case "\\":
        let start = rest.startIndex - 1
        guard let escaped = rest.takeEscaped() else {
          throw LineProblem(
            start..<max(rest.startIndex, start + 1),
            "'\\' escapes a character, or begins its number, as in \\u{1b}")
        }
        elements += String(escaped).utf8.map { .byte($0) }
      default:
        if scalar == "." { dot = elements.count }
        elements += String(scalar).utf8.map { .byte($0) }
      }
    }
    self.init(Glob(elements: elements), dot: dot, of: word)
  }
}

extension Word.Line {
  /// Takes the character that `\` escapes, or that `\u{1b}` names; nil if there is none.
  mutating func takeEscaped() -> Unicode.Scalar? {
    guard starts(with: "u{".unicodeScalars), let end = firstIndex(of: "}") else {
      return popFirst()
    }
    let digits = Word(self[(startIndex + 2)..<end]).text
    self = self[(end + 1)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
