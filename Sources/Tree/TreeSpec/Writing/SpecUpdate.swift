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
  private var columns: Columns { matcher.bound.columns }
  /// The numbers of the lines of the tree; others between them are comments.
  private let numbers: Set<Int>
  /// The lines that are written already, so that a comment stays with the first model.
  private var written: Set<Int> = []

  /// - Returns: nil if the tree fits.
  /// - Throws: `SpecError` with the line that prevents the change.
  package init?(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) {
    guard let first = spec.lines.first?.number else { return nil }
    self.spec = spec
    matcher = TreeMatcher(BoundSpec(spec, snapshot))
    writer = SpecWriter(snapshot, spec.exact.isEmpty ? [.session, .label] : spec.exact)
    numbers = Set(spec.lines.map(\.number) + spec.lines.compactMap(\.opening))
    let alignment = TreeAlignment(matcher)
    if alignment.root.state == .matched { return nil }
    let (old, last) = (spec.text.map { $0 }, numbers.max() ?? first)
    func joined(_ lines: [String]) -> String {
      (old[..<(first - 1)] + lines + old[last...]).map { $0 + "\n" }.joined()
    }
    let patched = joined(lines(of: alignment.root, indent: 0))
    // What fits nowhere is written anew.
    text =
      try Self.passes(patched, spec, snapshot)
      ? patched : joined(newLines(of: 0..<snapshot.count, indent: 0))
  }

  private static func passes(
    _ text: String, _ spec: Spec, _ snapshot: Snapshot
  ) throws(SpecError) -> Bool {
    let new: Spec
    do { new = try Spec(text, name: spec.name) } catch {
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
    return TreeMatcher(BoundSpec(new, snapshot)).fits(0, 0)
  }

  /// The comments above a line of the tree.
  private func comments(above number: Int) -> [String] {
    var first = number
    while first > spec.lines[0].number, !numbers.contains(first - 1) { first -= 1 }
    return (first..<number).map { spec.text[$0 - 1] }
  }

  // MARK: Lines that stay or change

  /// The lines of a place in the aligned tree, and of everything below it.
  private mutating func lines(of model: AlignedModel, indent: Int) -> [String] {
    guard let position = model.position else { return [] }
    switch (model.state, model.line) {
    case (.matched, let line?), (.outOfOrder, let line?):
      return whole(line, count: nil, indent: indent)
    case (.differs, let line?):
      return changed(line, position, indent: indent)
        + children(of: model, line, indent: childIndent(line, indent))
    case (.movedHere(let line), _):
      if matcher.fits(line, position) { return whole(line, count: nil, indent: indent) }
      let below = position + 1..<Int(columns.subtreeEnds[position])
      return changed(line, position, indent: indent)
        + newLines(of: below, indent: childIndent(line, indent))
    case (.extra, _): return extra(model, position, indent: indent)
    default: return []
    }
  }

  /// The lines of a model without a line; some below it may have moved there with theirs.
  private mutating func extra(_ model: AlignedModel, _ position: Int, indent: Int) -> [String] {
    if model.children.isEmpty {
      return newLines(of: position..<Int(columns.subtreeEnds[position]), indent: indent)
    }
    var lines = [writer.line(of: position, indent: indent)]
    for child in columns.children(of: position) {
      let known = model.children.first { $0.position == child }
      if let known, known.state != .other {
        lines += self.lines(of: known, indent: indent + 2)
      } else {
        let new = known ?? AlignedModel(.other, line: nil, position: child)
        lines += extra(new, child, indent: indent + 2)
      }
    }
    return lines
  }

  /// The lines of models and of everything below them.
  private func newLines(of siblings: Range<Int>, indent: Int) -> [String] {
    var lines: [String] = []
    writer.add(siblings, indent: indent, to: &lines)
    return lines
  }

  private func childIndent(_ line: Int, _ indent: Int) -> Int {
    let first = spec.lines[line].children.first.map { spec.lines[$0].indent }
    return indent + (first.map { $0 - spec.lines[line].indent } ?? 2)
  }

  /// A line and those below it as they are, with another count.
  private mutating func whole(_ line: Int, count: Int?, indent: Int) -> [String] {
    let own = spec.lines[line]
    var texts = written.insert(line).inserted ? comments(above: own.number) : []
    texts.append(count.map { self.text(of: line, count: $0) } ?? spec.text[own.number - 1])
    texts += (own.number..<last(of: line)).map { spec.text[$0] }
    return texts.map { Self.indented($0, by: indent - own.indent) }
  }

  /// The number of the last line of a line's subtree.
  private func last(of line: Int) -> Int {
    let own = spec.lines[line]
    return ([own.number] + (own.opening.map { [$0] } ?? []) + own.children.map(last)).max() ?? 0
  }

  private static func indented(_ text: String, by count: Int) -> String {
    if text.allSatisfy({ $0 == " " }) { return text }
    return count >= 0
      ? String(repeating: " ", count: count) + text
      : String(text.dropFirst(min(-count, text.prefix { $0 == " " }.count)))
  }

  /// The lines below a differing model.
  private mutating func children(of model: AlignedModel, _ line: Int, indent: Int) -> [String] {
    let own = spec.lines[line]
    var texts: [String] = []
    /// The lines that hold without a model.
    let idle = own.children.filter { child in
      spec.lines[child].count.least == 0 && !model.children.contains { $0.line == child }
    }
    var others = (idle.map { spec.lines[$0].number } + (own.opening.map { [$0] } ?? [])).sorted()
    func writeOthers(before number: Int) -> [String] {
      var texts: [String] = []
      while let first = others.first, first < number {
        others.removeFirst()
        if let line = idle.first(where: { spec.lines[$0].number == first }) {
          texts += whole(line, count: nil, indent: indent)
        } else {
          texts += comments(above: first) + [spec.text[first - 1]]
        }
      }
      return texts
    }
    for group in groups(model.children, isOrdered: own.isOrdered) {
      let first = group[0]
      if let line = first.line { texts += writeOthers(before: spec.lines[line].number) }
      guard let line = sharedLine(of: first) else {
        texts += lines(of: first, indent: indent)
        continue
      }
      let count = spec.lines[line].count
      let isOnly = model.children.allSatisfy { child in
        sharedLine(of: child) != line || group.contains { $0 === child }
      }
      let holds =
        isOnly && group.count >= count.least
        && (count.most.map { group.count <= $0 } ?? true
          || own.opening != nil && count.text.isEmpty)
      texts += whole(line, count: holds ? nil : group.count, indent: indent)
    }
    return texts + writeOthers(before: .max)
  }

  /// The line whose models are counted together: those that fit it.
  private func sharedLine(of model: AlignedModel) -> Int? {
    switch model.state {
    case .matched: model.line
    case .extra(let full): full
    case .differs, .missing, .other, .movedAway, .movedHere, .outOfOrder: nil
    }
  }

  /// Models that share a line: adjacent ones if the order matters, otherwise all, in the order of the lines.
  private func groups(_ models: [AlignedModel], isOrdered: Bool) -> [[AlignedModel]] {
    var groups: [[AlignedModel]] = []
    var places: [Int: Int] = [:]
    for model in models {
      guard let line = sharedLine(of: model) else {
        if case .missing = model.state { continue }
        if isOrdered { places = [:] }
        groups.append([model])
        continue
      }
      if isOrdered, places[line] == nil { places = [:] }
      if let place = places[line] {
        groups[place].append(model)
      } else {
        places[line] = groups.count
        groups.append([model])
      }
    }
    if isOrdered { return groups }
    let keyed = groups.enumerated().map { index, group in
      (key: (group[0].line ?? sharedLine(of: group[0]) ?? .max, index), group: group)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.group)
  }

  /// A line with another count.
  private func text(of line: Int, count: Int) -> String {
    let own = spec.lines[line]
    var bytes = spec.text.bytes(ofLine: own.number - 1)
    let isOpen = own.parent.map { spec.lines[$0].opening != nil } ?? false
    let text = count == 1 && !isOpen ? "" : "{\(count)}"
    if let span = own.countSpan {
      let start =
        text.isEmpty && span.start > 0 && bytes[span.start - 1] == UInt8(ascii: " ") ? 1 : 0
      bytes.replaceSubrange((span.start - start)..<span.end, with: text.utf8)
    } else if !text.isEmpty {
      bytes.insert(contentsOf: " \(text)".utf8, at: own.nameSpan.end)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A line with the attributes that its model has now.
  private mutating func changed(_ line: Int, _ position: Int, indent: Int) -> [String] {
    let own = spec.lines[line]
    let texts = written.insert(line).inserted ? comments(above: own.number) : []
    var bytes = spec.text.bytes(ofLine: own.number - 1)
    var edits: [(span: Span, text: String)] = []
    let differing = matcher.bound.differences(line: line, position: position)
    if differing.contains(where: { $0.kind == nil }) {
      let type = columns.symbols.string(columns.shownType(position))
      edits.append((own.nameSpan, SpecText.name(type)))
    }
    var added = ""
    for kind in AttributeKind.allCases where differing.contains(where: { $0.kind == kind }) {
      let new = attribute(kind, own.attribute(kind), position)
      if let old = own.attribute(kind) {
        var span = old.span
        if new.isEmpty, bytes[span.start - 1] == UInt8(ascii: " ") { span.start -= 1 }
        edits.append((span, new))
      } else if !new.isEmpty {
        added += " \(new)"
      }
    }
    if own.count.least != 1 || own.count.most != 1, let span = own.countSpan {
      // The model has a line of its own now.
      edits.append((span, "{1}"))
    }
    if !added.isEmpty { edits.append((Span(start: own.end, end: own.end), added)) }
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.text.utf8)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return (texts + [text]).map { Self.indented($0, by: indent - own.indent) }
  }

  /// An attribute as a model has it now; empty if it has none.
  private func attribute(_ kind: AttributeKind, _ old: Attribute?, _ position: Int) -> String {
    let new = matcher.bound.texts.attribute(kind, of: position) ?? ""
    let name = kind.rawValue
    if kind == .state, let old {
      // Only the keys that the line names.
      let keys = old.elements.map {
        if case .state(let key, _) = $0 { SpecText.value(key) } else { "" }
      }
      let values = matcher.bound.texts.values(.state, of: position).filter { value in
        keys.contains { value.text.hasPrefix("\($0)=") }
      }
      return values.isEmpty || old.strictness == .absent ? "" : "[state \(values.written)]"
    }
    if old?.strictness != .only { return new }
    return new.isEmpty ? "[!\(name)]" : new.replacing("[\(name) ", with: "[\(name) only ")
  }
}
