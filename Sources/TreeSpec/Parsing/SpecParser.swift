import TreeAnalysis
import TreeSnapshot

/// Reads a spec line by line, and goes on behind a line that is wrong: all problems are told at once.
struct SpecParser {
  /// The first words of lines that stand for no model.
  enum Directive: String, CaseIterable {
    case treeSpec = "tree-spec"
    case `default`
    case not
    case limit
    case error
    case bubble
    case event
    case service
  }

  /// Matching calls itself for each level.
  package static let nestingLimit = 200

  let name: String
  let text: [String]
  private let content: [[UInt8]]
  private let isHeaderOptional: Bool

  private let expressions = KnownExpressions()
  private(set) var problems: [SpecError.Problem] = []
  private var title: String?
  private var hasHeader = false
  private var lines: [SpecLine] = []
  private var assertions: [SpecAssertion] = []
  var captures: [String: Int] = [:]
  var defaultMode: ChildMode?
  var defaultUnnamed: UnnamedAttributes?
  /// The lines whose children may follow, the innermost last.
  private var open: [Int] = []

  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: what the spec is called.
  ///   - isHeaderOptional: whether the first line may be left out.
  init(_ bytes: some Sequence<UInt8>, name: String, isHeaderOptional: Bool = false) {
    self.name = name
    self.isHeaderOptional = isHeaderOptional
    var content = Array(bytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    // A mark of the byte order says nothing in UTF-8.
    if content[0].starts(with: [0xEF, 0xBB, 0xBF]) { content[0].removeFirst(3) }
    if content.last?.isEmpty == true { content.removeLast() }
    self.content = content
    text = content.map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func parse() throws(SpecError) -> Spec {
    for index in content.indices {
      do {
        try parse(content[index], number: index + 1)
      } catch {
        note(error, line: index + 1)
      }
    }
    checkCaptures()
    if problems.isEmpty { checkContent() }
    if !problems.isEmpty {
      throw SpecError(name: name, problems: problems.sorted { $0.line < $1.line })
    }
    return Spec(
      name: name, title: title, text: text, lines: lines, assertions: assertions,
      captures: captures)
  }

  mutating func note(_ problem: LineProblem, line: Int) {
    problems.append(
      SpecError.Problem(
        line: line, text: line <= text.count ? text[line - 1] : "", span: problem.span,
        problem.message))
  }

  // MARK: One line

  private mutating func parse(_ bytes: [UInt8], number: Int) throws(LineProblem) {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    guard isASCII || String(validating: bytes, as: UTF8.self) != nil else {
      throw LineProblem(
        span: Span(start: 0, end: bytes.count), message: "this is not valid UTF-8; write it anew")
    }
    var scanner = LineScanner(bytes, expressions: expressions)
    if scanner.isAtEnd { return }
    let indent = scanner.place
    if scanner.next == UInt8(ascii: "\t") {
      throw scanner.problem(from: indent, "a tab stands here; indent with spaces")
    }
    if scanner.beginsWithOddSpace {
      throw scanner.problem(
        from: indent, "this looks like a space and is none; indent with plain spaces")
    }
    if scanner.next == UInt8(ascii: "#") {
      throw scanner.problemHere("a comment begins with '#' and a space")
    }
    let first = scanner.word
    let directive = indent == 0 ? Directive(rawValue: first.text) : nil
    if !hasHeader, directive != .treeSpec {
      // Told once.
      hasHeader = true
      if !isHeaderOptional {
        throw LineProblem(
          span: first.span,
          message: "a spec begins with 'tree-spec 1', before everything but comments")
      }
    }
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

  private mutating func parse(
    _ directive: Directive, _ scanner: inout LineScanner, _ span: Span, _ number: Int
  ) throws(LineProblem) {
    switch directive {
    case .treeSpec:
      if hasHeader {
        throw LineProblem(span: span, message: "'tree-spec' stands in the first line only")
      }
      hasHeader = true
      title = try header(&scanner)
    case .default:
      if !lines.isEmpty {
        throw LineProblem(
          span: span, message: "'default' must stand before the first line of the tree")
      }
      try parseDefault(&scanner)
    case .not: add(.absent(try absentPlace(&scanner)), number)
    case .limit: add(.limits(try limits(&scanner)), number)
    case .error: add(.route(try route(.error, &scanner)), number)
    case .bubble: add(.route(try route(.bubble, &scanner)), number)
    case .event: add(.route(try route(.event, &scanner)), number)
    case .service: add(.service(try service(&scanner)), number)
    }
    guard scanner.isAtEnd else {
      throw scanner.problemHere("nothing more is expected here; a comment begins with '# '")
    }
  }

  private mutating func add(_ claim: SpecAssertion.Claim, _ number: Int) {
    assertions.append(SpecAssertion(line: number, claim: claim))
  }

  private func absentPlace(_ scanner: inout LineScanner) throws(LineProblem) -> SpecPlace {
    let place = try place(&scanner, allowsOptional: false)
    if case .capture = place.subject {
      throw LineProblem(
        span: place.span, message: "what must not be there cannot be captured; write a selector")
    }
    return place
  }

  // MARK: Lines of the tree

  private mutating func parseModel(
    _ scanner: inout LineScanner, _ first: (text: String, span: Span), _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: indent, first, number)
    if parent == nil, let problem = misspeltDirective(first, scanner) { throw problem }
    // Not the whole line: while that is held, its children cannot grow in place.
    let (mode, unnamed) =
      parent.map { (lines[$0].mode, lines[$0].unnamed) }
      ?? (defaultMode ?? ChildMode(), defaultUnnamed ?? UnnamedAttributes())
    var line = SpecLine(
      number: number, indent: indent, parent: parent,
      pattern: NamePattern(form: .literal(""), text: ""),
      mode: mode, unnamed: unnamed)
    // Also where the rest is wrong, what follows belongs to this line.
    defer {
      if let parent {
        lines[parent].children.append(lines.count)
        if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
      }
      open.append(lines.count)
      lines.append(line)
    }
    line.pattern = try scanner.pattern(until: "[{")
    try checkName(line.pattern, scanner, from: indent)
    line.nameSpan = scanner.span(from: indent)
    try parseParts(of: &line, &scanner, first)
    if parent == nil, line.count != .one {
      throw LineProblem(span: first.span, message: "a tree has one root; it takes no count")
    }
  }

  private mutating func parent(
    of indent: Int, _ first: (text: String, span: Span), _ number: Int
  ) throws(LineProblem) -> Int? {
    let before = open
    while let last = open.last, lines[last].indent >= indent { open.removeLast() }
    if let parent = open.last {
      if let (other, number) = lines[parent].firstBelow, other != indent {
        throw LineProblem(
          span: Span(start: 0, end: indent),
          message: "indented by \(indent), but its siblings by \(other) (line \(number))")
      }
      if open.count >= Self.nestingLimit {
        throw LineProblem(
          span: first.span,
          message: "nested more than \(Self.nestingLimit) levels deep; use 'deep' above")
      }
      return parent
    }
    if lines.isEmpty, indent == 0 { return nil }
    if indent > 0 {
      open = before
      throw LineProblem(
        span: Span(start: 0, end: indent),
        message: "indented, but there is no model above that it could belong to")
    }
    throw secondRoot(first)
  }

  /// A word at the margin that is neither a directive nor the root.
  private func secondRoot(_ first: (text: String, span: Span)) -> LineProblem {
    let words = Directive.allCases.map(\.rawValue)
    if let near = nearest(to: first.text, among: words) {
      return LineProblem(
        span: first.span,
        message: "unknown directive '\(first.text)'; did you mean '\(near)'?")
    }
    return LineProblem(
      span: first.span,
      message: "a tree has one root, which stands in line \(lines[0].number); indent what is "
        + "below it (directives are \(words.dropFirst().joined(separator: ", ")))")
  }

  /// A first word that nearly is a directive and is followed by what can follow no model's name.
  private func misspeltDirective(
    _ first: (text: String, span: Span), _ scanner: LineScanner
  ) -> LineProblem? {
    if first.text.hasPrefix("\"") || first.text.hasPrefix("/") { return nil }
    var rest = scanner
    rest.advance(first.text.utf8.count)
    if rest.isAtEnd || rest.word.text == "as" { return nil }
    if let next = rest.next, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(next) { return nil }
    return nearest(to: first.text, among: Directive.allCases.map(\.rawValue)).map { near in
      LineProblem(
        span: first.span, message: "unknown directive '\(first.text)'; did you mean '\(near)'?")
    }
  }

  private mutating func parseOpening(
    _ scanner: inout LineScanner, _ span: Span, _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    guard scanner.isAtEnd else {
      throw scanner.problemHere("'...' stands alone in its line")
    }
    let parent = try parent(of: indent, ("...", span), number)
    guard let parent else {
      throw LineProblem(
        span: span, message: "'...' must be indented below the model that may have other children")
    }
    if let other = lines[parent].openLine {
      throw LineProblem(span: span, message: "'...' stands in line \(other) already")
    }
    if lines[parent].mode.completeness != .exact {
      throw LineProblem(
        span: span,
        message: "'...' changes nothing: the children are '\(lines[parent].mode.text)' here, which "
          + "allows others")
    }
    lines[parent].openLine = number
    if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
  }

  // MARK: What the whole must have

  private mutating func checkCaptures() {
    for assertion in assertions {
      for place in assertion.claim.places {
        guard case .capture(let name, _) = place.subject, captures[name] == nil else { continue }
        let near = nearest(to: name, among: captures.keys.sorted())
        let hint =
          if let near { "did you mean '$\(near)'?" } else if captures.isEmpty {
            "write 'as $\(name)' behind a model's name"
          } else { "there are \(captures.keys.sorted().map { "$\($0)" }.joined(separator: ", "))" }
        note(
          LineProblem(span: place.span, message: "no line captures '$\(name)'; \(hint)"),
          line: assertion.line)
      }
    }
  }

  private mutating func checkContent() {
    let whole = Span(start: 0, end: content.first?.count ?? 0)
    if !hasHeader {
      note(
        LineProblem(
          span: whole,
          message: "the spec is empty; it begins with 'tree-spec 1' and a line "
            + "for the root, which 'modeltree print DUMP --as-spec' writes"), line: 1)
    } else if lines.isEmpty, assertions.isEmpty {
      note(
        LineProblem(
          span: whole,
          message: "the spec asks for nothing; write a line for the root, or what must "
            + "hold of the tree"), line: 1)
    }
  }
}

extension SpecAssertion.Claim {
  /// All models that the line names.
  var places: [SpecPlace] {
    switch self {
    case .absent(let place): [place]
    case .limits: []
    case .route(let claim): (claim.raisers.map { [$0] } ?? []) + claim.places + claim.via
    case .service(let claim): [claim.askers] + claim.places
    }
  }
}

extension Spec {
  /// Reads a spec.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: what the spec is called in messages: its file's path.
  /// - Throws: `SpecError` with every line that is wrong.
  public init(_ text: String, name: String = "spec") throws(SpecError) {
    try self.init(utf8: text.utf8, name: name)
  }

  /// Reads a spec that stands in a test: its first line may be left out, and it is of the present
  /// version then.
  package init(inline text: String, name: String) throws(SpecError) {
    var parser = SpecParser(text.utf8, name: name, isHeaderOptional: true)
    self = try parser.parse()
  }

  /// Reads a spec from bytes.
  package init(utf8 bytes: some Sequence<UInt8>, name: String) throws(SpecError) {
    var parser = SpecParser(bytes, name: name)
    self = try parser.parse()
  }
}
