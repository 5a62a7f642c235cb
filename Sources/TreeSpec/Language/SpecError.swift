import TextIO
import TreeSnapshot

/// Why a spec could not be checked: its text is wrong, or names what the tree does not know.
///
/// None of this is a failed assertion: nothing was found to be different, but nothing passed either.
public struct SpecError: Error, Hashable, Sendable {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The first character, from 1.
    public var column: Int
    /// How many characters are meant.
    public var length: Int
    /// What is wrong and what to do.
    public var message: String
    /// The line's text.
    public var text: String
  }

  /// What the spec is called.
  public var name: String
  /// What is wrong, in the order of the text.
  public var problems: [Problem]

  /// More than this many problems are counted, not told.
  static let shown = 10

  init(name: String, problems: [Problem]) {
    self.name = name
    self.problems = problems
  }

  /// A spec that is wrong as a whole: its file or its dump cannot be read.
  package init(name: String, wholeFile message: String) {
    self.init(
      name: name,
      problems: [Problem(line: 1, column: 1, length: 1, message: message, text: "")])
  }
}

extension SpecError.Problem {
  /// The line and a row of carets below the place, safe to show, two spaces in; without an end of
  /// line.
  public var excerpt: String {
    let characters = Array(text)
    let before = characters.prefix(column - 1)
    let marked = characters.dropFirst(column - 1).prefix(max(length, 1))
    // What is escaped is wider than it was.
    let indent = SafeText.escape(String(before)).count
    let width = max(1, SafeText.escape(String(marked)).count)
    return "  \(SafeText.escape(text))\n  "
      + String(repeating: " ", count: indent) + String(repeating: "^", count: width)
  }
}

extension SpecError: CustomStringConvertible {
  /// For each problem a line with the place and what to do, then the line of the spec with carets.
  public var description: String {
    var lines = problems.prefix(Self.shown).map { problem in
      heading(of: problem) + (problem.text.isEmpty ? "" : "\n\(problem.excerpt)")
    }
    let more = problems.count - Self.shown
    if more > 0 { lines.append(SafeText.escape("\(name): and \(more) more")) }
    return lines.joined(separator: "\n")
  }

  /// `file.treespec:3:7: unknown attribute 'handels'; did you mean 'handles'?`
  public func heading(of problem: Problem) -> String {
    SafeText.escape("\(name):\(problem.line):\(problem.column): \(problem.message)")
  }
}

extension SpecError.Problem {
  /// - Parameters:
  ///   - number: the line's number, from 1.
  ///   - text: the line's text.
  ///   - span: the part that is meant.
  init(line number: Int, text: String, span: Span, _ message: String) {
    let bytes = Array(text.utf8)
    let start = min(span.start, bytes.count)
    let end = min(max(span.end, start), bytes.count)
    self.init(
      line: number,
      column: String(decoding: bytes[..<start], as: UTF8.self).count + 1,
      length: max(1, String(decoding: bytes[start..<end], as: UTF8.self).count),
      message: message, text: text)
  }
}

/// A part of a line that is wrong, before its line is known.
struct LineProblem: Error {
  var span: Span
  var message: String
}
