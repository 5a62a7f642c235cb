import TextIO
import TreeAnalysis
package import TreeSnapshot

/// Changes the lines of a spec's tree where a tree differs. Patterns, counts, captures and comments stay
/// where they still hold; other lines are never changed.
package struct SpecUpdate {
  /// The text after the change.
  package private(set) var text = ""

  private let spec: Spec
  private let matcher: TreeMatcher
  private let writer: SpecWriter
  /// By number: the lines of the text that change; nil for one that goes.
  private var changes: [Int: String?] = [:]
  /// By number: the new lines after a line of the text.
  private var additions: [Int: [String]] = [:]

  /// - Returns: nil if the tree fits.
  /// - Throws: `SpecError` with the line that prevents the change.
  package init?(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) {
    guard let root = spec.lines.first else { return nil }
    self.spec = spec
    matcher = TreeMatcher(spec, snapshot)
    writer = SpecWriter(snapshot, spec.exact.isEmpty ? [.session, .label] : spec.exact)
    let alignment = TreeAlignment(matcher)
    if alignment.root.state == .matched { return nil }
    change(alignment.root)
    text = changedText
    if try passes(snapshot) { return }
    // What fits nowhere is written anew.
    (changes, additions) = ([:], [:])
    remove(0)
    add(0..<snapshot.count, after: root.number, indent: 0)
    text = changedText
    _ = try passes(snapshot)
  }

  private var changedText: String {
    let lines = spec.text.enumerated().flatMap { index, text in
      [changes[index + 1] ?? text].compactMap { $0 } + (additions[index + 1] ?? [])
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func passes(_ snapshot: Snapshot) throws(SpecError) -> Bool {
    do {
      return TreeMatcher(try Spec(text, name: spec.name), snapshot).fits(0, 0)
    } catch {
      // A line that other lines name by its capture is gone.
      var error = error
      error.faults = error.faults.map { fault in
        var fault = fault
        fault.line = spec.text.firstIndex(of: fault.text).map { $0 + 1 } ?? fault.line
        fault.message = "\(fault.message), once the tree is updated; change this line first"
        return fault
      }
      throw error
    }
  }

  // MARK: Lines

  /// The numbers of a line, of everything below it, and of the comment above it.
  private func block(_ line: Int) -> ClosedRange<Int> {
    let number = spec.lines[line].number
    let comment = spec.text[..<(number - 1)].reversed().prefix { text in
      Word.isComment(text.unicodeScalars.drop { $0 == " " })
    }
    return (number - comment.count)...last(of: line)
  }

  /// The number of the last line below a line.
  private func last(of line: Int) -> Int {
    let own = spec.lines[line]
    return (own.children.map(last) + [own.opening ?? own.number]).max() ?? own.number
  }

  private mutating func remove(_ line: Int) {
    let first = line == 0 ? spec.lines[0].number : block(line).lowerBound
    for number in first...last(of: line) { changes[number] = .some(nil) }
  }

  /// Adds lines for models and everything below them.
  private mutating func add(_ siblings: Range<Int>, after number: Int, indent: Int) {
    var lines: [String] = []
    writer.add(siblings, indent: indent, to: &lines)
    additions[number, default: []] += lines
  }

  /// Moves a line with everything below it.
  private mutating func move(_ line: Int, after number: Int, indent: Int) {
    let offset = indent - spec.lines[line].indent
    additions[number, default: []] += block(line).map { number in
      let text = spec.text[number - 1]
      let spaces = text.prefix { $0 == " " }.count
      return String(repeating: " ", count: max(0, spaces + offset)) + text.dropFirst(spaces)
    }
    remove(line)
  }

  // MARK: Models

  /// Changes the lines of a model that differs, and of what is below it.
  private mutating func change(_ model: AlignedModel) {
    guard let line = model.line, let position = model.position else { return }
    let own = spec.lines[line]
    if !model.differences.isEmpty {
      changes[own.number] = changed(line, model.differences, position)
    }
    let indent = own.children.first.map { spec.lines[$0].indent } ?? own.indent + 2
    if own.isOrdered, isInterrupted(model.children) {
      for child in own.children { remove(child) }
      let end = Int(matcher.columns.subtreeEnds[position])
      return add(position + 1..<end, after: own.number, indent: indent)
    }
    /// By line: the models that fit it.
    var counts: [Int: Int] = [:]
    for child in model.children { if let line = shared(child) { counts[line, default: 0] += 1 } }
    var kept = Set(counts.keys)
    var place = own.number
    for child in model.children {
      guard let position = child.position else { continue }
      let subtree = position..<Int(matcher.columns.subtreeEnds[position])
      switch (child.state, shared(child) ?? child.line) {
      case (.matched, let line?), (.extra, let line?): place = last(of: line)
      case (.differs, let line?) where kept.insert(line).inserted:
        change(child)
        place = last(of: line)
      case (.moved, let line?) where matcher.fits(line, position),
        (.outOfOrder, let line?):
        move(line, after: place, indent: indent)
      case (.other, _): break
      default: add(subtree, after: place, indent: indent)
      }
    }
    for child in own.children {
      if let count = counts[child] {
        setCount(of: child, to: count)
      } else if !kept.contains(child), spec.lines[child].count.least > 0 {
        remove(child)
      }
    }
  }

  /// The line whose models are counted together: those that fit it.
  private func shared(_ model: AlignedModel) -> Int? {
    switch model.state {
    case .matched: model.line
    case .extra(let full): full
    case .differs, .missing, .other, .moved, .outOfOrder: nil
    }
  }

  /// Whether others are between the models of one line.
  private func isInterrupted(_ models: [AlignedModel]) -> Bool {
    var seen: Set<Int> = []
    var last: Int?
    for model in models where model.position != nil && model.state != .other {
      let line = shared(model)
      if let line, line != last, !seen.insert(line).inserted { return true }
      last = line
    }
    return false
  }

  private mutating func setCount(of line: Int, to count: Int) {
    let own = spec.lines[line]
    let isOpen = own.parent.map { spec.lines[$0].opening != nil } ?? false
    let isLimited = !isOpen || own.countSpan != nil
    if count >= own.count.least, !isLimited || count <= own.count.most ?? .max { return }
    changes[own.number] = edited(
      own, [(countPlace(own), count == 1 && !isOpen ? "" : " {\(count)}")])
  }

  /// The count of a line, or the place for one.
  private func countPlace(_ line: TreeLine) -> Span {
    line.countSpan.map { withSpace($0, of: line) }
      ?? Span(start: line.nameSpan.end, end: line.nameSpan.end)
  }

  /// A part of a line with the space before it.
  private func withSpace(_ span: Span, of line: TreeLine) -> Span {
    let before = spec.text[line.number - 1].unicodeScalars.prefix(span.start)
    return Span(start: before.last == " " ? span.start - 1 : span.start, end: span.end)
  }

  /// A line with the attributes that its model has now.
  private func changed(
    _ line: Int, _ differences: [AttributeDifference], _ position: Int
  ) -> String {
    let own = spec.lines[line]
    var edits: [(Span, String)] = []
    if differences.contains(where: { $0.kind == nil }) {
      edits.append((own.nameSpan, matcher.comparison.traits.name(of: position)))
    }
    // The model has a line of its own now.
    if own.count != TreeLine.Count() { edits.append((countPlace(own), " {1}")) }
    for kind in AttributeKind.allCases where differences.contains(where: { $0.kind == kind }) {
      let old = own.attribute(kind)
      let new = attribute(kind, old, position)
      let place = old.map { withSpace($0.span, of: own) } ?? Span(start: own.end, end: own.end)
      edits.append((place, new.isEmpty ? "" : " \(new)"))
    }
    return edited(own, edits)
  }

  private func edited(_ line: TreeLine, _ edits: [(Span, String)]) -> String {
    var scalars = Array(spec.text[line.number - 1].unicodeScalars)
    // Of edits at one place, the first is written first.
    for (span, text) in edits.reversed().sorted(by: { $0.0.start > $1.0.start }) {
      scalars.replaceSubrange(span.start..<span.end, with: text.unicodeScalars)
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// An attribute as a model has it now; empty if it has none.
  private func attribute(_ kind: AttributeKind, _ old: Attribute?, _ position: Int) -> String {
    let texts = matcher.comparison.traits
    var traits = texts.traits(kind, of: position)
    if kind == .state, let old {
      // Only the keys that the line names.
      let keys = old.elements.compactMap { element -> Symbol? in
        guard case .state(let key, _) = element else { return nil }
        return texts.columns.symbols.find(key)
      }
      traits.removeAll { trait in
        guard case .state(let key, _) = trait else { return false }
        return old.strictness == .absent || !keys.contains(key)
      }
      return texts.attribute(kind, traits)
    }
    if old?.strictness != .only { return texts.attribute(kind, traits) }
    return traits.isEmpty ? "[!\(kind.rawValue)]" : texts.attribute(kind, traits, isOnly: true)
  }
}
