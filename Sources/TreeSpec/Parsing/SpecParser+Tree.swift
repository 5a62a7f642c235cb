import TreeAnalysis
import TreeSnapshot

// Lines that stand for models, and the dots that allow others.
extension SpecParser {
  mutating func parseModel(
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

  mutating func parseOpening(
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
}
