import TextIO
import TreeAnalysis
import TreeSnapshot

// The lines about what happened.
extension SpecParser {
  /// `not Spinner`, or nothing, and a tree below.
  mutating func always(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    if scanner.isAtEnd {
      block = [(number, SpecParser(treeWithin: self))]
      return
    }
    let word = scanner.word
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
    scanner.advance(word.text.utf8.count)
    let first = assertions.count
    try parse(directive, &scanner, word.span, number)
    for index in assertions.indices.dropFirst(first) {
      if case .route(let claim) = assertions[index].claim, claim.limit != nil {
        throw LineProblem(word.span, .limitedRoute)
      }
      assertions[index].isAlways = true
    }
  }

  /// Adds the tree below `always`, once the next line is not indented.
  mutating func endAlways() {
    guard let (number, tree) = block.popLast() else { return }
    note(inTree: tree.problems)
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

  /// `uncaught`, `unhandled MainFlow.* except ShowSideMenu`
  func never(_ scanner: inout LineScanner) throws(LineProblem) -> NeverClaim {
    scanner.skipSpaces()
    let word = scanner.word
    guard let kind = Message.Kind.allCases.first(where: { $0.outcomes.lost == word.text }) else {
      throw LineProblem(
        word.span,
        """
        'never' is followed by 'uncaught', 'unhandled' or \
        'unheard'\(SpecFault.addition(word.text, ["uncaught", "unhandled", "unheard"]))
        """)
    }
    scanner.advance(word.text.utf8.count)
    func messages(_ scanner: inout LineScanner) throws(LineProblem) -> MessageName {
      let start = scanner.place
      let name = try scanner.messageName(until: ",")
      if name.isMalformed { throw scanner.problem(from: start, .badMessage(name)) }
      return name
    }
    var claim = NeverClaim(outcome: word.text, kind: kind, namesSpan: word.span)
    if !scanner.isAtEnd, scanner.word.text != "except" {
      let start = scanner.place
      claim.names = try scanner.list(messages)
      claim.namesSpan = scanner.span(from: start)
    }
    claim.exceptNames = try exceptions(&scanner, messages)
    return claim
  }

  /// `2 s`, `300ms`; in nanoseconds.
  func time(_ scanner: inout LineScanner) throws(LineProblem) -> Int {
    scanner.skipSpaces()
    let start = scanner.place
    let number = scanner.text(until: " msh")
    scanner.skipSpaces()
    let unit = scanner.word
    scanner.advance(unit.text.utf8.count)
    let lengths = ["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9]
    guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let count = Double(number), let length = lengths[unit.text], count * length < 1e18
    else {
      throw scanner.problem(from: start, "a time is missing here, such as 2 s, 300 ms or 1 m")
    }
    return Int(count * length)
  }
}
