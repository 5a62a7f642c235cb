package import TextIO

/// Why a spec couldn't be checked: it, or the tree's dump or journal, can't be read.
///
/// This differs from a failed assertion: no difference was found, but nothing passed either.
public struct SpecError: Error, Hashable, Sendable {
  /// One problem in the spec.
  package struct Problem: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The first character, from 1.
    package var column: Int
    /// The number of wrong characters.
    package var length: Int
    /// The problem.
    package var fault: SpecFault
    /// The line's text.
    package var text: String
    /// The included file; nil for the spec itself.
    package var file: String?
  }

  /// The spec's name.
  package var name: String
  /// The problems, in the order of the text.
  package var problems: [Problem]

  /// Creates an error with problems in the order of the text.
  package init(name: String, problems: [Problem]) {
    self.name = name
    self.problems = problems
  }

  /// Further problems are only counted.
  private static let shown = 10

}

extension SpecError {
  /// A spec that can't be checked, whatever its lines say.
  package init(name: String, wholeFile fault: SpecFault) {
    self.init(
      name: name, problems: [Problem(line: 1, column: 1, length: 1, fault: fault, text: "")])
  }
}

extension SpecError.Problem {
  /// The line and a row of carets below the place, indented by two spaces; empty without a line.
  package var excerpt: [SafeText] {
    if text.isEmpty { return [] }
    let characters = Array(text)
    let before = characters.prefix(column - 1)
    let marked = characters.dropFirst(column - 1).prefix(max(length, 1))
    // Escaped text is wider than the original.
    let indent = SafeText(String(before)).columns
    let width = max(1, SafeText(String(marked)).columns)
    return [
      "  \(text)",
      SafeText(repeating: " ", count: indent + 2) + SafeText(repeating: "^", count: width),
    ]
  }
}

extension SpecError: CustomStringConvertible {
  /// For each problem, a line with the place and the remedy, then the line of the spec with carets.
  public var description: String { lines.joined(separator: "\n").string }

  /// For each problem `file.treespec:3:7: unknown attribute 'handels'; did you mean 'handles'?`,
  /// then the line of the spec with carets.
  package var lines: [SafeText] {
    var lines = problems.prefix(Self.shown).flatMap { problem -> [SafeText] in
      ["\(problem.file ?? name):\(problem.line):\(problem.column): \(problem.fault.message)"]
        + problem.excerpt
    }
    let more = problems.count - Self.shown
    if more > 0 { lines.append("\(name): and \(more) more") }
    return lines
  }
}

extension SpecError.Problem {
  /// - Parameters:
  ///   - number: the line's number, from 1.
  ///   - text: the line's text.
  ///   - span: the wrong part.
  ///   - fault: the problem.
  package init(line number: Int, text: String, span: Span, _ fault: SpecFault) {
    let bytes = Array(text.utf8)
    let start = min(span.start, bytes.count)
    let end = min(max(span.end, start), bytes.count)
    self.init(
      line: number,
      column: String(decoding: bytes[..<start], as: UTF8.self).count + 1,
      length: max(1, String(decoding: bytes[start..<end], as: UTF8.self).count),
      fault: fault, text: text)
  }
}
