package import TextIO

/// Why a spec couldn't be checked: it, or the tree's dump or journal, can't be read.
///
/// This differs from a failed line: no difference was found, but nothing passed either.
package struct SpecError: Error, Hashable, Sendable {
  /// One fault.
  package struct Fault: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The first wrong character, from 1.
    package var column = 1
    /// The problem and its remedy, in a clause.
    package var message: SafeText
    /// The line and a row of carets below the place, indented by two spaces; empty without a line.
    var excerpt: [SafeText] = []
  }

  /// The spec's name.
  package var name: String
  /// The faults, in the order of the text.
  package var faults: [Fault]

  /// Further faults are only counted.
  private static let shown = 10
}

extension Spec {
  /// A fault of a part of a line.
  func fault(_ problem: LineProblem, line: Int) -> SpecError.Fault {
    let text = text[line - 1]
    let scalars = Array(text.unicodeScalars)
    let part = problem.span.clamped(to: scalars.indices)
    let (before, marked) = (Word(scalars[..<part.lowerBound]).text, Word(scalars[part]).text)
    // Escaped text is wider than the original.
    let carets =
      SafeText(repeating: " ", count: SafeText(before).columns + 2)
      + SafeText(repeating: "^", count: max(1, SafeText(marked).columns))
    return SpecError.Fault(
      line: line, column: before.count + 1, message: problem.message,
      excerpt: text.isEmpty ? [] : ["  \(text)", carets])
  }

  /// A fault of a line as a whole.
  func fault(_ message: SafeText, line: Int) -> SpecError.Fault {
    let indent = text[line - 1].unicodeScalars.prefix { $0 == " " }.count
    return fault(LineProblem(indent..<Int.max, message), line: line)
  }
}

extension SpecError: CustomStringConvertible {
  package var description: String { lines.joined(separator: "\n").string }

  /// For each fault `file.treespec:3:7: unknown attribute 'handels'; did you mean 'handles'?`, then the
  /// line with carets.
  package var lines: [SafeText] {
    let more = faults.count - Self.shown
    return faults.prefix(Self.shown).flatMap { fault -> [SafeText] in
      ["\(name):\(fault.line):\(fault.column): \(fault.message)"] + fault.excerpt
    } + (more > 0 ? ["\(name): and \(more) more"] : [])
  }
}

/// A faulty part of a line, before the line is known.
struct LineProblem: Error {
  let span: Range<Int>
  let message: SafeText
  /// Whether it is the line's subject, which other trees may have: its message, its raisers, or its service.
  var isSubject = false
  /// Whether it is models, which a difference of the tree's shape may explain.
  var isModels = false

  init(_ span: Range<Int>, _ message: SafeText, isSubject: Bool = false, isModels: Bool = false) {
    (self.span, self.message) = (span, message)
    (self.isSubject, self.isModels) = (isSubject, isModels)
  }
}

/// Lists and suggestions in messages.
enum Hint {
  /// `; did you mean 'handles'?`, or nothing.
  static func near(_ word: String, _ words: [String]) -> SafeText {
    words.nearest(to: word).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The nearest word, or all of them.
  static func nearOrAll(_ word: String, _ words: [String]) -> SafeText {
    words.nearest(to: word).map { "; did you mean '\($0)'?" }
      ?? "; there are \(words.joined(separator: ", "))"
  }

  /// The first few words.
  static func some(_ words: [String]) -> SafeText {
    if words.isEmpty { return "none" }
    return "\(words.prefix(5).joined(separator: ", "))"
      + (words.count > 5 ? " and \(words.count - 5) more" : "")
  }
}
