package import TextIO

/// Parses a spec line by line, and continues after a faulty line: one error lists all faults.
package struct SpecParser {
  /// What the text is.
  package enum Form {
    /// A file, which begins with `tree-spec`.
    case file
    /// A text in a test, whose first line is optional.
    case inline
    /// Messages that are expected to be raised, and what must never happen.
    case expectations
  }

  private let form: Form
  private var spec: Spec
  private var faults: [SpecError.Fault] = []
  private var hasHeader = false
  /// The lines of the tree that may have further children, the innermost last.
  private var open: [Int] = []

  /// Takes a text; a byte order mark has no meaning in UTF-8.
  fileprivate init(_ bytes: some Sequence<UInt8>, name: String, _ form: Form) {
    var bytes = Array(bytes)[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    spec = Spec(name: name, text: lines.map { String(decoding: $0, as: UTF8.self) })
    self.form = form
    for (index, line) in lines.enumerated() where String(utf8Bytes: line) == nil {
      fail("this line isn't valid UTF-8; write it again", line: index + 1)
    }
  }

  private mutating func fail(_ message: SafeText, line: Int) {
    faults.append(spec.fault(message, line: line))
  }

  fileprivate mutating func parse() throws(SpecError) -> Spec {
    if let index = spec.text.firstIndex(where: { $0.hasPrefix("<<<<<<< ") }) {
      // Its lines have no faults of their own.
      faults = []
      fail(
        "this is a merge conflict, up to the line that begins with '>>>>>>>'; resolve it",
        line: index + 1)
    } else {
      parseLines()
    }
    if faults.isEmpty, form != .expectations, spec.lines.isEmpty, spec.statements.isEmpty {
      fail(
        """
        the spec asks for nothing; it begins with 'tree-spec 1' and a line for the root, which \
        'modeltree print DUMP --as-spec' writes
        """, line: 1)
    }
    if faults.isEmpty { return spec }
    throw SpecError(name: spec.name, faults: faults.sorted { $0.line < $1.line })
  }

  private mutating func parseLines() {
    let invalid = Set(faults.map(\.line))
    for (index, text) in spec.text.enumerated() where !invalid.contains(index + 1) {
      do {
        try parse(Array(text.unicodeScalars), number: index + 1)
      } catch {
        faults.append(spec.fault(error, line: index + 1))
      }
      // Another file isn't refused line by line.
      if form == .file, !hasHeader, !faults.isEmpty { return }
    }
  }

  // MARK: One line

  private mutating func parse(
    _ scalars: [Unicode.Scalar], number: Int
  ) throws(LineProblem) {
    let line = scalars.drop { $0 == " " }
    guard let sign = line.first, !Word.isComment(line) else { return }
    let first = Word(line.prefix { $0 != " " })
    if sign == "#" || sign.properties.isWhitespace {
      throw LineProblem(first.span, "indent with spaces, and write a space after '#'")
    }
    let word = line.startIndex == 0 ? Keyword(rawValue: first.text) : nil
    if word == .treeSpec, hasHeader {
      throw LineProblem(first.span, "'tree-spec' belongs in the first line only")
    }
    if word != .treeSpec, form == .file, !hasHeader {
      throw LineProblem(first.span, "a spec begins with 'tree-spec 1'; write that line above")
    }
    hasHeader = true
    if form == .expectations, ![.error, .bubble, .event, .never].contains(word) {
      throw LineProblem(
        first.span,
        """
        messages are listed here, as in 'error Domain.code from Model => Handler', and lines with 'never'
        """)
    }
    guard let word else { return try parseModel(line, first, number) }
    let parser = try LineParser(
      line[first.span.upperBound...], captures: form == .expectations ? nil : spec.captures)
    if word == .treeSpec {
      try parseHeader(parser)
    } else {
      open = []
      let claim = try parser.claim(word, isExpectation: form == .expectations)
      let text = Word(line[..<parser.end]).text
      spec.statements.append(
        Statement(keyword: word, line: number, text: text, claim: claim))
    }
    try parser.requireEnd()
  }

  /// `1 "title" exact except raises, label ordered`
  private mutating func parseHeader(_ parser: LineParser) throws(LineProblem) {
    let version = try parser.take("the version of the language, as in 'tree-spec 1',")
    if version.text != "1" {
      throw LineProblem(
        version.span,
        "version 1 of specs is read, not '\(version.text)'; update modeltree for a newer one")
    }
    if parser.next?.isQuoted == true {
      spec.title = try NamePattern(parser.take("a title")).literal
    }
    while parser.next != nil {
      switch try parser.take("a word").choice("word for the whole file") as HeaderWord {
      case .ordered: spec.isOrdered = true
      case .exact:
        spec.exact = AttributeKind.exact
        if !parser.takes("except") { continue }
        let open = try parser.list { () throws(LineProblem) in
          try parser.take("attribute").choice("attribute", among: AttributeKind.exact)
        }
        spec.exact.subtract(open)
      }
    }
  }

  private enum HeaderWord: String, CaseIterable {
    case exact, ordered
  }

  // MARK: Lines of the tree

  private mutating func parseModel(
    _ text: Word.Line, _ first: Word, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: text.startIndex, first)
    if first.text == "..." {
      let isAlone = try Word.words(of: text).count == 1
      guard let parent, !spec.lines[parent].isOpen, isAlone else {
        throw LineProblem(
          first.span,
          "'...' stands alone in a line, once below a model that may have other children")
      }
      spec.lines[parent].opening = number
      return
    }
    var line = TreeLine(
      number: number, indent: text.startIndex, parent: parent, isOrdered: spec.isOrdered)
    // Lines below belong to this line even if the rest of it is wrong.
    defer {
      if let parent { spec.lines[parent].children.append(spec.lines.count) }
      open.append(spec.lines.count)
      spec.lines.append(line)
    }
    let parser = try LineParser(text, ends: Word.endsInTree)
    line.text = Word(text[..<parser.end]).text
    line.name = try name(parser.take("a model's name"))
    while let word = parser.next { try parseDetail(word, of: &line, first, parser) }
    if parent == nil, !line.count.isOne {
      throw LineProblem(first.span, "a tree has one root; it takes no count")
    }
  }

  private func name(_ word: Word) throws(LineProblem) -> NamePattern {
    let isOdd =
      word.text == "**" || word.text.hasSuffix(":")
      || "[{/│├└─|`".unicodeScalars.contains { $0 == word.scalars.first }
    if !isOdd || word.isQuoted { return try NamePattern(word) }
    throw LineProblem(
      word.span,
      """
      '\(word.text)' isn't a model's name; '*' and '?' stand for any characters, '...' for any models, and \
      other names with signs need quotes
      """)
  }

  /// The index of the line that a line is indented below; nil for the root.
  private mutating func parent(of indent: Int, _ first: Word) throws(LineProblem) -> Int? {
    let outer = open.firstIndex { spec.lines[$0].indent >= indent } ?? open.count
    if outer == 0 {
      if indent > 0 {
        throw LineProblem(0..<indent, "indented, but no model above it can be its parent")
      }
      guard let root = spec.lines.first else { return nil }
      throw misspelled(first)
        ?? LineProblem(
          first.span,
          """
          a tree has one root, here in line \(root.number); indent what is below it (other lines begin \
          with \(Keyword.words.joined(separator: ", ")))
          """)
    }
    open.removeSubrange(outer...)
    let parent = open[outer - 1]
    if let other = spec.lines[parent].children.first.map({ spec.lines[$0] }), other.indent != indent
    {
      throw LineProblem(
        0..<indent,
        "indented by \(indent), but its siblings by \(other.indent) (line \(other.number))")
    }
    if outer >= Spec.nestingLimit {
      throw LineProblem(
        first.span,
        "nested more than \(Spec.nestingLimit) levels deep; write a spec of a part of the tree")
    }
    return parent
  }

  /// A count, a capture or an attribute.
  private mutating func parseDetail(
    _ word: Word, of line: inout TreeLine, _ first: Word, _ parser: LineParser
  ) throws(LineProblem) {
    var isSecond = false
    _ = try parser.take("the end of the line")
    switch word.text.first {
    case "[":
      let attribute = try Attribute(word)
      isSecond = line.attribute(attribute.kind) != nil
      line.attributes.append(attribute)
      if attribute.kind == .ordered { line.isOrdered = attribute.strictness != .absent }
    case "{", "?":
      isSecond = !line.count.text.isEmpty
      line.count = try TreeLine.Count(word)
    case _ where word.text == "as":
      let name = try parser.take("a name such as $flow")
      if !name.text.hasPrefix("$") || name.text.count < 2 {
        throw LineProblem(name.span, "a capture's name begins with '$': write '$name'")
      }
      if let other = spec.captures.updateValue(spec.lines.count, forKey: name.text) {
        throw LineProblem(
          name.span, "'\(name.text)' is captured in line \(spec.lines[other].number) already")
      }
      line.capture = name.text
    default:
      throw misspelled(first)
        ?? LineProblem(
          word.span,
          """
          a count ('{2}', '?'), 'as $name' or attributes '[…]' are expected after a model's name, not \
          '\(word.text)'; a name with spaces needs quotes
          """)
    }
    if isSecond { throw LineProblem(word.span, "the second of its kind; keep one") }
  }

  private func misspelled(_ first: Word) -> LineProblem? {
    guard let near = Keyword.words.nearest(to: first.text) else { return nil }
    return LineProblem(
      first.span,
      near == first.text
        ? "'\(near)' begins a line of its own, at the left margin"
        : "'\(first.text)' begins no line of a spec; did you mean '\(near)'?")
  }
}

extension Spec {
  /// Parses a spec.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the spec's name in messages: its file's path.
  ///   - form: what the text is.
  /// - Throws: `SpecError` with every faulty line.
  package init(
    _ text: String, name: String = "spec", form: SpecParser.Form = .file
  ) throws(SpecError) {
    try self.init(utf8: text.utf8, name: name, form: form)
  }

  /// Parses a spec from bytes.
  package init(
    utf8 bytes: some Sequence<UInt8>, name: String, form: SpecParser.Form = .file
  ) throws(SpecError) {
    var parser = SpecParser(bytes, name: name, form)
    self = try parser.parse()
  }

  /// Reads a spec's file; `-` is standard input.
  package static func bytes(ofFile path: String) throws(FileError) -> [UInt8] {
    try FileBytes(path: path).withBuffer { Array($0) }
  }
}
