package import TextIO
package import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

/// What is wrong with a spec: with its text, with what it names, or with its files.
package enum SpecFault: Hashable, Sendable {
  // MARK: A line as text

  case notUTF8, tab, oddSpace, commentWithoutSpace, strayBackslash, badCharacterNumber
  /// Text after the end of a line's statement.
  case unexpectedRest
  /// A quotation mark, a bracket or the like that is not closed.
  case unclosed(Delimiter)
  case expression(NameExpressionFault)
  /// A word that the language does not have in this place, and those that it has.
  case unknown(Term, String, known: [String])

  /// The character that closes something.
  package enum Delimiter: String, Sendable {
    case quote = "\""
    case expression = "/"
    case bracket = "]"
    case count = "}"
  }

  /// What an unknown word should name.
  package enum Term: Sendable { case attribute, directive, mode, measure, severity, word }

  // MARK: The first lines

  case noHeader, dumpAsSpec, secondHeader, titleWithoutQuotes, empty, asksForNothing, lateDefault
  /// A version of the language that is not known; empty where there is none.
  case version(String)
  /// A word after `default` that is none of its subjects.
  case defaultSubject(String)
  case noMode, noUnnamed
  case contradictingMode(String)

  // MARK: The tree

  case rootCount, noParent, tooDeep
  /// A line at the margin, where another is the root.
  case secondRoot(first: Int)
  /// A line that is indented otherwise than its siblings, the first of which is in that line.
  case indentation(Int, siblings: Int, line: Int)
  case openingNotAlone, openingWithoutParent
  case secondOpening(line: Int)
  case needlessOpening(mode: String)
  case noModelName(before: String)
  case anyDepthAsName, colonBehindName, drawnBranch, printedTree
  case indentedDirective(String)
  /// The first word of a line within another.
  case directiveInLine(String)
  /// A word that should say that a model is there.
  case existence(String)
  /// `only` where no list is before it or behind it.
  case misplacedOnly(String)
  case labelInQuotes(String)
  case bareAttribute(String)
  case unexpectedPart(String)
  case stateInBraces
  /// Something that is there already, in words of the language.
  case second(String)
  case badCount(String)
  case captureWithoutSign, captureName
  case takenCapture(String, line: Int)

  // MARK: Attributes

  case noAttributeName, bracketExpected, negatedOnly, noName, statePattern, noStateValue
  case noMessageName, subscriptionPattern, raisedDomain
  case negatedMode(String)
  case noValue(attribute: String)
  case listWithSign(attribute: String)
  case emptyList(attribute: String)
  /// A word in the place of a kind of message.
  case noKind(String)

  // MARK: Assertions

  case capturedAbsence, noNumber, missingFrom, secondRaiser, noArrow, badService
  case noComparison(measure: String)
  case noMessage(Message.Kind)
  case badMessage(String)
  /// A word in the place of `from`.
  case noFrom(Message.Kind, String)
  /// An outcome of another kind of message.
  case otherOutcome(Message.Kind, String)
  /// Another word for an outcome.
  case outcomeWord(String)
  /// An outcome and something else after it.
  case outcomeWithOthers(String)
  case only(Message.Kind)
  case via(Message.Kind, isLost: Bool)
  case noSelector, selectorExpression, selectorID
  /// A character with a meaning in names of lines, and none in selectors.
  case selectorSign(String)
  case selector(SelectorSyntaxError)
  case optionalCapture(String)
  case unknownCapture(String, known: [String])

  // MARK: Rules, names and other files

  case noTreeName, noRuleName, noReason, capturedBinding, noInclude, inlineInclude, includedTree
  case includedTooDeep, ruleTree, unruled
  case takenRule(String, line: Int)
  /// A word that is no part of a rule's line.
  case rulePart(String)
  /// A name without what it is for.
  case noBinding(String)
  /// A name that another file gives as well.
  case takenBinding(String, file: String, line: Int)
  case included(FileError)
  /// A file that is in none of the folders from which files may be included.
  case includedFromOutside(folder: String)

  // MARK: Moments

  /// A line about what happened, where only a tree is there.
  case noJournal
  /// A line that asks for a tree, where a journal holds none.
  case treeless
  /// A word in the place of an outcome that a message must never have.
  case neverOutcome(String)
  /// A word that `always` does not stand before.
  case alwaysSubject(String)
  case emptyAlways, noTime, limitedRoute, treeCapture
  /// What a line is about is not there at any moment; at the last one for this reason.
  indirect case neverThere(SpecFault)
  case noRoot(String, known: [String])
  case moment(MomentError)
  /// A line among expected messages that is none.
  case noExpectedMessage

  // MARK: What the tree does not know

  /// A name with `?` that no model has, where one has it without.
  case gluedCount(name: String)
  case unknownService(String, known: [String], isPattern: Bool)
  case unknownDomain(Message.Kind, String, known: [String])
  case unknownMessage(Message.Kind, String, known: [String], suggestion: String?)
  case unmatchedMessages(Message.Kind, String, known: [String])
  case domainAsMessage(String)
  case dotInCode(Message.Kind, String)
  case message(MessageReferenceError)
  case unknownTest(name: String, test: String)
  case unmatchedSelector(String, suggestion: String?)
  case unsetCapture(String, line: Int)
  /// In none of so many dumps there is what a rule is about; in the first of them for this reason.
  indirect case neverApplies(SpecFault, dumps: Int)

  // MARK: Patching

  /// The patched spec would be refused.
  indirect case unpatchable(SpecFault)
  /// The tree below a line is deeper than a spec can nest.
  case treeTooDeep
  /// The patched spec would still fail at a line.
  case unsettled(reason: SafeText?)

  // MARK: Files

  /// The spec's file, and one of a similar name where it is not there.
  case file(FileError, suggestion: String?)
  case dump(DumpFileError)
  case journal(JournalError)
  /// The journal in a file holds no tree.
  case noTree(journal: String, MomentError)
  case unwritable(SpecWritingError)
}

/// Why no spec can be written of a tree.
public struct SpecWritingError: Error, Hashable {
  /// How deep the tree is.
  package var levels: Int
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
