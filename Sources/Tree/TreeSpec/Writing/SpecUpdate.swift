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
  /// The lines of the text, nil for one that goes, each with the new lines after it.
  private var rows: [(text: String?, added: [String])] = []

  /// - Returns: nil if the tree fits.
  /// - Throws: `SpecError` with the line that prevents the change.
  package init?(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) {
    guard let root = spec.lines.first else { return nil }
    self.spec = spec
    matcher = TreeMatcher(spec, snapshot)
    writer = SpecWriter(snapshot, spec.exact.isEmpty ? [.session, .label] : spec.exact)
    let alignment = TreeAlignment(matcher)
    if alignment.root.state == .matched { return nil }
    rows = spec.text.map { ($0, []) }
    change(alignment.root)
    if try passes(snapshot) { return }
    // What fits nowhere is written anew.
    rows = spec.text.map { ($0, []) }
    remove(0)
    add(0..<snapshot.count, after: root.number, indent: 0)
    _ = try passes(snapshot)
  }

  /// Takes the changed rows as the text; a tree must fit it.
  private mutating func passes(_ snapshot: Snapshot) throws(SpecError) -> Bool {
    text = rows.flatMap { [$0.text].compactMap { $0 } + $0.added }.map { "\($0)\n" }.joined()
    do {
      return TreeMatcher(try Spec(text, name: spec.name), snapshot).fits(0, 0)
    } catch {
      // A line that other lines name by its capture is gone.
      var error = error
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      error.faults = error.faults.map { fault in
        var fault = fault
        let old = spec.text.firstIndex(of: lines[fault.line - 1])
        fault.line = old.map { $0 + 1 } ?? fault.line
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
    for number in first...last(of: line) { rows[number - 1].text = nil }
  }

  /// Adds lines for models and everything below them.
  private mutating func add(_ siblings: Range<Int>, after number: Int, indent: Int) {
    var lines: [String] = []
    writer.add(siblings, indent: indent, to: &lines)
    rows[number - 1].added += lines
  }

  /// Moves a line with everything below it.
  private mutating func move(_ line: Int, after number: Int, indent: Int) {
    let offset = indent - spec.lines[line].indent
    rows[number - 1].added += block(line).map { number in
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
      // The model has a line of its own now.
      rows[own.number - 1].text = changed(
        own, count: own.count.text.isEmpty ? "" : "{1}", model.differences, position: position)
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
    var moved: Int?
    for child in model.children {
      guard let position = child.position else { continue }
      let subtree = position..<Int(matcher.columns.subtreeEnds[position])
      switch (child.state, shared(child) ?? child.line) {
      case (.matched, let line?), (.extra, let line?): place = last(of: line)
      case (.differs, let line?) where kept.insert(line).inserted:
        change(child)
        place = last(of: line)
      case (.moved, let line?) where matcher.fits(line, position),
        (.outOfOrder, let line?) where kept.insert(line).inserted:
        move(line, after: place, indent: indent)
        moved = line
      // The line came with the model before.
      case (.outOfOrder, let line?) where line == moved: break
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
    let lines = models.filter { $0.position != nil && $0.state != .other }.map(shared)
    let runs = lines.indices.filter { $0 == 0 || lines[$0] != lines[$0 - 1] }
      .compactMap { lines[$0] }
    return Set(runs).count < runs.count
  }

  private mutating func setCount(of line: Int, to count: Int) {
    let own = spec.lines[line]
    let isOpen = own.parent.map { spec.lines[$0].isOpen } ?? false
    if count >= own.count.least, isOpen && own.count.text.isEmpty || count <= own.count.most ?? .max
    {
      return
    }
    rows[own.number - 1].text = changed(own, count: count == 1 && !isOpen ? "" : "{\(count)}")
  }

  /// A line with another count and, for a model that differs, with what this has now.
  private func changed(
    _ line: TreeLine, count: String, _ differences: [AttributeDifference] = [], position: Int = 0
  ) -> String {
    let kinds = Set(differences.map(\.kind))
    let isRenamed = kinds.contains(nil)
    let attributes =
      line.attributes.map { old in
        kinds.contains(old.kind) ? attribute(old.kind, old, position) : old.word.text
      }
      + AttributeKind.allCases.filter { kinds.contains($0) && line.attribute($0) == nil }
      .map { attribute($0, nil, position) }
    let name = isRenamed ? matcher.comparison.traits.name(of: position) : line.name.text
    let words = [name, count] + attributes + [line.capture.map { "as \($0)" } ?? ""]
    let end = line.indent + line.text.unicodeScalars.count
    let comment = spec.text[line.number - 1].unicodeScalars.dropFirst(end)
    return String(repeating: " ", count: line.indent)
      + words.filter { !$0.isEmpty }.joined(separator: " ") + String(comment)
  }

  /// An attribute as a model has it now; empty if it has none.
  private func attribute(_ kind: AttributeKind, _ old: Attribute?, _ position: Int) -> String {
    let texts = matcher.comparison.traits
    var traits = texts.traits(kind, of: position)
    if kind == .state, let old {
      // Only the keys that the line names.
      let keys = old.strictness == .absent ? [] : old.elements.compactMap(\.key)
      let symbols = keys.map { texts.columns.symbols.find($0) }
      traits.removeAll { !symbols.contains($0.key) }
    } else if old?.strictness == .only {
      return traits.isEmpty
        ? "[!\(kind.rawValue)]" : texts.attribute(kind, traits, isOnly: true)
    }
    return texts.attribute(kind, traits)
  }
}
