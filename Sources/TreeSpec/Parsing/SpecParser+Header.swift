import TreeAnalysis

// The first line, what holds for the whole tree, and its limits.
extension SpecParser {
  /// The version of the language that is read.
  private static let version = "1"

  func header(_ scanner: inout LineScanner) throws(LineProblem) -> String? {
    scanner.skipSpaces()
    let version = scanner.word
    guard version.text == Self.version else {
      throw LineProblem(
        span: version.span,
        message: version.text.isEmpty
          ? "the version is missing; write 'tree-spec \(Self.version)'"
          : "version '\(version.text)' is not known; write 'tree-spec \(Self.version)'")
    }
    scanner.advance(version.text.utf8.count)
    if scanner.isAtEnd { return nil }
    guard scanner.next == UInt8(ascii: "\"") else {
      throw scanner.problemHere("the title stands in quotes")
    }
    return try scanner.quoted()
  }

  mutating func parseDefault(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    let subject = scanner.word
    scanner.advance(subject.text.utf8.count)
    switch subject.text {
    case "children:":
      if defaultMode != nil { throw repeated(subject) }
      defaultMode = try childMode(&scanner, inheriting: ChildMode())
    case "attributes:":
      if defaultUnnamed != nil { throw repeated(subject) }
      defaultUnnamed = try unnamedAttributes(&scanner)
    default:
      let choices = ["children:", "attributes:"]
      throw LineProblem(
        span: subject.span,
        message: "'default' is followed by 'children:' or 'attributes:'"
          + (nearest(to: subject.text, among: choices).map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  private func repeated(_ subject: (text: String, span: Span)) -> LineProblem {
    LineProblem(span: subject.span, message: "'default \(subject.text)' stands twice; keep one")
  }

  /// `exact unordered`: one word for each, or one of both.
  func childMode(
    _ scanner: inout LineScanner, inheriting above: ChildMode
  ) throws(LineProblem) -> ChildMode {
    var completeness: ChildMode.Completeness?
    var order: ChildMode.Order?
    let known =
      ChildMode.Completeness.allCases.map(\.rawValue) + ChildMode.Order.allCases.map(\.rawValue)
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
            ? "'\(word)' contradicts what stands before it"
            : "'\(word)' is no mode; "
              + (nearest(to: word, among: known).map { "did you mean '\($0)'?" }
                ?? "there are \(known.joined(separator: ", "))"))
      }
    }
    if completeness == nil, order == nil {
      throw scanner.problemHere("name a mode: \(known.joined(separator: ", "))")
    }
    return ChildMode(
      completeness: completeness ?? above.completeness, order: order ?? above.order)
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
        "write 'named' (what a line does not name may be anything) or 'exact' (it must not be "
          + "there)")
    }
    var absent = AttributeKinds.all
    scanner.skipSpaces()
    let except = scanner.word
    guard except.text == "except" else { return UnnamedAttributes(absent: absent) }
    scanner.advance(except.text.utf8.count)
    repeat {
      scanner.skipSpaces()
      let start = scanner.place
      let name = scanner.text(until: " ,]")
      guard let attribute = AttributeKind(rawValue: name) else {
        let known = AttributeKind.allCases.map(\.rawValue)
        throw scanner.problem(
          from: start,
          "'\(name)' is no attribute; "
            + (nearest(to: name, among: known).map { "did you mean '\($0)'?" }
              ?? "there are \(known.joined(separator: ", "))"))
      }
      absent.remove(attribute)
      scanner.skipSpaces()
    } while scanner.consume(UInt8(ascii: ","))
    return UnnamedAttributes(absent: absent)
  }

  func limits(_ scanner: inout LineScanner) throws(LineProblem) -> [SpecLimit] {
    var limits: [SpecLimit] = []
    repeat {
      scanner.skipSpaces()
      let start = scanner.place
      let name = scanner.text(until: " <>=,")
      guard let measure = SpecLimit.Measure(rawValue: name) else {
        let known = SpecLimit.Measure.allCases.map(\.rawValue)
        throw scanner.problem(
          from: start,
          "'\(name)' cannot be limited; "
            + (nearest(to: name, among: known).map { "did you mean '\($0)'?" }
              ?? "there are \(known.joined(separator: ", "))"))
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
        throw scanner.problem(from: numberStart, "a number must stand here, such as 8")
      }
      limits.append(SpecLimit(measure: measure, comparison: sign, limit: limit))
      scanner.skipSpaces()
    } while scanner.consume(UInt8(ascii: ","))
    return limits
  }
}
