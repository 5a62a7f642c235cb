import TextIO
import TreeAnalysis
import TreeSnapshot

// The lines about the past.
extension SpecParser {
  /// Parses `not Spinner`, or nothing before a tree below.
  mutating func always(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    if scanner.isAtEnd {
      block = [(number, SpecParser(treeWithin: self))]
      return
    }
    let word = scanner.takeWord()
    guard Directive.alwaysWords.contains(word.text), let directive = Directive(rawValue: word.text)
    else {
      throw LineProblem(
        word.span,
        """
        'always' stands before 'not', 'limit', 'error', 'bubble', 'event' or 'service', or alone \
        above a tree that is indented below \
        it\(SpecFault.addition(word.text, Directive.alwaysWords))
        """)
    }
    let first = assertions.count
    try parse(directive, &scanner, word.span, number)
    for index in assertions.indices.dropFirst(first) {
      if case .route(let claim) = assertions[index].claim, claim.limit != nil {
        throw LineProblem(word.span, .limitedRoute)
      }
      if assertions[index].claim.places.contains(where: \.asksForWork) {
        throw LineProblem(
          word.span,
          """
          'always' can't test [work], which the trees of a journal don't hold; 'never work' and \
          'no work within' limit it
          """)
      }
      assertions[index].isAlways = true
    }
  }

  /// Adds the tree below `always` when the next line isn't indented.
  mutating func endAlways() {
    guard let (number, tree) = block.popLast() else { return }
    problems += tree.problems
    if !tree.lines.isEmpty {
      add(.tree(tree.spec), number)
    } else if tree.problems.isEmpty {
      let start = text[number - 1].indentation
      note(
        LineProblem(
          Span(start: start, end: text[number - 1].utf8.count),
          "no tree is indented below; 'always' alone stands above one"),
        line: number)
    }
  }
}

extension SpecPlace {
  fileprivate var asksForWork: Bool {
    if case .selector(let selector) = subject { selector.asksForWork } else { false }
  }
}

extension LineScanner {
  /// `uncaught`, `unhandled MainFlow.* except ShowSideMenu`, `work at Feed`
  mutating func never() throws(LineProblem) -> SpecAssertion.Claim {
    let word = takeWord()
    if word.text == "work" { return .work(try workPlaces(WorkClaim())) }
    guard let kind = Message.Kind.allCases.first(where: { $0.outcomes.lost == word.text }) else {
      throw LineProblem(
        word.span,
        """
        'never' is followed by 'uncaught', 'unhandled', 'unheard' or \
        'work'\(SpecFault.addition(word.text, ["uncaught", "unhandled", "unheard", "work"]))
        """)
    }
    var claim = NeverClaim(outcome: word.text, kind: kind, namesSpan: word.span)
    if !isAtEnd, nextWord.text != "except" {
      let start = place
      claim.names = try list { scanner throws(LineProblem) in try scanner.listedMessage() }
      claim.namesSpan = span(from: start)
    }
    claim.exceptNames = try exceptedMessages()
    return .never(claim)
  }

  /// `work within 5 s`, `work within 300 ms at Feed except Feed/Cache`
  mutating func limitedWork() throws(LineProblem) -> WorkClaim {
    var claim = WorkClaim()
    for expected in ["work", "within"] {
      let word = takeWord()
      if word.text != expected {
        throw LineProblem(
          word.span, "'no' is followed by 'work within' and a time, such as 'no work within 5 s'")
      }
    }
    claim.limit = try time()
    return try workPlaces(claim)
  }

  /// Nothing, or `at Feed`, and exceptions.
  private mutating func workPlaces(_ claim: WorkClaim) throws(LineProblem) -> WorkClaim {
    var claim = claim
    if takes("at") { claim.place = try place(allowsOptional: false) }
    claim.except = try exceptedPlaces()
    return claim
  }

  /// Parses `2 s` or `300ms`; returns nanoseconds.
  mutating func time() throws(LineProblem) -> Int {
    let start = start
    let number = text(until: " msh")
    let unit = takeWord()
    let lengths = ["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9]
    guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let count = Double(number), let length = lengths[unit.text], count * length < 1e18
    else {
      throw problem(from: start, "a time is missing here, such as 2 s, 300 ms or 1 m")
    }
    return Int(count * length)
  }
}
