package import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

/// A problem of a spec, of its subjects, or of its files, with its remedy in a clause.
package struct SpecFault: Hashable, Sendable {
  /// The kinds that code distinguishes; the words cover the rest.
  package enum Kind: Hashable, Sendable {
    /// A line is wrong.
    case line
    /// The file isn't a spec.
    case otherFile
    /// The spec's file can't be read or written, for a reason in a few words.
    case file(SafeText)
    /// The target of the check can't be used, for a reason in a few words.
    case target(SafeText)
    /// A line names models that don't exist.
    case missingModels
    /// A line names a message that the tree doesn't know, and probably means another one.
    case misspelledMessage
    /// A line applies to none of several trees.
    case appliesNowhere
  }

  /// The kind.
  package var kind: Kind
  /// The problem and its remedy.
  package var message: SafeText

  package init(_ kind: Kind, _ message: SafeText) {
    self.kind = kind
    self.message = message
  }
}

// Faults of files.
extension SpecFault {
  /// The spec's file can't be read or written; the words suggest a similar name, if any.
  package static func file(_ error: FileError, suggestion: String?) -> SpecFault {
    SpecFault(
      .file("it cannot be \(error.action == .read ? "read" : "written")"),
      suggestion.map { "\(error.problem); did you mean '\($0)'?" } ?? "\(error)")
  }

  /// The dump can't be read.
  package static func dump(_ error: DumpFileError) -> SpecFault {
    SpecFault(.target("its dump cannot be read"), "\(error)")
  }

  /// The journal can't be read.
  package static func journal(_ error: JournalError) -> SpecFault {
    SpecFault(.target("its journal cannot be read"), "\(error)")
  }

  /// The journal in a file contains no tree.
  package static func noTree(journal: String, _ error: MomentError) -> SpecFault {
    SpecFault(.target("its journal holds no tree"), "\(journal): \(error)")
  }

  /// The tree can't be written as a spec.
  package static func unwritable(_ error: SpecWritingError) -> SpecFault {
    SpecFault(.target("it cannot be written"), "\(error)")
  }
}

// Faults that occur in several places.
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
  package static let noExpectedMessage: SpecFault = """
    messages are listed here: error, bubble or event, its name, 'from' a model, '=>' and the outcome
    """
  static let empty: SpecFault = """
    the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree print \
    DUMP --as-spec' writes
    """

  static func badMessage(_ name: SpecMessageName) -> SpecFault {
    "'\(name.pattern.text)' is not a message; write Domain.code, or its label"
  }

  static func takenCapture(_ name: String, line: Int) -> SpecFault {
    "'$\(name)' is captured in line \(line) already"
  }

  /// An unknown word, and the known ones.
  static func unknown(_ heading: SafeText, _ word: String, _ words: [String]) -> SpecFault {
    "\(heading); \(suggestion(word, words) ?? "there are \(list(words))")"
  }

  package static func unmatchedSelector(_ text: String, suggestion: String?) -> SpecFault {
    let addition: SafeText = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return SpecFault(.missingModels, "no model of this tree matches '\(text)'\(addition)")
  }

  /// - Parameter domains: the domains of the known messages.
  package static func unmatchedMessages(
    _ kind: Message.Kind, _ pattern: String, among messages: [String], domains: [String]
  ) -> SpecFault {
    let heading = "no \(kind.rawValue) that this tree knows fits '\(pattern)'" as SafeText
    let dot = pattern.lastIndex(of: ".") ?? pattern.startIndex
    let domain = String(pattern[..<dot])
    guard !domains.contains(domain), let near = Set(domains).sorted().nearest(to: domain) else {
      return "\(heading); it knows \(some(messages))"
    }
    return SpecFault(.misspelledMessage, "\(heading); \(meant(near + pattern[dot...]))")
  }

  // MARK: Words

  /// Asks whether another word was meant.
  package static func meant(_ right: String) -> SafeText {
    "did you mean '\(right)'?"
  }

  /// A suggestion in place of a word, both with a sign before them.
  package static func suggestion(_ word: String, _ words: [String], sign: String = "") -> SafeText?
  {
    words.nearest(to: word).map { meant(sign + $0) }
  }

  /// A suggestion after a message that is complete without it.
  package static func addition(_ word: String, _ words: [String]) -> SafeText {
    suggestion(word, words).map { "; \($0)" } ?? ""
  }

  package static func list(_ words: some Sequence<String>) -> SafeText {
    words.map { "\($0)" }.joined(separator: ", ")
  }

  /// The first few words.
  package static func some(_ words: [String]) -> SafeText {
    if words.isEmpty { return "none" }
    return list(words.prefix(5)) + (words.count > 5 ? " and \(words.count - 5) more" : "")
  }
}

/// A faulty part of a line, before the line is known.
package struct LineProblem: Error {
  package var span: Span
  package var fault: SpecFault

  package init(_ span: Span, _ fault: SpecFault) {
    self.span = span
    self.fault = fault
  }
}

extension Spec {
  /// A faulty part of one of its lines, with the line.
  package func problem(_ problem: LineProblem, line: Int) -> SpecError.Problem {
    SpecError.Problem(line: line, text: text[line - 1], span: problem.span, problem.fault)
  }

  /// A fault of one of its lines, without the indentation.
  package func problem(_ fault: SpecFault, line: Int) -> SpecError.Problem {
    let text = text[line - 1]
    return problem(
      LineProblem(Span(start: text.indentation, end: text.utf8.count), fault), line: line)
  }

  /// A fault of a line of the spec or of one of its includes.
  package func problem(_ fault: SpecFault, line: Int, of part: Spec) -> SpecError.Problem {
    var problem = part.problem(fault, line: line)
    problem.file = part.name == name ? nil : part.name
    return problem
  }
}

/// Why a tree can't be written as a spec.
public struct SpecWritingError: Error, Hashable, CustomStringConvertible {
  /// The number of levels in the tree.
  package var levels: Int

  /// Creates an error for a tree with so many levels.
  package init(levels: Int) { self.levels = levels }

  /// The problem and its remedy, in a clause.
  public var description: String {
    """
    the tree is \(levels) levels deep, and a spec can be \(Spec.nestingLimit); write one of a part of \
    it
    """
  }
}

extension SpecFault: ExpressibleByStringInterpolation {
  /// Creates a fault of a line from the program's own words.
  package init(stringLiteral value: String) { self.init(.line, SafeText(stringLiteral: value)) }

  /// Creates a fault of a line from the program's own words with values between them.
  package init(stringInterpolation: SafeText.StringInterpolation) {
    self.init(.line, SafeText(stringInterpolation: stringInterpolation))
  }
}
