import TextIO
import TreeAnalysis

// The first line, the settings for the whole tree, and its limits.
extension SpecParser {
  /// Refuses a file that isn't a spec without quoting it, because a spec may include any file.
  func checkHeader() throws(SpecError) {
    let lines = text.ranges.lazy.map { text.bytes[$0] }
    let first = lines.firstIndex { line in
      let rest = line.drop { $0 == UInt8(ascii: " ") }
      return rest.first != UInt8(ascii: "#") && !rest.isEmpty
    }
    let word = first.map { lines[$0].prefix { $0 != UInt8(ascii: " ") } }
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

  mutating func parseDefault(_ scanner: inout LineScanner) throws(LineProblem) {
    let subject = scanner.takeWord()
    switch subject.text {
    case "children:":
      if defaultMode != nil { throw repeated(subject) }
      defaultMode = try scanner.childMode(inheriting: ChildMode())
    case "attributes:":
      if defaultUnnamed != nil { throw repeated(subject) }
      defaultUnnamed = try scanner.unnamedAttributes()
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
}

extension LineScanner {
  mutating func header() throws(LineProblem) -> String? {
    let version = takeWord()
    guard version.text == "1" else {
      throw LineProblem(version.span, Self.fault(ofVersion: version.text))
    }
    if isAtEnd { return nil }
    guard next == UInt8(ascii: "\"") else { throw problemHere("put the title in quotes") }
    return try quoted()
  }

  private static func fault(ofVersion version: String) -> SpecFault {
    if version.isEmpty { return "the version is missing; write 'tree-spec 1'" }
    return Int(version) ?? 0 > 1
      ? """
      version \(version) of specs is newer than version 1, which this reads; update modeltree
      """
      : "version '\(version)' is not known; write 'tree-spec 1'"
  }

  /// `exact unordered`: one word of each kind, or of one.
  ///
  /// - Parameter above: the mode of the line above, for what isn't named.
  mutating func childMode(inheriting above: ChildMode) throws(LineProblem) -> ChildMode {
    var completeness: ChildMode.Completeness?
    var order: ChildMode.Order?
    let known = ChildMode.words
    while !isAtEnd, next != UInt8(ascii: "]") {
      let start = place
      let word = text(until: " ]")
      if let value = ChildMode.Completeness(rawValue: word), completeness == nil {
        completeness = value
      } else if let value = ChildMode.Order(rawValue: word), order == nil {
        order = value
      } else {
        throw problem(
          from: start,
          known.contains(word)
            ? "'\(word)' contradicts the word before it"
            : .unknown("unknown mode '\(word)'", word, known))
      }
    }
    if completeness == nil, order == nil {
      throw problemHere("name a mode: \(SpecFault.list(ChildMode.words))")
    }
    return ChildMode(completeness: completeness ?? above.completeness, order: order ?? above.order)
  }

  /// `named`, `exact`, `exact except state, label`.
  mutating func unnamedAttributes() throws(LineProblem) -> UnnamedAttributes {
    let start = start
    let word = text(until: " ]")
    if word == "named" { return UnnamedAttributes() }
    guard word == "exact" else {
      throw problem(
        from: start,
        """
        write 'named' (what a line does not name may be anything) or 'exact' (it must not be there)
        """)
    }
    let excepted = try exceptions { scanner throws(LineProblem) in
      let start = scanner.place
      let name = scanner.text(until: " ,]")
      if let kind = AttributeKind.unnamed.first(where: { $0.rawValue == name }) { return kind }
      throw scanner.problem(
        from: start,
        .unknown("unknown attribute '\(name)'", name, AttributeKind.unnamed.map(\.rawValue)))
    }
    return UnnamedAttributes(absent: AttributeKind.unnamed.filter { !excepted.contains($0) })
  }

  /// `ExamMaster`
  mutating func treeName() throws(LineProblem) -> NamePattern {
    skipSpaces()
    if isAtEnd { throw problemHere("the tree's name is missing: name ExamMaster") }
    return try pattern(until: "")
  }

  /// `only error NetworkErrors.101, event AppEvent.*`
  mutating func vocabulary() throws(LineProblem) -> SpecList<SpecSubscription> {
    skipSpaces()
    let isOnly = try takesOnly()
    if isAtEnd { throw problemHere(.noMessageName) }
    return SpecList(strictness: isOnly ? .only : .some, elements: try subscriptions())
  }

  mutating func limits() throws(LineProblem) -> [SpecLimit] {
    try list { scanner throws(LineProblem) in
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
      let numberStart = scanner.start
      let digits = scanner.text(until: " ,")
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(digits) else {
        throw scanner.problem(from: numberStart, "a number is missing here, such as 8")
      }
      return SpecLimit(measure: measure, comparison: sign, limit: limit)
    }
  }
}
