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
  private var snapshot: Snapshot { matcher.bound.snapshot }
  private var columns: Columns { matcher.bound.columns }
  /// By line: the texts of the comments above it.
  private var comments: [[String]]
  /// By line with `...`: its text, with the comments above.
  private var openings: [Int: [String]] = [:]
  /// By model that moved: the place of its line.
  private var moved: [Int: AlignedModel] = [:]
  /// The lines that are written already, so that a comment stays with the first model.
  private var written: Set<Int> = []

  /// - Returns: nil if the tree fits.
  /// - Throws: `SpecError` with the line that prevents the change.
  package init?(_ spec: Spec, to snapshot: Snapshot) throws(SpecError) {
    guard let first = spec.lines.first?.number else { return nil }
    self.spec = spec
    matcher = TreeMatcher(BoundSpec(spec, snapshot))
    comments = []
    let alignment = TreeAlignment(matcher)
    if alignment.root.state == .matched { return nil }
    let last = max(
      spec.lines.last?.number ?? first, spec.lines.compactMap(\.opening).max() ?? first)
    readComments()
    collectMoves(alignment.root)
    let old = spec.text.map { $0 }
    func joined(_ lines: [String]) -> String {
      (old[..<(first - 1)] + lines + old[last...]).map { $0 + "\n" }.joined()
    }
    let patched = joined(lines(of: alignment.root, indent: 0))
    // What fits nowhere is written anew.
    text =
      try Self.passes(patched, spec, snapshot)
      ? patched : joined(newLines(of: 0, count: 1, indent: 0))
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

  private mutating func readComments() {
    comments = Array(repeating: [], count: spec.lines.count)
    var owners: [Int: (line: Int, isOpening: Bool)] = [:]
    for (index, line) in spec.lines.enumerated() {
      owners[line.number] = (index, false)
      if let opening = line.opening { owners[opening] = (index, true) }
    }
    var before: [String] = []
    for number in spec.lines[0].number...spec.text.count {
      let text = spec.text[number - 1]
      guard let owner = owners[number] else {
        before.append(text)
        continue
      }
      if owner.isOpening {
        openings[owner.line] = before + [text]
      } else {
        comments[owner.line] = before
      }
      before = []
    }
  }

  private mutating func collectMoves(_ model: AlignedModel) {
    if case .movedAway(let position) = model.state { moved[position] = model }
    for child in model.children { collectMoves(child) }
  }

  // MARK: Lines that stay or change

  /// The lines of a place in the aligned tree, and of everything below it.
  private mutating func lines(of model: AlignedModel, indent: Int) -> [String] {
    switch model.state {
    case .missing, .movedAway, .other: return []
    case .matched, .outOfOrder:
      guard let line = model.line else { return [] }
      return whole(line, count: nil, indent: indent)
    case .differs:
      guard let line = model.line, let position = model.position else { return [] }
      let own = changed(line, position, indent: indent)
      return own + children(of: model, line, indent: childIndent(line, indent))
    case .extra, .movedHere:
      guard let position = model.position else { return [] }
      return extra(position, indent: indent)
    }
  }

  private func childIndent(_ line: Int, _ indent: Int) -> Int {
    let first = spec.lines[line].children.first.map { spec.lines[$0].indent }
    return indent + (first.map { $0 - spec.lines[line].indent } ?? 2)
  }

  /// A line and those below it as they are, with another count.
  private mutating func whole(_ line: Int, count: Int?, indent: Int) -> [String] {
    let own = spec.lines[line]
    let last = last(of: line)
    var texts = written.insert(line).inserted ? comments[line] : []
    texts.append(count.map { self.text(of: line, count: $0) } ?? spec.text[own.number - 1])
    if last > own.number { texts += (own.number..<last).map { spec.text[$0] } }
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
    var opening = openings[line]
    let beforeOpening = own.opening.map { number in
      Set(own.children.filter { spec.lines[$0].number < number })
    }
    func open() {
      texts += opening ?? []
      opening = nil
    }
    /// The lines that hold without a model.
    var idle = own.children.filter { child in
      spec.lines[child].count.least == 0 && !model.children.contains { $0.line == child }
    }
    func writeIdle(before line: Int) {
      while let first = idle.first, first < line {
        if beforeOpening?.contains(first) == false { open() }
        texts += whole(first, count: nil, indent: indent)
        idle.removeFirst()
      }
    }
    for group in groups(model.children, isOrdered: own.isOrdered) {
      let first = group[0]
      if let line = first.line { writeIdle(before: line) }
      if let line = first.line, beforeOpening?.contains(line) == false { open() }
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
    writeIdle(before: .max)
    open()
    return texts
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
    let texts = written.insert(line).inserted ? comments[line] : []
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

  // MARK: New lines

  /// The lines of a model without a line, or with one that moves here.
  private mutating func extra(_ position: Int, indent: Int) -> [String] {
    if let model = moved[position], let line = model.line {
      if matcher.fits(line, position) { return whole(line, count: nil, indent: indent) }
      return changed(line, position, indent: indent)
        + columns.children(of: position).flatMap {
          newLines(of: $0, count: 1, indent: childIndent(line, indent))
        }
    }
    let below = columns.children(of: position)
    let holdsMoved = moved.keys.contains {
      $0 > position && $0 < Int(columns.subtreeEnds[position])
    }
    if !holdsMoved { return newLines(of: position, count: 1, indent: indent) }
    return [newLine(of: position, count: 1, indent: indent)]
      + below.flatMap { extra($0, indent: indent + 2) }
  }

  private func newLine(of position: Int, count: Int, indent: Int) -> String {
    let kinds = spec.exact.isEmpty ? [.session, .label] : spec.exact
    return String(repeating: " ", count: indent)
      + matcher.bound.texts.line(of: position, count: count, kinds)
  }

  /// Lines for a model and everything below it; adjacent models that are alike share one.
  private func newLines(of position: Int, count: Int, indent: Int) -> [String] {
    var lines = [newLine(of: position, count: count, indent: indent)]
    var children = columns.children(of: position)[...]
    while let first = children.popFirst() {
      var count = 1
      while let next = children.first, matcher.number(of: next) == matcher.number(of: first) {
        count += 1
        children.removeFirst()
      }
      lines += newLines(of: first, count: count, indent: indent + 2)
    }
    return lines
  }
}
