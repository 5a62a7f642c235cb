import TextIO
import TreeAnalysis

// Rules, names for models, and included files.
extension SpecParser {
  /// `"errors end here" severity warning reason "a person must see why"`
  func rule(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) -> SpecRule {
    scanner.skipSpaces()
    let start = scanner.place
    if scanner.isAtEnd { throw scanner.problemHere(.noRuleName) }
    let name = try scanner.text()
    if name.isEmpty || ["severity", "reason"].contains(name) {
      throw scanner.problem(from: start, .noRuleName)
    }
    if let other = rules.first(where: { $0.name == name }) {
      throw scanner.problem(from: start, "there is a rule '\(name)' in line \(other.line) already")
    }
    var rule = SpecRule(name: name, severity: .error, reason: "", line: number)
    while !scanner.isAtEnd {
      let word = scanner.nextWord
      switch word.text {
      case "severity":
        scanner.advance(8)
        scanner.skipSpaces()
        let severity = scanner.nextWord
        guard let known = LintSeverity(rawValue: severity.text) else {
          throw LineProblem(
            severity.span,
            .unknown(
              "'\(severity.text)' is not a severity", severity.text,
              LintSeverity.allCases.map(\.rawValue)))
        }
        scanner.advance(severity.text.utf8.count)
        rule.severity = known
      case "reason" where rule.reason.isEmpty:
        scanner.advance(6)
        scanner.skipSpaces()
        guard scanner.next == UInt8(ascii: "\"") else { throw scanner.problemHere(.noReason) }
        rule.reason = try scanner.quoted()
      default:
        throw LineProblem(
          word.span,
          """
          'severity' or 'reason' is expected \
          here\(SpecFault.addition(word.text, ["severity", "reason"]))
          """)
      }
    }
    if rule.reason.isEmpty { throw scanner.problemHere(.noReason) }
    return rule
  }

  /// `$screens = DashboardModel, SideMenuModel`
  mutating func bind(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    scanner.skipSpaces()
    let start = scanner.place
    guard scanner.consume(UInt8(ascii: "$")) else { throw scanner.problemHere(.captureName) }
    let name = scanner.text(until: " =,")
    guard LineScanner.isCaptureName(name) else { throw scanner.problem(from: start, .captureName) }
    let span = scanner.span(from: start)
    if let line = captures[name] ?? bindings[name]?.line {
      throw LineProblem(span, .takenCapture(name, line: line))
    }
    scanner.skipSpaces()
    guard scanner.consume(UInt8(ascii: "=")) else {
      throw scanner.problemHere(
        "'=' is expected here, and after it a selector: let $\(name) = MainFlow")
    }
    let places = try scanner.places()
    if let place = places.first(where: \.isCapture) {
      throw LineProblem(place.span, "a name is for selectors, not for another name")
    }
    bindings[name] = SpecBinding(line: number, places: places)
  }

  /// `"common.treespec"`
  mutating func include(_ scanner: inout LineScanner, _ number: Int) throws(LineProblem) {
    scanner.skipSpaces()
    let start = scanner.place
    let path = try scanner.text()
    let span = scanner.span(from: start)
    if path.isEmpty { throw scanner.problemHere("a file is missing: include \"common.treespec\"") }
    guard let includes else {
      throw LineProblem(span, "a spec that is not a file includes none; write it to a file")
    }
    let spec: Spec?
    do {
      spec = try includes.spec(at: path, from: name)
    } catch {
      lacksFile = true
      switch error {
      case .fault(let fault): throw LineProblem(span, fault)
      case .problems(let error):
        note(inIncludedFile: error)
        return
      }
    }
    guard let spec else { return }
    for (name, binding) in spec.bindings {
      if captures[name] != nil || bindings[name] != nil
        || included.contains(where: { $0.bindings[name] != nil })
      {
        throw LineProblem(
          span,
          "'\(name)' is there already, and in \(spec.name) in line \(binding.line)")
      }
    }
    for rule in spec.allRules where allRules.contains(where: { $0.name == rule.name }) {
      throw LineProblem(
        span,
        "'\(rule.name)' is there already, and in \(spec.name) in line \(rule.line)")
    }
    included.append(spec)
  }

  private var allRules: [SpecRule] { rules + included.flatMap(\.allRules) }
}

extension SpecPlace {
  var isCapture: Bool { if case .capture = subject { true } else { false } }
}

extension LineScanner {
  /// `except` and its elements; none if it is missing.
  mutating func exceptions<Element>(
    _ element: (inout LineScanner) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    takes("except") ? try list(element) : []
  }

  /// A quoted text, or a word.
  fileprivate mutating func text() throws(LineProblem) -> String {
    if next == UInt8(ascii: "\"") { return try quoted() }
    let word = nextWord.text
    advance(word.utf8.count)
    return word
  }
}
