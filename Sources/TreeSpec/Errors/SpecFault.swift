package import TextIO
package import TreeAnalysis
package import TreeSnapshot

/// What is wrong with a spec: with its text, with what it names, or with its files.
package enum SpecFault: Hashable, Sendable {
  // MARK: A line as text

  case notUTF8
  case tab
  /// A character that looks like a space.
  case oddSpace
  case commentWithoutSpace
  /// A quotation mark, a bracket or the like, by the character that closes it.
  case unclosed(Delimiter)
  case strayBackslash
  case badCharacterNumber
  case expression(NameExpressionFault)
  /// Text after the end of what a line says.
  case unexpectedRest

  package enum Delimiter: String, Sendable {
    case quote = "\""
    case expression = "/"
    case bracket = "]"
    case count = "}"
  }

  /// A word that the language does not have in this place, and those that it has.
  case unknown(Term, String, known: [String])
  package enum Term: Sendable { case attribute, directive, mode, measure }

  // MARK: The first lines

  case noHeader
  case secondHeader
  /// A version of the language that is not known; empty where there is none.
  case version(String)
  case titleWithoutQuotes
  case empty
  case asksForNothing
  case lateDefault
  case defaultSubject(String)
  case secondDefault(String)
  case contradictingMode(String)
  case noMode
  case noUnnamed

  // MARK: The tree

  case rootCount
  case secondRoot(first: Int)
  case noParent
  /// A line that is indented otherwise than its siblings, the first of which is in that line.
  case indentation(Int, siblings: Int, line: Int)
  case tooDeep
  case openingNotAlone
  case openingWithoutParent
  case secondOpening(line: Int)
  case needlessOpening(mode: String)
  case indentedDirective(String)
  case labelInQuotes(String)
  case printedTree
  case bareAttribute(String)
  case unexpectedPart(String)
  case noModelName(before: String)
  case anyDepthAsName
  case colonBehindName
  case drawnBranch
  case secondCount
  case badCount(String)
  case stateInBraces
  case captureWithoutSign
  case captureName
  case secondCapture
  case takenCapture(String, line: Int)

  // MARK: Attributes

  case noAttributeName
  case secondAttribute(String)
  case negatedMode(String)
  case bracketExpected
  case noValue(attribute: String)
  case listWithSign(attribute: String)
  case negatedOnly
  case emptyList(attribute: String)
  case noName
  case statePattern
  case noStateValue
  case noMessageName
  case subscriptionPattern
  case raisedDomain
  case noKind(String)

  // MARK: Assertions

  case capturedAbsence
  case noComparison(measure: String)
  case noNumber
  case noMessage(Message.Kind)
  case badMessage(String)
  case noRaiser
  case noFrom(Message.Kind, String)
  case secondRaiser
  case noArrow
  case otherOutcome(Message.Kind, String)
  /// Another word for an outcome.
  case outcomeWord(String)
  /// An outcome and something else after it.
  case outcomeWithOthers(String)
  case only(Message.Kind)
  case via(Message.Kind, isLost: Bool)
  case badService
  case noAsker
  case noSelector
  case selectorInQuotes
  case selectorSign(String)
  case selectorExpression
  case selectorID
  case selector(SelectorSyntaxError)
  case optionalCapture(String)
  case unknownCapture(String, known: [String])

  // MARK: What the tree does not know

  /// A name with `?` behind it that no model has, where one has it without.
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

  // MARK: Patching

  /// The patched spec would be refused.
  indirect case unpatchable(SpecFault)
  /// The tree goes on below a line deeper than a spec can.
  case treeTooDeep
  /// The patched spec would still fail at a line.
  case unsettled(reason: SafeText?)

  // MARK: Files

  /// The spec's file, and one of a similar name where it is not there.
  case file(FileError, suggestion: String?)
  case dump(DumpFileError)
  case unwritable(SpecWritingError)
}

/// Why a regular expression could not be read.
package enum NameExpressionFault: Hashable, Sendable {
  case empty
  case tooLarge
  case nestedTooDeep
  case closesNoGroup
  case unclosedGroup
  case groupOptions
  case unclosedClass
  case backwards(Unicode.Scalar, Unicode.Scalar)
  case repeatsNothing(Unicode.Scalar)
  case repeatedTwice(Unicode.Scalar)
  case badCount
  case anchor(Unicode.Scalar)
  case strayBackslash
  case unknownEscape(Unicode.Scalar)
  case nothing
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
