import TextIO
import TreeAnalysis
import TreeSnapshot

/// Writes the actual and the expected tree as one: matches as context, differences marked.
struct AnnotatedTree {
  private(set) var rows: [AnnotatedRow] = []
  private(set) var differences: [ShapeDifference] = []
  /// The first line of the spec that differs; for extra models only, the line that doesn't ask for
  /// them.
  var line: Int? { differences.lazy.compactMap(\.line).first ?? lineWithExtra }

  private var lineWithExtra: Int?
  /// The line of the nearest ancestor that has one.
  private var parentLine: Int?

  private let spec: Spec
  private let snapshot: Snapshot
  private let paths: NodePaths

  /// The number of consecutive matching siblings to show; of more, the first and the last are
  /// shown.
  private static let shownInARow = 3
  /// Further lines are only counted.
  private static let rowLimit = 120

  init(_ root: AlignedModel, _ spec: Spec, _ snapshot: Snapshot, _ paths: NodePaths) {
    self.spec = spec
    self.snapshot = snapshot
    self.paths = paths
    add(root, depth: 0, parent: nil)
    if rows.count > Self.rowLimit {
      let left = rows.count - Self.rowLimit
      let marked = rows.dropFirst(Self.rowLimit).count { $0.mark != .none }
      rows.removeLast(left)
      rows.append(
        AnnotatedRow(
          mark: .none, depth: 0, text: "… \(left) more lines, \(marked) of them marked", note: ""))
    }
  }

  private mutating func add(_ model: AlignedModel, depth: Int, parent: Int?) {
    switch model.state {
    case .matched: row(.none, depth, name(model), below(model))
    case .other:
      row(.none, depth, name(model), "in no line")
      for child in model.children { add(child, depth: depth + 1, parent: model.position) }
    case .different: addDifferent(model, depth: depth)
    case .missing(let count): addMissing(model, count, depth: depth, parent: parent)
    case .extra(let reason):
      let limit: SafeText? =
        if case .beyondCount(let line) = reason {
          "more than line \(spec.lines[line].number) allows (\(countText(of: line)))"
        } else { nil }
      row(
        .extra, depth, name(model),
        "\(limit ?? "extra"), \(place(model))\(made(model.position))\(and(below(model)))")
      if case .beyondCount(let line) = reason { parentLine = line }
      note(.extra, model, "\(name(model)) is \(limit ?? "not in the spec")")
      lineWithExtra = lineWithExtra ?? parentLine.map { spec.lines[$0].number }
      for child in model.children { add(child, depth: depth + 1, parent: model.position) }
    case .movedAway(let position):
      addComment(model, depth: depth)
      let path = paths.shortPath(of: position).string
      row(
        .moved, depth, shortText(of: model.line, hasCount: false),
        "is at \(path)\(made(position)), belongs here (\(line(model)))")
      let goal = parent.map(paths.shortPath)?.string ?? parentName(of: model.line)
      let name = text(of: model.line, hasCount: false)
      note(.moved, model, at: position, "\(name) belongs below \(goal)")
      addDifferences(of: model, at: position, name: name, depth: depth + 1)
      addChildren(of: model, at: position, depth: depth + 1)
    case .movedHere(let line):
      row(
        .moved, depth, name(model),
        "belongs below \(parentName(of: line)) (line \(spec.lines[line].number))"
          + and(below(model)))
    case .outOfOrder:
      addComment(model, depth: depth)
      row(.moved, depth, name(model), "out of order, \(line(model)), \(place(model))")
      note(.moved, model, "\(name(model)) is out of order among its siblings")
    }
  }

  private mutating func addDifferent(_ model: AlignedModel, depth: Int) {
    let mark: AnnotatedRow.Mark = model.differences.isEmpty ? .none : .different
    let notes = [
      mark == .none ? nil : "\(line(model)), \(place(model))", mode(of: model),
    ].compactMap { $0 }
    if mark != .none { addComment(model, depth: depth) }
    row(mark, depth, name(model), notes.joined(separator: "; "))
    addDifferences(of: model, at: nil, name: name(model), depth: depth + 1)
    addChildren(of: model, at: model.position, depth: depth + 1)
  }

  private mutating func addDifferences(
    of model: AlignedModel, at position: Int?, name: SafeText, depth: Int
  ) {
    let age = (position ?? model.position).map(snapshot.age) ?? ""
    let sentences = model.differences.map { difference -> SafeText in
      let age = difference.isAged ? age : ""
      let hint = difference.hint.map { $0.words + age } ?? ""
      if let expected = difference.expected {
        row(.missing, depth, difference.attribute.shown(expected), hint)
      }
      if let found = difference.found {
        row(
          .extra, depth, difference.attribute.shown(found) + age,
          difference.expected == nil ? hint : "")
      }
      return difference.sentence(age)
    }
    if sentences.isEmpty { return }
    note(.different, model, at: position, "\(name): \(sentences.joined(separator: "; "))")
  }

  private mutating func addChildren(of model: AlignedModel, at position: Int?, depth: Int) {
    var run: [AlignedModel] = []
    for child in model.children {
      if child.state == .matched {
        run.append(child)
      } else {
        flush(&run, depth: depth)
        parentLine = model.line ?? parentLine
        add(child, depth: depth, parent: position)
      }
    }
    flush(&run, depth: depth)
  }

  private mutating func flush(_ run: inout [AlignedModel], depth: Int) {
    let isFolded = run.count > Self.shownInARow
    for (index, model) in run.enumerated() {
      if !isFolded || index == 0 || index == run.count - 1 {
        add(model, depth: depth, parent: nil)
      } else if index == 1 {
        row(.none, depth, "… \(run.count - 2) more that match", "")
      }
    }
    run = []
  }

  private mutating func addMissing(_ model: AlignedModel, _ count: Int, depth: Int, parent: Int?) {
    guard let index = model.line else { return }
    // Models that moved have rows of their own.
    let shown = model.children.compactMap(\.line).reduce(0) { $0 + 1 + spec.linesBelow($1) }
    let lines = spec.linesBelow(index) - shown
    let number: SafeText = count > 1 ? "\(count) missing" : "missing"
    addComment(model, depth: depth)
    row(
      .missing, depth, shortText(of: index),
      "\(number), \(line(model))"
        + (lines > 0 ? " (and \(counted(lines, "line")) below it)" : ""))
    note(
      .missing, model, below: parent, count: count,
      "\(text(of: index)) is missing\(count > 1 ? " \(count) times" : "")")
    for child in model.children {
      // Models missing below a missing one are counted with it.
      var isMissing = false
      if case .missing = child.state { isMissing = true }
      add(child, depth: depth + 1, parent: isMissing ? parent : nil)
    }
  }

  // MARK: Words

  private func comment(_ model: AlignedModel) -> [SafeText] {
    number(model).map { spec.comment(aboveLine: $0) }?.map { "\($0)" } ?? []
  }

  private mutating func addComment(_ model: AlignedModel, depth: Int) {
    for line in comment(model) { row(.none, depth, line, "") }
  }

  private mutating func row(
    _ mark: AnnotatedRow.Mark, _ depth: Int, _ text: SafeText, _ note: SafeText
  ) {
    rows.append(AnnotatedRow(mark: mark, depth: depth, text: text, note: note))
  }

  /// - Parameters:
  ///   - position: the model, if it isn't that of the place.
  ///   - parent: the intended parent of a missing model.
  private mutating func note(
    _ kind: ShapeDifference.Kind, _ model: AlignedModel, at position: Int? = nil,
    below parent: Int? = nil, count: Int = 1, _ text: SafeText
  ) {
    let position = position ?? model.position
    let age = position.flatMap { position in
      model.differences.contains(where: \.isAged) || snapshot[position].label != nil
        ? snapshot.columns.asOf(position) : nil
    }
    differences.append(
      ShapeDifference(
        kind: kind, line: number(model),
        path: (position ?? parent).map(paths.shortPath)?.string ?? "/",
        id: position.map { snapshot[$0].id }, source: position.flatMap { snapshot[$0].source },
        text: text, comment: comment(model), count: count, asOf: age))
  }

  private func name(_ model: AlignedModel) -> SafeText {
    guard let position = model.position else { return "" }
    let node = snapshot[position]
    return "\(SpecText.name(node.name))"
      + (node.label.map { " [label=\(SpecText.value($0))]\(snapshot.age(of: position))" } ?? "")
  }

  private func below(_ model: AlignedModel) -> SafeText {
    guard let position = model.position else { return "" }
    // Models that moved have rows of their own.
    let shown = model.children.compactMap(\.position).reduce(0) {
      $0 + snapshot[$1].subtree.count
    }
    let count = snapshot[position].subtree.count - 1 - shown
    return count > 0 ? "and \(count) below" : ""
  }

  private func and(_ more: SafeText) -> SafeText { more.isEmpty ? "" : ", \(more)" }

  private func place(_ model: AlignedModel) -> SafeText {
    model.position.map { "\(paths.shortPath(of: $0))" } ?? ""
  }

  /// The source of a model, in the form that follows its place.
  private func made(_ position: Int?) -> SafeText {
    position.flatMap { snapshot[$0].source }.map { ", made at \($0)" } ?? ""
  }

  private func number(_ model: AlignedModel) -> Int? { model.line.map { spec.lines[$0].number } }

  private func line(_ model: AlignedModel) -> SafeText { "line \(number(model) ?? 0)" }

  private func countText(of line: Int) -> String {
    let text = spec.lines[line].count.text
    return text.isEmpty ? "1" : text
  }

  /// A line's text, without indentation, capture, and comment.
  private func text(of line: Int?, hasCount: Bool = true) -> SafeText {
    line.map { "\(spec.modelText(ofLine: $0, hasCount: hasCount) { _ in true })" } ?? ""
  }

  /// The name, count, and label of a line. The spec shows the rest.
  private func shortText(of line: Int?, hasCount: Bool = true) -> SafeText {
    line.map { "\(spec.modelText(ofLine: $0, hasCount: hasCount) { $0 == .label })" } ?? ""
  }

  private func parentName(of line: Int?) -> String {
    line.flatMap { spec.lines[$0].parent }.map { spec.lines[$0].pattern.text } ?? "nothing"
  }

  /// The mode of the children, if it differs from the line above.
  private func mode(of model: AlignedModel) -> SafeText? {
    guard let index = model.line else { return nil }
    let line = spec.lines[index]
    guard let parent = line.parent, spec.lines[parent].mode != line.mode || line.openLine != nil
    else { return nil }
    return line.openLine == nil ? "children: \(line.mode.text)" : "other children are allowed"
  }
}

extension Spec {
  /// The number of tree lines below a line.
  fileprivate func linesBelow(_ index: Int) -> Int {
    let indent = lines[index].indent
    return lines[(index + 1)...].prefix { $0.indent > indent }.count
  }

  /// A tree line with its name, its count, and some of its attributes, as written.
  fileprivate func modelText(
    ofLine index: Int, hasCount: Bool, attributes isShown: (AttributeKind) -> Bool
  ) -> String {
    let line = lines[index]
    let bytes = Array(text[line.number - 1].utf8)
    let attributes = line.attributes.filter { isShown($0.kind) }.map(\.span)
      .sorted { $0.start < $1.start }
      .map { " " + String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
    let count = hasCount ? line.count.text : ""
    return line.pattern.text + (count.isEmpty ? "" : " \(count)") + attributes.joined()
  }
}
