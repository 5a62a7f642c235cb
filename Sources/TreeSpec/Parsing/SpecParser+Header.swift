import TextIO
import TreeAnalysis

// The first line, what holds for the whole tree, and its limits.
extension SpecParser {
  /// Refuses a file that isn't a spec without quoting it: a spec may include any file by its name.
  func checkHeader() throws(SpecError) {
    let first = content.firstIndex { line in
      let rest = line.drop { $0 == UInt8(ascii: " ") }
      return rest.first != UInt8(ascii: "#") && !rest.isEmpty
    }
    let word = first.map { content[$0].prefix { $0 != UInt8(ascii: " ") } }
    if let word, word.elementsEqual(Directive.treeSpec.rawValue.utf8) { return }
    let isDump = word?.first == UInt8(ascii: "{")
    throw SpecError(
      name: name,
      problems: [
        SpecError.Problem(
          line: (first ?? 0) + 1, text: "", span: Span(start: 0, end: 0),
          word == nil
            ? .empty
            : SpecFault(
              .otherFile,
              isDump
                ? "this is a dump, and a spec is expected; 'diff' compares two dumps"
                : "a spec begins with 'tree-spec 1', before everything but comments"))
      ])
  }

  func header(_ scanner: inout LineScanner) throws(LineProblem) -> String? {
    scanner.skipSpaces()
    let version = scanner.word
    guard version.text == "1" else {
      throw LineProblem(version.span, Self.fault(ofVersion: version.text))
    }
    scanner.advance(version.text.utf8.count)
    if scanner.isAtEnd { return nil }
    guard scanner.next == UInt8(ascii: "\"") else {
      throw scanner.problemHere("put the title in quotes")
    }
    return try scanner.quoted()
  }

  private static func fault(ofVersion version: String) -> SpecFault {
    if version.isEmpty { return "the version is missing; write 'tree-spec 1'" }
    return Int(version) ?? 0 > 1
      ? """
      version \(version) of specs is newer than version 1, which this reads; update modeltree
      """
      : "version '\(version)' is not known; write 'tree-spec 1'"
  }

  mutating func parseDefault(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    let subject = scanner.word
    scanner.advance(subject.text.utf8.count)
    switch subject.text {
    case "children:":
      if defaultMode != nil { throw repeated(subject) }
      defaultMode = try childMode(&scanner).mode(inheriting: ChildMode())
    case "attributes:":
      if defaultUnnamed != nil { throw repeated(subject) }
      defaultUnnamed = try unnamedAttributes(&scanner)
    default:
      throw LineProblem(
        subject.span,
        """
        'default' is followed by 'children:' or \
        'attributes:'\(SpecFault.addition(subject.text, ["children:", "attributes:"]))
        """)
    }
  }

  private func repeated(_ subject: (text: String, span: Span)) -> LineProblem {
    LineProblem(subject.span, "a second 'default \(subject.text)'; keep one")
  }

  /// `exact unordered`: one word for each, or one of both.
  func childMode(
    _ scanner: inout LineScanner
  ) throws(LineProblem) -> WrittenChildMode {
    var completeness: ChildMode.Completeness?
    var order: ChildMode.Order?
    let known = ChildMode.words
    while !scanner.isAtEnd, scanner.next != UInt8(ascii: "]") {
      let start = scanner.place
      let word = scanner.text(until: " ]")
      if let value = ChildMode.Completeness(rawValue: word), completeness == nil {
        completeness = value
      } else if let value = ChildMode.Order(rawValue: word), order == nil {
        order = value
      } else {
        throw scanner.problem(
          from: start,
          known.contains(word)
            ? "'\(word)' contradicts the word before it"
            : .unknown("unknown mode '\(word)'", word, known))
      }
    }
    if completeness == nil, order == nil {
      throw scanner.problemHere("name a mode: \(SpecFault.list(ChildMode.words))")
    }
    return WrittenChildMode(completeness: completeness, order: order)
  }

  /// `named`, `exact`, `exact except state, label`.
  func unnamedAttributes(
    _ scanner: inout LineScanner
  ) throws(LineProblem) -> UnnamedAttributes {
    scanner.skipSpaces()
    let start = scanner.place
    let word = scanner.text(until: " ]")
    if word == "named" { return UnnamedAttributes() }
    guard word == "exact" else {
      throw scanner.problem(
        from: start,
        """
        write 'named' (what a line does not name may be anything) or 'exact' (it must not be there)
        """)
    }
    var absent = AttributeKinds.all
    scanner.skipSpaces()
    let except = scanner.word
    guard except.text == "except" else { return UnnamedAttributes(absent: absent) }
    scanner.advance(except.text.utf8.count)
    let named = try scanner.list { scanner throws(LineProblem) in
      let start = scanner.place
      let name = scanner.text(until: " ,]")
      if let attribute = AttributeKind(rawValue: name) { return attribute }
      throw scanner.problem(
        from: start,
        .unknown("unknown attribute '\(name)'", name, AttributeKind.allCases.map(\.rawValue)))
    }
    for attribute in named { absent.remove(attribute) }
    return UnnamedAttributes(absent: absent)
  }

  /// `ExamMaster`
  func treeName(_ scanner: inout LineScanner) throws(LineProblem) -> NamePattern {
    scanner.skipSpaces()
    if scanner.isAtEnd { throw scanner.problemHere("the tree's name is missing: name ExamMaster") }
    return try scanner.pattern(until: "")
  }

  /// `only error NetworkErrors.101, event AppEvent.*`
  func vocabulary(
    _ scanner: inout LineScanner
  ) throws(LineProblem) -> SpecList<SpecSubscription> {
    scanner.skipSpaces()
    let isOnly = scanner.word.text == "only"
    if isOnly { scanner.advance(4) }
    if !isOnly, let fault = MisplacedWords.fault(ofListBegin: scanner) {
      throw LineProblem(scanner.word.span, fault)
    }
    if scanner.isAtEnd { throw scanner.problemHere(.noMessageName) }
    return SpecList(strictness: isOnly ? .only : .some, elements: try subscriptions(&scanner))
  }

  func limits(_ scanner: inout LineScanner) throws(LineProblem) -> [SpecLimit] {
    try scanner.list { scanner throws(LineProblem) in
      let start = scanner.place
      let name = scanner.text(until: " <>=,")
      guard let measure = SpecLimit.Measure(rawValue: name) else {
        throw scanner.problem(
          from: start,
          .unknown("'\(name)' cannot be limited", name, SpecLimit.Measure.allCases.map(\.rawValue)))
      }
      scanner.skipSpaces()
      let sign = SpecLimit.Comparison.allCases.first { comparison in
        scanner.bytes[scanner.place...].starts(with: comparison.rawValue.utf8)
      }
      guard let sign else {
        throw scanner.problemHere("a comparison is missing, such as '\(name) <= 8'")
      }
      scanner.advance(sign.rawValue.utf8.count)
      scanner.skipSpaces()
      let numberStart = scanner.place
      let digits = scanner.text(until: " ,")
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(digits) else {
        throw scanner.problem(from: numberStart, "a number is missing here, such as 8")
      }
      return SpecLimit(measure: measure, comparison: sign, limit: limit)
    }
  }
}
