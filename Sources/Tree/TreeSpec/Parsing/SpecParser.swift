import TextIO
import TreeAnalysis
import TreeSnapshot

/// Parses a spec line by line, and continues after a faulty line: one error lists all problems.
struct SpecParser {
  /// The spec's name in messages.
  package let name: String
  package let text: TextLines
  /// Whether the first line is optional.
  var isHeaderOptional = false
  /// Reads included files; nil if includes aren't allowed.
  var includes: SpecIncludes?
  /// Whether another spec includes this one.
  var isIncluded = false
  /// Whether each line is an expected message.
  var listsMessages = false
  /// The indentation of the tree's lines; nil until the first line sets it.
  private(set) var margin: Int? = 0
  /// The tree below `always` that is being parsed, and the line of that word: at most one.
  var block: [(line: Int, tree: SpecParser)] = []
  var problems: [SpecError.Problem] = []
  private(set) var title: String?
  var hasHeader = false
  var lines: [SpecLine] = []
  var assertions: [SpecAssertion] = []
  var captures: [String: Int] = [:]
  package var bindings: [String: SpecBinding] = [:]
  var rules: [SpecRule] = []
  var included: [Spec] = []
  /// Whether an included file is missing, and with it the names it defines.
  var lacksFile = false
  var defaultMode: ChildMode?
  var defaultUnnamed: UnnamedAttributes?
  /// The lines that may have further children, the innermost last.
  var open: [Int] = []

  mutating func parse() throws(SpecError) -> Spec {
    if !isHeaderOptional { try checkHeader() }
    for index in text.indices {
      do {
        try parse(Array(text.bytes[text.ranges[index]]), number: index + 1)
      } catch {
        note(error, line: index + 1)
      }
    }
    endAlways()
    if isIncluded { checkIncluded() } else if !lacksFile { checkCaptures() }
    if problems.isEmpty { checkContent() }
    if !problems.isEmpty {
      let own = problems.filter { $0.file == nil }.sorted { $0.line < $1.line }
      throw SpecError(name: name, problems: own + problems.filter { $0.file != nil })
    }
    return spec
  }

  /// The parsed spec.
  var spec: Spec {
    Spec(
      name: name, title: title, text: text, lines: lines, assertions: assertions,
      captures: captures, bindings: bindings, rules: rules, included: included,
      includeFolders: includes?.givenFolders)
  }

  mutating func note(inIncludedFile error: SpecError) {
    problems += error.problems.map { problem in
      var problem = problem
      problem.file = problem.file ?? error.name
      return problem
    }
  }

  mutating func note(_ problem: LineProblem, line: Int) {
    problems.append(
      SpecError.Problem(
        line: line, text: line <= text.count ? text[line - 1] : "", span: problem.span,
        problem.fault))
  }

  // MARK: One line

  private mutating func parse(_ bytes: [UInt8], number: Int) throws(LineProblem) {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard isASCII || String(utf8Bytes: bytes) != nil else {
      throw LineProblem(
        Span(start: 0, end: bytes.count),
        "this line is not valid UTF-8; write it again")
    }
    var scanner = LineScanner(bytes)
    if scanner.isAtEnd { return }
    let indent = scanner.place
    if scanner.next == UInt8(ascii: "\t") {
      throw scanner.problem(from: indent, "this is a tab; indent with spaces")
    }
    if scanner.beginsWithOddSpace {
      throw scanner.problem(
        from: indent,
        "this looks like a space but is not one; indent with plain spaces")
    }
    if scanner.next == UInt8(ascii: "#") { throw scanner.problemHere(.commentWithoutSpace) }
    if !block.isEmpty, indent > 0 { return try block[0].tree.parse(bytes, number: number) }
    endAlways()
    if margin == nil { margin = indent }
    let first = scanner.nextWord
    let directive = indent == 0 ? Directive(rawValue: first.text) : nil
    if listsMessages, ![.treeSpec, .error, .bubble, .event].contains(directive) {
      throw LineProblem(first.span, .noExpectedMessage)
    }
    if directive != .treeSpec { hasHeader = true }
    if let directive {
      scanner.advance(first.text.utf8.count)
      if directive != .treeSpec, directive != .default { open = [] }
      try parse(directive, &scanner, first.span, number)
    } else if first.text == "..." {
      scanner.advance(3)
      try parseOpening(&scanner, first.span, indent, number)
    } else {
      try parseModel(&scanner, first, indent, number)
    }
  }

  mutating func parse(
    _ directive: Directive, _ scanner: inout LineScanner, _ span: Span, _ number: Int
  ) throws(LineProblem) {
    switch directive {
    case .treeSpec:
      if hasHeader { throw LineProblem(span, "'tree-spec' belongs in the first line only") }
      hasHeader = true
      title = try scanner.header()
    case .default:
      if !lines.isEmpty {
        throw LineProblem(span, "'default' belongs above the first line of the tree")
      }
      try parseDefault(&scanner)
    case .include: try include(&scanner, number)
    case .let: try bind(&scanner, number)
    case .rule: rules.append(try rule(&scanner, number))
    case .not:
      let place = try scanner.place(allowsOptional: false)
      add(.absent(place, except: try scanner.exceptedPlaces()), number)
    case .name: add(.treeName(try scanner.treeName()), number)
    case .messages: add(.vocabulary(try scanner.vocabulary()), number)
    case .limit: add(.limits(try scanner.limits()), number)
    case .error: add(.route(try scanner.route(.error, mayLackRaiser: listsMessages)), number)
    case .bubble: add(.route(try scanner.route(.bubble, mayLackRaiser: listsMessages)), number)
    case .event: add(.route(try scanner.route(.event)), number)
    case .service: add(.service(try scanner.service()), number)
    case .never: add(try scanner.never(), number)
    case .no: add(.work(try scanner.limitedWork()), number)
    case .always: try always(&scanner, number)
    }
    guard scanner.isAtEnd else {
      guard let fault = MisplacedWords.fault(ofRest: scanner.nextWord.text) else {
        throw scanner.problemHere("nothing more is expected here; a comment begins with '# '")
      }
      throw LineProblem(scanner.nextWord.span, fault)
    }
  }

  mutating func add(_ claim: SpecAssertion.Claim, _ number: Int) {
    assertions.append(SpecAssertion(line: number, claim: claim, rule: rules.last))
  }
}

extension SpecParser {
  /// Parses a tree that is indented within another spec.
  ///
  /// - Parameter other: the parser of the lines above.
  init(treeWithin other: SpecParser) {
    self.init(name: other.name, text: other.text, isHeaderOptional: true)
    margin = nil
    hasHeader = true
    defaultMode = other.defaultMode
    defaultUnnamed = other.defaultUnnamed
  }
}

extension Spec {
  /// Parses a spec and its included files.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the spec's name in messages: its file's path. Included files are searched in and below
  ///     its folder.
  /// - Throws: `SpecError` with every faulty line.
  public init(_ text: String, name: String = "spec") throws(SpecError) {
    try self.init(utf8: text.utf8, name: name)
  }

  /// Parses a spec within a test. The first line is optional and defaults to the current version.
  package init(inline text: String, name: String) throws(SpecError) {
    var parser = SpecParser(name: name, text: TextLines(text.utf8), isHeaderOptional: true)
    self = try parser.parse()
  }

  /// Parses a spec from bytes.
  ///
  /// - Parameter folders: additional folders for included files; nil if includes aren't allowed.
  package init(
    utf8 bytes: some Sequence<UInt8>, name: String, includesFrom folders: [String]? = []
  ) throws(SpecError) {
    var parser = SpecParser(
      name: name, text: TextLines(bytes), includes: folders.map { SpecIncludes(name, from: $0) })
    self = try parser.parse()
  }

  /// Parses expected messages, one per line.
  package init(messages text: String, name: String) throws(SpecError) {
    var parser = SpecParser(
      name: name, text: TextLines(text.utf8), isHeaderOptional: true, listsMessages: true)
    self = try parser.parse()
  }
}

// Checks of the spec as a whole.
extension SpecParser {
  mutating func checkCaptures() {
    let known = Set(captures.keys).union(bindings.keys)
      .union(included.flatMap(\.parts).flatMap(\.bindings.keys))
    for assertion in assertions {
      for problem in namingProblems(of: assertion, known) { note(problem, line: assertion.line) }
    }
    for spec in included.flatMap(\.parts) {
      let problems = spec.assertions.flatMap { assertion in
        namingProblems(of: assertion, known).map { spec.problem($0, line: assertion.line) }
      }
      note(inIncludedFile: SpecError(name: spec.name, problems: problems))
    }
  }

  private func namingProblems(of assertion: SpecAssertion, _ known: Set<String>) -> [LineProblem] {
    var isAbsence = false
    if case .absent = assertion.claim { isAbsence = true }
    return assertion.claim.places.compactMap { place in
      guard case .capture(let name, _) = place.subject else { return nil }
      if assertion.isOfJournal, captures[name] != nil {
        return LineProblem(
          place.span,
          """
          a capture is of the last tree, not of every moment's; name models with 'let', or by a \
          selector
          """)
      }
      // Something that the tree has can't be absent.
      if isAbsence, captures[name] != nil || !known.contains(name) {
        return LineProblem(
          place.span,
          "what must not be there cannot be captured; write a selector")
      }
      return known.contains(name)
        ? nil : LineProblem(place.span, Self.fault(ofCapture: name, known.sorted()))
    }
  }

  private static func fault(ofCapture name: String, _ names: [String]) -> SpecFault {
    let hint: SafeText =
      SpecFault.suggestion(name, names, sign: "$")
      ?? (names.isEmpty
        ? "write 'as $\(name)' after a model's name"
        : "there are \(SpecFault.list(names.map { "$\($0)" }))")
    return "no line captures '$\(name)'; \(hint)"
  }

  mutating func checkIncluded() {
    if let line = lines.first {
      note(
        LineProblem(
          line.nameSpan,
          "a spec that another one includes has no tree, only what must hold of one"),
        line: line.number)
    }
  }

  mutating func checkContent() {
    // A list without messages expects silence.
    if listsMessages { return }
    let whole = Span(start: 0, end: text.first?.utf8.count ?? 0)
    if !hasHeader {
      note(LineProblem(whole, .empty), line: 1)
    } else if lines.isEmpty, assertions.isEmpty, included.isEmpty, !isIncluded {
      note(
        LineProblem(
          whole,
          """
          the spec asks for nothing; write a line for the root, or what must hold of the tree
          """), line: 1)
    }
  }
}
