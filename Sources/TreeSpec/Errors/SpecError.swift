package import TextIO

/// Why a spec could not be checked: it cannot be read, or its dump cannot.
///
/// None of this is a failed assertion: nothing was found to be different, but nothing passed either.
public struct SpecError: Error, Hashable, Sendable {
  /// One thing that is wrong.
  package struct Problem: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The first character, from 1.
    package var column: Int
    /// How many characters are wrong.
    package var length: Int
    /// What is wrong.
    package var fault: SpecFault
    /// The line's text.
    package var text: String
    /// The file, where it is another one that the spec includes.
    package var file: String?
  }

  /// What the spec is called.
  package var name: String
  /// What is wrong, in the order of the text.
  package var problems: [Problem]

  /// More than this many problems are counted, not shown.
  private static let shown = 10

  package init(name: String, problems: [Problem]) {
    self.name = name
    self.problems = problems
  }

  /// A spec that cannot be checked whatever its lines say.
  package init(name: String, wholeFile fault: SpecFault) {
    self.init(
      name: name, problems: [Problem(line: 1, column: 1, length: 1, fault: fault, text: "")])
  }
}

extension SpecError.Problem {
  /// The line and a row of carets below the place, two spaces in; empty where there is no line.
  package var excerpt: [SafeText] {
    if text.isEmpty { return [] }
    let characters = Array(text)
    let before = characters.prefix(column - 1)
    let marked = characters.dropFirst(column - 1).prefix(max(length, 1))
    // What is escaped is wider than it was.
    let indent = SafeText(String(before)).columns
    let width = max(1, SafeText(String(marked)).columns)
    return [
      "  \(text)",
      SafeText(repeating: " ", count: indent + 2) + SafeText(repeating: "^", count: width),
    ]
  }
}

extension SpecError: CustomStringConvertible {
  /// For each problem a line with the place and what to do, then the line of the spec with carets.
  public var description: String { lines.joined(separator: "\n").string }

  /// For each problem `file.treespec:3:7: unknown attribute 'handels'; did you mean 'handles'?`, then
  /// the line of the spec with carets.
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
  ///   - span: the part that is wrong.
  ///   - fault: what is wrong.
  init(line number: Int, text: String, span: Span, _ fault: SpecFault) {
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
