import TextIO
import TreeAnalysis
import TreeSnapshot

// Lines of the tree, and the dots that allow other models.
extension SpecParser {
  mutating func parseModel(
    _ scanner: inout LineScanner, _ first: (text: String, span: Span), _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: indent, first, number)
    if parent == nil, let problem = misspelledKeyword(first, scanner) { throw problem }
    var line = TreeLine(
      number: number, indent: indent, parent: parent,
      name: NamePattern(Glob(elements: []), text: ""),
      isOrdered: spec.isOrdered)
    // Lines below belong to this line even if the rest of it is wrong.
    defer {
      if let parent { note(childOf: parent, indent, number, spec.lines.count) }
      open.append(spec.lines.count)
      spec.lines.append(line)
    }
    line.name = try scanner.name(until: "[{")
    try scanner.check(line.name, from: indent)
    line.nameSpan = scanner.span(from: indent)
    line.end = scanner.place
    while !scanner.isAtEnd {
      try parsePart(of: &line, &scanner, first)
      line.end = scanner.place
    }
    if parent == nil, line.count != TreeLine.Count() {
      throw LineProblem(first.span, "a tree has one root; it takes no count")
    }
  }

  private mutating func note(childOf parent: Int, _ indent: Int, _ number: Int, _ line: Int) {
    spec.lines[parent].children.append(line)
    if firstChildren[parent] == nil { firstChildren[parent] = (indent, number) }
  }

  /// The index of the line that a line is indented below; nil for the root.
  private mutating func parent(
    of indent: Int, _ first: (text: String, span: Span), _ number: Int
  ) throws(LineProblem) -> Int? {
    let outer = open.firstIndex { spec.lines[$0].indent >= indent } ?? open.count
    guard outer > 0 else {
      if spec.lines.isEmpty, indent == 0 { return nil }
      if indent > 0 {
        throw LineProblem(
          Span(start: 0, end: indent), "indented, but no model above it can be its parent")
      }
      throw unknownKeyword(first)
        ?? LineProblem(
          first.span,
          """
          a tree has one root, here in line \(spec.lines[0].number); indent what is below it (other \
          lines begin with \(Keyword.words.joined(separator: ", ")))
          """)
    }
    open.removeSubrange(outer...)
    let parent = open[outer - 1]
    if let (other, line) = firstChildren[parent], other != indent {
      throw LineProblem(
        Span(start: 0, end: indent),
        "indented by \(indent), but its siblings by \(other) (line \(line))")
    }
    if outer >= Spec.nestingLimit {
      throw LineProblem(
        first.span,
        "nested more than \(Spec.nestingLimit) levels deep; write a spec of a part of the tree")
    }
    return parent
  }

  private func unknownKeyword(_ first: (text: String, span: Span)) -> LineProblem? {
    let hint = Hint.near(first.text, Keyword.words)
    return hint.isEmpty
      ? nil : LineProblem(first.span, "'\(first.text)' begins no line of a spec\(hint)")
  }

  /// A misspelled first word, followed by text that can't follow a model's name.
  private func misspelledKeyword(
    _ first: (text: String, span: Span), _ scanner: LineScanner
  ) -> LineProblem? {
    var rest = scanner
    rest.place = first.span.end
    if first.text.hasPrefix("\"") || rest.isAtEnd || rest.nextWord.text == "as" { return nil }
    if let next = rest.next, "[{?".utf8.contains(next) { return nil }
    return unknownKeyword(first)
  }

  mutating func parseOpening(
    _ scanner: inout LineScanner, _ span: Span, _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    scanner.place = span.end
    guard scanner.isAtEnd else { throw scanner.problemHere("'...' stands alone in its line") }
    guard indent > 0, let parent = try parent(of: indent, ("...", span), number) else {
      throw LineProblem(span, "indent '...' below the model that may have other children")
    }
    if let other = spec.lines[parent].opening {
      throw LineProblem(span, "line \(other) has '...' already")
    }
    spec.lines[parent].opening = number
    if firstChildren[parent] == nil { firstChildren[parent] = (indent, number) }
  }

  // MARK: After a model's name

  private mutating func parsePart(
    of line: inout TreeLine, _ scanner: inout LineScanner, _ first: (text: String, span: Span)
  ) throws(LineProblem) {
    let start = scanner.place
    switch scanner.next {
    case UInt8(ascii: "["):
      let attribute = try scanner.attribute()
      if line.attribute(attribute.kind) != nil {
        throw scanner.problem(from: start, "a second '\(attribute.kind.rawValue)'; keep one")
      }
      line.attributes.append(attribute)
      if attribute.kind == .ordered { line.isOrdered = attribute.strictness != .absent }
    case UInt8(ascii: "{"), UInt8(ascii: "?"):
      let count = try scanner.count()
      if line.countSpan != nil { throw scanner.problem(from: start, "a second count; keep one") }
      (line.count, line.countSpan) = (count, scanner.span(from: start))
    default:
      let word = scanner.nextWord
      guard word.text == "as" else { throw unexpected(word, first) }
      scanner.place = word.span.end
      scanner.skipSpaces()
      let place = scanner.place
      let name = try scanner.captureName(until: "[{?")
      if line.capture != nil { throw scanner.problem(from: start, "a second capture; keep one") }
      if let other = spec.captures[name] {
        throw scanner.problem(
          from: place, "'$\(name)' is captured in line \(spec.lines[other].number) already")
      }
      line.capture = name
      spec.captures[name] = spec.lines.count
    }
  }

  private func unexpected(
    _ word: (text: String, span: Span), _ first: (text: String, span: Span)
  ) -> LineProblem {
    if Keyword(rawValue: first.text) != nil {
      return LineProblem(
        first.span, "'\(first.text)' begins a line of its own, at the left margin")
    }
    // The details that `print` shows after a name have another form in a spec.
    if word.text.hasPrefix("\"") {
      return LineProblem(word.span, "a label is written in brackets: [label=\(word.text)]")
    }
    if ["(R)", "(E)", "(B)", "(Err)", "(S)"].contains(word.text) {
      return LineProblem(
        word.span, "the output of 'print' isn't a spec; 'print --as-spec' writes one")
    }
    if word.text == "..." {
      return LineProblem(word.span, "'...' stands alone in a line, indented as a child")
    }
    let attributes = AttributeKind.allCases.map(\.rawValue)
    if let near = attributes.nearest(to: word.text) {
      return LineProblem(word.span, "attributes are written in brackets: '[\(near) …]'")
    }
    return LineProblem(
      word.span,
      """
      '\(word.text)' isn't expected after a model's name; a count ('{2}', '?'), 'as $name' and \
      attributes '[…]' may follow, and a name with spaces needs quotes
      """)
  }
}
