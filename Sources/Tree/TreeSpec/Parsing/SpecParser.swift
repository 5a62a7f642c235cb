package import TextIO
import TreeAnalysis
import TreeSnapshot

/// Parses a spec line by line, and continues after a faulty line: one error lists all faults.
struct SpecParser {
  /// What the text is.
  enum Form {
    /// A file, which begins with `tree-spec`.
    case file
    /// A text in a test, whose first line is optional.
    case inline
    /// Messages that are expected to be raised, and what must never happen.
    case expectations
  }

  private let form: Form
  var spec: Spec
  private var faults: [SpecError.Fault] = []
  private var hasHeader = false
  /// The lines of the tree that may have further children, the innermost last.
  var open: [Int] = []
  /// By line: the indentation and the number of its first child.
  var firstChildren: [Int: (indent: Int, number: Int)] = [:]

  init(_ bytes: some Sequence<UInt8>, name: String, _ form: Form) {
    spec = Spec(name: name, text: TextLines(bytes))
    self.form = form
  }

  mutating func parse() throws(SpecError) -> Spec {
    try refuseOtherFiles()
    for index in spec.text.indices {
      do {
        try parse(spec.text.bytes(ofLine: index), number: index + 1)
      } catch {
        faults.append(spec.fault(error, line: index + 1))
      }
    }
    checkCaptures()
    if faults.isEmpty, form != .expectations, spec.lines.isEmpty, spec.statements.isEmpty {
      faults.append(
        SpecError.Fault(
          line: 1, column: 1, length: 1,
          message: hasHeader
            ? "the spec asks for nothing; write a line for the root, or what must hold of the tree"
            : """
            the spec is empty; it begins with 'tree-spec 1' and a line for the root, which \
            'modeltree print DUMP --as-spec' writes
            """,
          text: spec.text.first ?? ""))
    }
    if faults.isEmpty { return spec }
    throw SpecError(name: spec.name, faults: faults.sorted { $0.line < $1.line })
  }

  /// Refuses a merge conflict and files of other formats, whose lines have no faults of their own.
  private func refuseOtherFiles() throws(SpecError) {
    if let index = spec.text.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) {
      let fault = spec.fault(
        "this is a merge conflict, up to the line that begins with '>>>>>>>'; resolve it",
        line: index + 1)
      throw SpecError(name: spec.name, faults: [fault])
    }
    guard form == .file, let first = spec.text.first else { return }
    let start = first.drop { $0 == " " }
    let kind: SafeText? =
      if start.hasPrefix("{") {
        "this is a dump or a journal, and a spec is expected; 'diff' compares two dumps"
      } else if start.hasPrefix("digraph") || start.hasPrefix("<") {
        "this isn't a spec, which begins with 'tree-spec 1'"
      } else if first.unicodeScalars.contains("\0") {
        "this isn't text, and a spec is expected"
      } else {
        nil
      }
    guard let kind else { return }
    throw SpecError(
      name: spec.name,
      faults: [SpecError.Fault(line: 1, column: 1, length: 1, message: kind, text: "")],
      isOfOtherFile: true)
  }

  // MARK: One line

  private mutating func parse(_ bytes: [UInt8], number: Int) throws(LineProblem) {
    guard let text = String(utf8Bytes: bytes) else {
      throw LineProblem(
        Span(start: 0, end: bytes.count), "this line isn't valid UTF-8; write it again")
    }
    var scanner = LineScanner(bytes)
    if scanner.isAtEnd { return }
    let indent = scanner.place
    let first = scanner.nextWord
    if let character = text.dropFirst(indent).first, character.isWhitespace {
      throw LineProblem(
        Span(start: indent, end: indent + String(character).utf8.count),
        "this looks like a space and isn't one; indent with spaces")
    }
    if first.text.hasPrefix("#") {
      throw LineProblem(first.span, "a comment begins with '#' and a space")
    }
    let word = indent == 0 ? Keyword(rawValue: first.text) : nil
    if form == .file, !hasHeader, word != .treeSpec {
      hasHeader = true
      faults.append(
        spec.fault(
          LineProblem(first.span, "a spec begins with 'tree-spec 1'; write that line above"),
          line: number))
    }
    if word != .treeSpec { hasHeader = true }
    guard let word else {
      if form == .expectations { throw LineProblem(first.span, Self.noExpectation) }
      if first.text == "..." {
        return try parseOpening(&scanner, first.span, indent, number)
      }
      return try parseModel(&scanner, first, indent, number)
    }
    scanner.place = first.span.end
    try parse(word, &scanner, first.span, number)
    if scanner.isAtEnd { return }
    let rest = scanner.nextWord
    throw LineProblem(
      rest.span,
      Keyword(rawValue: rest.text) != nil
        ? "'\(rest.text)' begins a line of its own, at the left margin"
        : "nothing more is expected here; a comment begins with '# '")
  }

  private static let noExpectation: SafeText = """
    messages are listed here, as in 'error Domain.code from Model => Handler', and lines with 'never'
    """

  private mutating func parse(
    _ word: Keyword, _ scanner: inout LineScanner, _ span: Span, _ number: Int
  ) throws(LineProblem) {
    if word == .treeSpec {
      if hasHeader { throw LineProblem(span, "'tree-spec' belongs in the first line only") }
      hasHeader = true
      return try parseHeader(&scanner)
    }
    open = []
    if form == .expectations, ![.error, .bubble, .event, .never].contains(word) {
      throw LineProblem(span, Self.noExpectation)
    }
    let claim = try scanner.claim(word, isExpectation: form == .expectations)
    spec.statements.append(Statement(line: number, claim: claim))
  }

  /// `tree-spec 1 "title" exact except raises, label ordered`
  private mutating func parseHeader(_ scanner: inout LineScanner) throws(LineProblem) {
    let version = scanner.takeWord()
    guard let number = Int(version.text), number > 0 else {
      throw LineProblem(
        version.span, "the version of the language is missing: write 'tree-spec 1'")
    }
    if number > 1 {
      throw LineProblem(
        version.span,
        "version \(version.text) of specs is newer than version 1, which this reads; update modeltree"
      )
    }
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: "\"") { spec.title = try scanner.name(until: "").literal }
    while !scanner.isAtEnd {
      let word = scanner.takeWord()
      switch word.text {
      case "ordered": spec.isOrdered = true
      case "exact":
        spec.exact = AttributeKind.exact
        guard scanner.takes("except") else { continue }
        let names = AttributeKind.allCases.filter(AttributeKind.exact.contains).map(\.rawValue)
        spec.exact.subtract(
          try scanner.list { scanner throws(LineProblem) in
            let start = scanner.place
            let name = scanner.text(until: " ,")
            if let kind = AttributeKind(rawValue: name), AttributeKind.exact.contains(kind) {
              return kind
            }
            throw scanner.problem(
              from: start, "'\(name)' can't be left open\(Hint.nearOrAll(name, names))")
          })
      default:
        throw LineProblem(
          word.span,
          """
          a title in quotes, 'exact' and 'ordered' may follow the \
          version\(Hint.near(word.text, ["exact", "ordered"]))
          """)
      }
    }
  }

  // MARK: The whole

  private mutating func checkCaptures() {
    for statement in spec.statements {
      for place in statement.places {
        guard case .capture(let name) = place.subject else { continue }
        let message: SafeText
        if statement.isOfJournal || statement.isOfPresence {
          message = "a capture is of models that the tree has; write a selector here"
        } else if spec.captures[name] == nil {
          let names = spec.captures.keys.sorted().map { "$\($0)" }
          message =
            "no line captures '$\(name)'"
            + (names.isEmpty
              ? "; write 'as $\(name)' after a model's name" : Hint.nearOrAll("$\(name)", names))
        } else {
          continue
        }
        faults.append(spec.fault(LineProblem(place.span, message), line: statement.line))
      }
    }
  }
}

extension Statement {
  fileprivate var isOfPresence: Bool {
    switch claim {
    case .absent, .present: true
    case .route, .limits, .never: false
    }
  }

  /// Everything that names models.
  fileprivate var places: [Place] {
    switch claim {
    case .route(let claim):
      (claim.raisers.map { [$0] } ?? []) + claim.exceptRaisers + claim.places
        + claim.exceptPlaces + claim.via
    case .absent(let place, let except): [place] + except
    case .present(let place): [place]
    case .limits, .never: []
    }
  }
}

extension Spec {
  /// Parses a spec.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the spec's name in messages: its file's path.
  /// - Throws: `SpecError` with every faulty line.
  package init(_ text: String, name: String = "spec") throws(SpecError) {
    try self.init(utf8: text.utf8, name: name)
  }

  /// Parses a spec from bytes.
  package init(utf8 bytes: some Sequence<UInt8>, name: String) throws(SpecError) {
    var parser = SpecParser(bytes, name: name, .file)
    self = try parser.parse()
  }

  /// Parses a spec within a test. The first line is optional.
  package init(inline text: String, name: String) throws(SpecError) {
    var parser = SpecParser(text.utf8, name: name, .inline)
    self = try parser.parse()
  }
}

extension Spec {
  /// The largest file that is read as a spec.
  private static let sizeLimit = 1 << 28

  /// Reads a spec's file; `-` is standard input.
  package static func bytes(ofFile path: String) throws(FileError) -> [UInt8] {
    try FileBytes(regular: path, limit: sizeLimit).withBuffer { Array($0) }
  }
}
