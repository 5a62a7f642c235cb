import TextIO
import TreeAnalysis
import TreeSnapshot

// Lines of the tree, and the dots that allow other models.
extension SpecParser {
  mutating func parseModel(
    _ scanner: inout LineScanner, _ first: (text: String, span: Span), _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: indent, first, number)
    if parent == nil, let problem = misspeltDirective(first, scanner) { throw problem }
    // Not the whole line: with a copy of it, its children couldn't grow in place.
    let (mode, unnamed) =
      parent.map { (lines[$0].mode, lines[$0].unnamed) }
      ?? (defaultMode ?? ChildMode(), defaultUnnamed ?? UnnamedAttributes())
    var line = SpecLine(
      number: number, indent: indent, parent: parent,
      pattern: NamePattern(form: .literal(""), text: ""),
      mode: mode, unnamed: unnamed)
    // Lines below belong to this line even if the rest of it is wrong.
    defer {
      if let parent {
        lines[parent].children.append(lines.count)
        if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
      }
      open.append(lines.count)
      lines.append(line)
    }
    line.pattern = try scanner.pattern(until: "[{")
    try scanner.checkName(line.pattern, from: indent)
    line.nameSpan = scanner.span(from: indent)
    try parseParts(of: &line, &scanner, first)
    if parent == nil, line.count != .one {
      throw LineProblem(first.span, "a tree has one root; it takes no count")
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
          Span(start: 0, end: indent),
          "indented by \(indent), but its siblings by \(other) (line \(number))")
      }
      if open.count >= Spec.nestingLimit {
        throw LineProblem(
          first.span,
          "nested more than \(Spec.nestingLimit) levels deep; use 'deep' above")
      }
      return parent
    }
    if lines.isEmpty, indent == margin { return nil }
    if indent != margin {
      open = before
      throw LineProblem(
        Span(start: 0, end: indent),
        "indented, but no model above it can be its parent")
    }
    // A word at the margin that is neither a directive nor the root's name.
    throw unknownDirective(first)
      ?? LineProblem(
        first.span,
        """
        a tree has one root, here in line \(lines[0].number); indent what is below it \
        (directives are \(SpecFault.list(Directive.words.dropFirst())))
        """)
  }

  private func unknownDirective(_ first: (text: String, span: Span)) -> LineProblem? {
    if let fault = MisplacedWords.fault(of: first.text) { return LineProblem(first.span, fault) }
    guard Directive.words.nearest(to: first.text) != nil else { return nil }
    return LineProblem(
      first.span, .unknown("unknown directive '\(first.text)'", first.text, Directive.words))
  }

  /// A misspelled directive: a similar word, followed by text that can't follow a model's name.
  private func misspeltDirective(
    _ first: (text: String, span: Span), _ scanner: LineScanner
  ) -> LineProblem? {
    if first.text.hasPrefix("\"") || first.text.hasPrefix("/") { return nil }
    var rest = scanner
    rest.advance(first.text.utf8.count)
    if rest.isAtEnd || rest.nextWord.text == "as" { return nil }
    if let next = rest.next, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(next) { return nil }
    return unknownDirective(first)
  }

  mutating func parseOpening(
    _ scanner: inout LineScanner, _ span: Span, _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    guard scanner.isAtEnd else { throw scanner.problemHere("'...' must be alone in its line") }
    guard let parent = try parent(of: indent, ("...", span), number) else {
      throw LineProblem(span, "'...' must be indented below the model that may have other children")
    }
    if let other = lines[parent].openLine {
      throw LineProblem(span, "line \(other) has '...' already")
    }
    if lines[parent].mode.completeness != .exact {
      throw LineProblem(
        span,
        """
        '...' changes nothing: the children are '\(lines[parent].mode.text)' here, which allows \
        others
        """)
    }
    lines[parent].openLine = number
    if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
  }
}
