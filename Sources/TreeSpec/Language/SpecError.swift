package import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

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
    /// The included file; nil for the spec itself.
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
  /// The line and a row of carets below the place, two spaces in; empty without a line.
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

/// What is wrong with a spec, with what it names or with its files: a clause that says what to do, too.
package struct SpecFault: Hashable, Sendable {
  /// What code decides by; all else is in the words.
  package enum Kind: Hashable, Sendable {
    /// A line is wrong.
    case line
    /// The file is something else than a spec.
    case otherFile
    /// The spec's file cannot be read or written, as a few words say.
    case file(SafeText)
    /// What the spec is checked against cannot be used, as a few words say.
    case target(SafeText)
    /// A line names models, and there are none.
    case missingModels
    /// A line is about what none of several trees has.
    case appliesNowhere
  }

  /// What code decides by.
  package var kind: Kind
  /// What is wrong and what to do.
  package var message: SafeText

  init(_ kind: Kind, _ message: SafeText) {
    self.kind = kind
    self.message = message
  }
}

extension SpecFault: ExpressibleByStringInterpolation {
  package typealias StringInterpolation = SafeText.StringInterpolation

  /// Makes a fault of a line out of the program's own words.
  package init(stringLiteral value: String) { self.init(.line, SafeText(stringLiteral: value)) }

  /// Makes a fault of a line out of the program's own words with values between them.
  package init(stringInterpolation: StringInterpolation) {
    self.init(.line, SafeText(stringInterpolation: stringInterpolation))
  }
}

// What is wrong with files.
extension SpecFault {
  /// The spec's file cannot be read or written; there may be one of a similar name.
  package static func file(_ error: FileError, suggestion: String?) -> SpecFault {
    SpecFault(
      .file("it cannot be \(error.action == .read ? "read" : "written")"),
      suggestion.map { "\(error.problem); did you mean '\($0)'?" } ?? "\(error)")
  }

  /// The dump cannot be read.
  package static func dump(_ error: DumpFileError) -> SpecFault {
    SpecFault(.target("its dump cannot be read"), "\(error)")
  }

  /// The journal cannot be read.
  package static func journal(_ error: JournalError) -> SpecFault {
    SpecFault(.target("its journal cannot be read"), "\(error)")
  }

  /// The journal in a file holds no tree.
  package static func noTree(journal: String, _ error: MomentError) -> SpecFault {
    SpecFault(.target("its journal holds no tree"), "\(journal): \(error)")
  }

  /// No spec can be written of the tree.
  package static func unwritable(_ error: SpecWritingError) -> SpecFault {
    SpecFault(.target("it cannot be written"), "\(error)")
  }
}

// What is wrong in several places.
extension SpecFault {
  static let commentWithoutSpace: SpecFault = "a comment begins with '#' and a space"
  static let captureName: SpecFault =
    "a capture's name has letters, digits, '-' and '_' only: write '$name'"
  static let noMessageName: SpecFault = "a message's name is missing here, or a part of it"
  static let missingFrom: SpecFault = "'from' is missing: write 'from ** =>' for every model"
  static let noRuleName: SpecFault =
    "a rule's name is missing; write 'rule \"name\" reason \"why\"'"
  static let noReason: SpecFault = "a rule says why it is there: reason \"…\""
  static let limitedRoute: SpecFault = """
    'within' is about what happened: it needs a model that handles the message, and knows no 'via'
    """
  static let noExpectedMessage: SpecFault = """
    messages are listed here: error, bubble or event, its name, 'from' a model, '=>' and the outcome
    """
  static let empty: SpecFault = """
    the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree print \
    DUMP --as-spec' writes
    """

  static func badMessage(_ name: MessageName) -> SpecFault {
    "'\(name.pattern.text)' is not a message; write Domain.code, or its label"
  }

  static func takenCapture(_ name: String, line: Int) -> SpecFault {
    "'$\(name)' is captured in line \(line) already"
  }

  /// A word that the language does not have, and those that it has.
  static func unknown(_ heading: SafeText, _ word: String, _ words: [String]) -> SpecFault {
    "\(heading); \(suggestion(word, words) ?? "there are \(list(words))")"
  }

  static func unmatchedSelector(_ text: String, suggestion: String?) -> SpecFault {
    let addition: SafeText = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return SpecFault(.missingModels, "no model of this tree matches '\(text)'\(addition)")
  }

  static func unmatchedMessages(
    _ kind: Message.Kind, _ pattern: String, among messages: [String]
  ) -> SpecFault {
    "no \(kind.rawValue) that this tree knows fits '\(pattern)'; it knows \(some(messages))"
  }

  // MARK: Words

  static func suggestion(_ word: String, _ words: [String], sign: SafeText = "") -> SafeText? {
    words.nearest(to: word).map { "did you mean '\(sign)\($0)'?" }
  }

  /// A suggestion after a message that is complete without it.
  static func addition(_ word: String, _ words: [String]) -> SafeText {
    suggestion(word, words).map { "; \($0)" } ?? ""
  }

  static func list(_ words: some Sequence<String>) -> SafeText {
    words.map { "\($0)" }.joined(separator: ", ")
  }

  /// The first few.
  static func some(_ words: [String]) -> SafeText {
    if words.isEmpty { return "none" }
    return list(words.prefix(5)) + (words.count > 5 ? " and \(words.count - 5) more" : "")
  }
}

/// A part of a line that is wrong, before its line is known.
struct LineProblem: Error {
  var span: Span
  var fault: SpecFault

  init(_ span: Span, _ fault: SpecFault) {
    self.span = span
    self.fault = fault
  }
}

extension Spec {
  /// A part of one of its lines that is wrong, with the line.
  func problem(_ problem: LineProblem, line: Int) -> SpecError.Problem {
    SpecError.Problem(line: line, text: text[line - 1], span: problem.span, problem.fault)
  }
}

/// Why no spec can be written of a tree.
public struct SpecWritingError: Error, Hashable, CustomStringConvertible {
  /// How deep the tree is.
  package var levels: Int

  /// What is wrong and what to do, in a clause.
  public var description: String {
    """
    the tree is \(levels) levels deep, and a spec can be \(Spec.nestingLimit); write one of a part of \
    it
    """
  }
}
