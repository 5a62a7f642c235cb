package import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

// What is wrong with a spec, in words: no other file has any.
extension SpecFault {
  /// What is wrong and what to do, in a clause.
  package var message: SafeText {
    switch self {
    case .notUTF8: "this line is not valid UTF-8; write it again"
    case .tab: "this is a tab; indent with spaces"
    case .oddSpace: "this looks like a space but is not one; indent with plain spaces"
    case .commentWithoutSpace: "a comment begins with '#' and a space"
    case .unclosed(let delimiter):
      "the \(delimiter.noun) is not closed; add '\(delimiter.rawValue)'"
    case .strayBackslash: "'\\' at the end escapes nothing"
    case .badCharacterNumber: "this is not a character; write its number as in \\u{1b}"
    case .expression(let fault): "regular expression: \(fault.message)"
    case .unexpectedRest: "nothing more is expected here; a comment begins with '# '"
    case .unknown(let term, let word, let known):
      "\(Self.heading(term, word)); "
        + (Self.suggestion(word, known) ?? "there are \(Self.list(known))")
    case .noHeader: "a spec begins with 'tree-spec 1', before everything but comments"
    case .dumpAsSpec: "this is a dump, and a spec is expected; 'diff' compares two dumps"
    case .secondHeader: "'tree-spec' belongs in the first line only"
    case .version(let version) where Int(version) ?? 0 > 1:
      "version \(version) of specs is newer than version 1, which this reads; update modeltree"
    case .version(let version):
      (version.isEmpty ? "the version is missing" : "version '\(version)' is not known")
        + "; write 'tree-spec 1'"
    case .titleWithoutQuotes: "put the title in quotes"
    case .empty:
      """
      the spec is empty; it begins with 'tree-spec 1' and a line for the root, which 'modeltree \
      print DUMP --as-spec' writes
      """
    case .asksForNothing:
      "the spec asks for nothing; write a line for the root, or what must hold of the tree"
    case .lateDefault: "'default' belongs above the first line of the tree"
    case .defaultSubject(let word):
      "'default' is followed by 'children:' or 'attributes:'"
        + Self.addition(word, ["children:", "attributes:"])
    case .contradictingMode(let word): "'\(word)' contradicts the word before it"
    case .noMode: "name a mode: \(Self.list(ChildMode.words))"
    case .noUnnamed:
      """
      write 'named' (what a line does not name may be anything) or 'exact' (it must not be there)
      """
    case .rootCount: "a tree has one root; it takes no count"
    case .secondRoot(let first):
      """
      a tree has one root, here in line \(first); indent what is below it (directives are \
      \(Self.list(Directive.words.dropFirst())))
      """
    case .noParent: "indented, but there is no model above that it could belong to"
    case .indentation(let own, let siblings, let line):
      "indented by \(own), but its siblings by \(siblings) (line \(line))"
    case .tooDeep: "nested more than \(Spec.nestingLimit) levels deep; use 'deep' above"
    case .openingNotAlone: "'...' must be alone in its line"
    case .openingWithoutParent:
      "'...' must be indented below the model that may have other children"
    case .secondOpening(let line): "line \(line) has '...' already"
    case .needlessOpening(let mode):
      "'...' changes nothing: the children are '\(mode)' here, which allows others"
    case .indentedDirective(let word):
      "'\(word)' begins a line of its own at the left margin, not an indented one"
    case .directiveInLine(let word): "'\(word)' begins a line of its own at the left margin"
    case .existence(let word):
      """
      there is no word '\(word)': a line of the tree that names a model says that it is there, and \
      'default children: deep' above the tree, that others may be around it
      """
    case .misplacedOnly(let word):
      (word == "only" ? "" : "unknown word '\(word)'; did you mean 'only'? ")
        + """
        'only' stands before or behind a list: 'event … => A, B only', 'via only A', 'messages only \
        …', '[handles only …]'
        """
    case .labelInQuotes(let label): "a label is written in brackets: [label=\(label)]"
    case .printedTree: "what 'print' shows is not a spec; 'print --as-spec' writes one"
    case .bareAttribute(let name): "attributes are written in brackets: '[\(name) …]'"
    case .unexpectedPart(let word):
      """
      '\(word)' is not expected after a model's name; a count ('{2}', '?'), 'as $name' and \
      attributes '[…]' may follow, and a name with spaces needs quotes
      """
    case .noModelName(let word): "a model's name is missing before '\(word)'"
    case .anyDepthAsName:
      "'**' would be the name of one model; '...' allows any others, '*' is one of any name"
    case .colonBehindName: "a model's name does not end in ':'; put it in quotes if it does"
    case .drawnBranch:
      "branches are not drawn; indent with spaces, or let 'print --as-spec' write the spec"
    case .second(let thing): "a second \(thing); keep one"
    case .badCount(let digits):
      "'{\(digits)}' is not a count; write {2}, {1..3} or {1..}, the smaller number first"
    case .stateInBraces: "state is written in brackets: [state key=value]"
    case .captureWithoutSign: "a capture's name begins with '$': write 'as $name'"
    case .captureName: "a capture's name has letters, digits, '-' and '_' only: write '$name'"
    case .takenCapture(let name, let line): "'$\(name)' is captured in line \(line) already"
    case .noAttributeName:
      "an attribute's name is missing here: \(Self.list(SpecAttributes.words))"
    case .negatedMode(let name): "'\(name)' sets a mode, which has no opposite"
    case .bracketExpected: "']' is expected here; a value with spaces needs quotes"
    case .noValue(let name): "a value is missing: write '[\(name)=…]', or '[!\(name)]' for none"
    case .listWithSign(let name): "'\(name)' is a list, without '=': write '[\(name) …]'"
    case .negatedOnly: "'only' has no opposite; leave out '!' or 'only'"
    case .emptyList(let name): "nothing is listed; write '[!\(name)]' where there must be none"
    case .noName: "a name is missing here"
    case .statePattern: "a key of state is written as it is, without patterns"
    case .noStateValue: "a value is missing; an empty one is written \"\""
    case .noMessageName: "a message's name is missing here, or a part of it"
    case .subscriptionPattern:
      "a subscription is named in full; 'Domain.*' is one for a whole domain"
    case .raisedDomain: "what a model raises is named with its code"
    case .noKind(let word):
      "the first message needs its kind before it: error, bubble or event"
        + Self.addition(word, Message.Kind.allCases.map(\.rawValue))
    case .capturedAbsence: "what must not be there cannot be captured; write a selector"
    case .noComparison(let measure): "a comparison is missing, such as '\(measure) <= 8'"
    case .noNumber: "a number is missing here, such as 8"
    case .noMessage(let kind): "the \(kind.rawValue)'s name is missing, such as Domain.code"
    case .badMessage(let name): "'\(name)' is not a message; write Domain.code, or its label"
    case .missingFrom: "'from' is missing: write 'from ** =>' for every model"
    case .noFrom(let kind, let word):
      "'from'\(kind == .event ? " or '=>'" : "") is expected here"
        + Self.addition(word, ["from"])
    case .secondRaiser: "'from' takes one selector; write a line for each"
    case .noArrow: "'=>' is expected here, and after it the outcome"
    case .otherOutcome(let kind, let word):
      "\(kind.withArticle) is '\(kind.outcomes.taken)' or '\(kind.outcomes.lost)', not '\(word)'"
    case .outcomeWord(let word): "write '\(word)'"
    case .outcomeWithOthers(let word): "'\(word)' must be alone"
    case .only(.event): "write 'only' once, after the models that receive the event"
    case .only(let kind): "'only' is for events; one model handles \(kind.withArticle)"
    case .via(.event, _): "an event reaches each model directly; it passes no others to name"
    case .via(_, isLost: true): "'via' needs a model that handles the message"
    case .via: "write 'via' once, after the model that handles the message"
    case .badService: "a service is named as it is, such as APIClient"
    case .noSelector: "a selector is missing here, such as MainFlow"
    case .selectorSign(let sign):
      "'\(sign)' means nothing in a selector; write '\\\(sign)' for the character"
    case .selectorExpression: "a selector knows '*' and '?', but no regular expressions"
    case .selectorID: "ids differ from run to run; name the model, or capture it"
    case .selector(let error): "'\(error.selector)': \(error.problem)"
    case .optionalCapture(let name):
      "'$\(name)?' is for models that raise or ask; leave out the '?'"
    case .unknownCapture(let name, let known):
      """
      no line captures '$\(name)'; \
      \(Self.suggestion(name, known, sign: "$")
        ?? (known.isEmpty
          ? "write 'as $\(name)' after a model's name"
          : "there are \(Self.list(known.map { "$\($0)" }))"))
      """
    case .noTreeName: "the tree's name is missing: name ExamMaster"
    case .noRuleName: "a rule's name is missing; write 'rule \"name\" reason \"why\"'"
    case .noReason: "a rule says why it is there: reason \"…\""
    case .takenRule(let name, let line): "there is a rule '\(name)' in line \(line) already"
    case .rulePart(let word):
      "'severity' or 'reason' is expected here"
        + Self.addition(word, ["severity", "reason"])
    case .capturedBinding: "a name is for selectors, not for another name"
    case .noBinding(let name):
      "'=' is expected here, and after it a selector: let $\(name) = MainFlow"
    case .noInclude: "a file is missing: include \"common.treespec\""
    case .inlineInclude: "a spec that is not a file includes none; write it to a file"
    case .includedTree: "a spec that another one includes has no tree, only what must hold of one"
    case .includedTooDeep: "more than 50 files include one another; include this one elsewhere"
    case .included(let error): "\(error)"
    case .includedFromOutside(let folder):
      "the file is outside of '\(folder)'; --include-from FOLDER allows another folder"
    case .ruleTree: "a file of rules has no tree, only what must hold of every one"
    case .unruled:
      "a line in a file of rules belongs to a rule; write 'rule \"name\" reason \"why\"' above it"
    case .takenBinding(let name, let file, let line):
      "'\(name)' is there already, and in \(file) in line \(line)"
    case .neverApplies(let fault, let dumps):
      "applies to none of \(dumps) dumps: \(fault.message)"
    case .noJournal:
      """
      this is about what happened, which a tree does not know; check the file of a journal, or a tree \
      that keeps one
      """
    case .treeless: "this asks for a tree, and objects that are no models keep none in a journal"
    case .neverOutcome(let word):
      "'never' is followed by 'uncaught', 'unhandled' or 'unheard'"
        + Self.addition(word, ["uncaught", "unhandled", "unheard"])
    case .alwaysSubject(let word):
      """
      'always' stands before 'not', 'limit', 'error', 'bubble', 'event' or 'service', or alone above a \
      tree that is indented below it\(Self.addition(word, Directive.alwaysWords))
      """
    case .emptyAlways: "no tree is indented below; 'always' alone stands above one"
    case .noTime: "a time is missing here, such as 2 s, 300 ms or 1 m"
    case .limitedRoute:
      "'within' is about what happened: it needs a model that handles the message, and knows no 'via'"
    case .treeCapture:
      "a capture is of the last tree, not of every moment's; name models with 'let', or by a selector"
    case .neverThere(let fault): "applies to no moment of the journal: \(fault.message)"
    case .noRoot(let name, let known):
      "at no moment the root is '\(name)'; it was \(Self.some(known))"
    case .moment(let error): "\(error)"
    case .noExpectedMessage:
      "messages are listed here: error, bubble or event, its name, 'from' a model, '=>' and the outcome"
    case .gluedCount(let name):
      """
      no model has a name with one more character; write '\(name) ?' for one that may be absent
      """
    case .unknownService(let name, let known, let isPattern):
      "no session of this tree provides '\(name)'"
        + (isPattern
          ? Self.addition(name, known)
          : "; \(Self.suggestion(name, known) ?? "it provides \(Self.some(known))")")
    case .unknownDomain(let kind, let domain, let known):
      "this tree knows no \(kind.rawValue) of '\(domain)'"
        + (known.nearest(to: domain).map { "; did you mean '\($0).*'?" } ?? "")
    case .unknownMessage(let kind, let name, let known, let suggestion):
      """
      this tree knows no \(kind.rawValue) '\(name)'; \
      \(suggestion.map { "did you mean '\($0)'?" } ?? "it knows \(Self.some(known))")
      """
    case .unmatchedMessages(let kind, let pattern, let known):
      "no \(kind.rawValue) that this tree knows fits '\(pattern)'; it knows \(Self.some(known))"
    case .domainAsMessage(let name): "'\(name)' is a domain; write '\(name).*' for all of it"
    case .dotInCode(let kind, let name):
      """
      this tree knows no \(kind.rawValue) '\(name)', but one whose code has a dot: write '\\.' \
      for it
      """
    case .message(let error): "\(error)"
    case .unknownTest(let name, let test):
      "this tree knows no '\(name)', which '[\(test)=…]' asks for"
    case .unmatchedSelector(let text, let suggestion):
      "no model of this tree matches '\(text)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .unsetCapture(let name, let line):
      """
      '$\(name)' captures no model of this tree (line \(line)); write '$\(name)?' where it may be \
      absent
      """
    case .unpatchable(let fault):
      "it cannot be patched: \(fault.message); change that line first, \(Self.otherWay)"
    case .treeTooDeep:
      """
      the tree below is deeper than the \(Spec.nestingLimit) levels of a spec; allow other children \
      here with '...'
      """
    case .unsettled(let reason):
      """
      it cannot be patched, because it would still be different here\
      \(reason.map { ": \($0)" } ?? ""); change this line first, \(Self.otherWay)
      """
    case .file(let error, let suggestion):
      suggestion.map { "\(error.problem); did you mean '\($0)'?" } ?? "\(error)"
    case .dump(let error): "\(error)"
    case .journal(let error): "\(error)"
    case .noTree(let journal, let error): "\(journal): \(error)"
    case .unwritable(let error): "\(error)"
    }
  }

  private static let otherWay: SafeText = "or rewrite the spec with --update=overwrite"

  private static func heading(_ term: Term, _ word: String) -> SafeText {
    switch term {
    case .attribute: "unknown attribute '\(word)'"
    case .directive: "unknown directive '\(word)'"
    case .mode: "unknown mode '\(word)'"
    case .word: "unknown word '\(word)'"
    case .measure: "'\(word)' cannot be limited"
    case .severity: "'\(word)' is not a severity"
    }
  }

  private static func suggestion(
    _ word: String, _ known: [String], sign: SafeText = ""
  ) -> SafeText? {
    known.nearest(to: word).map { "did you mean '\(sign)\($0)'?" }
  }

  /// A suggestion after a message that is complete without it.
  private static func addition(_ word: String, _ known: [String]) -> SafeText {
    suggestion(word, known).map { "; \($0)" } ?? ""
  }

  private static func list(_ words: some Sequence<String>) -> SafeText {
    words.map { "\($0)" }.joined(separator: ", ")
  }

  /// The first few.
  private static func some(_ words: [String]) -> SafeText {
    if words.isEmpty { return "none" }
    return list(words.prefix(5)) + (words.count > 5 ? " and \(words.count - 5) more" : "")
  }
}

extension SpecFault.Delimiter {
  fileprivate var noun: SafeText {
    switch self {
    case .quote: "quotation mark"
    case .expression: "regular expression"
    case .bracket: "bracket"
    case .count: "count"
    }
  }
}

extension SpecWritingError: CustomStringConvertible {
  /// What is wrong and what to do, in a clause.
  public var description: String {
    "the tree is \(levels) levels deep, and a spec can be \(Spec.nestingLimit); write one of a part of it"
  }
}
