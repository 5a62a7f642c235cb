import TextIO
import TreeAnalysis
import TreeSnapshot

/// Writes an aligned tree: what matches as context, differences with their marks.
struct ShapeFinding {
  private var rows: [Finding.Row] = []
  private var differences: [Finding.Difference] = []
  private let matcher: TreeMatcher
  private let paths: NodePaths
  private let types: Set<Symbol>
  private var spec: Spec { matcher.bound.spec }
  private var snapshot: Snapshot { matcher.bound.snapshot }

  /// The number of consecutive matching siblings to show; of more, the first and the last are.
  private static let shownInARow = 3
  /// Further rows are only counted.
  private static let rowLimit = 120

  /// The finding about the shape of a tree.
  static func finding(_ alignment: TreeAlignment, _ matcher: TreeMatcher) -> Finding {
    let spec = matcher.bound.spec
    var finding = Finding(.tree, file: spec.name, line: spec.lines[0].number, name: "tree")
    if alignment.root.state == .matched { return finding }
    var writer = ShapeFinding(matcher)
    writer.add(alignment.root, depth: 0, parent: nil)
    writer.cut()
    finding.outcome = .failed
    finding.problem = Finding.Difference.Kind.allCases.compactMap { kind -> SafeText? in
      let count = writer.differences.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }.joined(separator: ", ")
    (finding.rows, finding.differences) = (writer.rows, writer.differences)
    return finding
  }

  private init(_ matcher: TreeMatcher) {
    self.matcher = matcher
    paths = NodePaths(matcher.bound.snapshot)
    types = Set(matcher.bound.columns.nodes.fixed.map(\.type))
  }

  private mutating func cut() {
    let left = rows.count - Self.rowLimit
    guard left > 0 else { return }
    let marked = rows.suffix(left).count { $0.mark != .none }
    rows.removeLast(left)
    row(.none, 0, "… \(left) more lines, \(marked) of them marked")
  }

  // MARK: One model

  /// - Parameter parent: the position of the model above; nil if there is none, or it is missing.
  private mutating func add(_ model: AlignedModel, depth: Int, parent: Int?) {
    switch model.state {
    case .matched: row(.none, depth, name(model), below(model))
    case .other:
      row(.none, depth, name(model), "in no line")
      for child in model.children { add(child, depth: depth + 1, parent: model.position) }
    case .differs: addDiffering(model, depth: depth)
    case .missing(let count): addMissing(model, count, depth: depth, parent: parent)
    case .extra(let full): addExtra(model, full, depth: depth)
    case .movedAway(let position): addMoved(model, position, depth: depth, parent: parent)
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

  private mutating func addDiffering(_ model: AlignedModel, depth: Int) {
    let differs = !model.differences.isEmpty
    let isOpen = model.line.map { spec.lines[$0].opening != nil } ?? false
    let notes: [SafeText?] = [
      differs ? "\(line(model)), \(place(model))" : nil,
      isOpen ? "other children are allowed" : nil,
    ]
    if differs { addComment(model, depth: depth) }
    row(
      differs ? .different : .none, depth, name(model),
      notes.compactMap { $0 }.joined(separator: "; "))
    addDifferences(of: model, at: model.position, name: name(model), depth: depth + 1)
    addChildren(of: model, depth: depth + 1)
  }

  private mutating func addDifferences(
    of model: AlignedModel, at position: Int?, name: SafeText, depth: Int
  ) {
    guard let line = model.line, let position, !model.differences.isEmpty else { return }
    var sentences: [SafeText] = []
    for difference in model.differences {
      let age: SafeText = difference.isAged ? snapshot.age(of: position) : ""
      let (expected, found, hint) = matcher.bound.words(
        of: difference, line: line, position: position)
      var sentence: SafeText = ""
      if let expected {
        row(.missing, depth, expected, hint.map { $0 + age } ?? "")
        sentence = found == nil ? "\(expected) is missing" : " should be \(expected)"
      }
      if let found {
        row(.extra, depth, found + age)
        sentence = found + age + (expected == nil ? " should not be there" : sentence)
      }
      sentences.append(sentence + (hint.map { " (\($0)\(age))" } ?? ""))
    }
    note(.different, model, at: position, "\(name): \(sentences.joined(separator: "; "))")
  }

  private mutating func addChildren(of model: AlignedModel, depth: Int) {
    var run: [AlignedModel] = []
    for child in model.children {
      if child.state == .matched {
        run.append(child)
      } else if child.state != .other || !child.children.isEmpty {
        flush(&run, depth: depth)
        add(child, depth: depth, parent: model.position)
      }
    }
    flush(&run, depth: depth)
  }

  /// Shows models that match, a long run of them folded.
  private mutating func flush(_ run: inout [AlignedModel], depth: Int) {
    let isFolded = run.count > Self.shownInARow
    for (index, model) in run.enumerated() {
      if !isFolded || index == 0 || index == run.count - 1 {
        add(model, depth: depth, parent: nil)
      } else if index == 1 {
        row(.none, depth, "… \(run.count - 2) more that match")
      }
    }
    run = []
  }

  private mutating func addMissing(_ model: AlignedModel, _ count: Int, depth: Int, parent: Int?) {
    guard let index = model.line else { return }
    // Lines whose models moved have rows of their own.
    let shown = model.children.compactMap(\.line).reduce(0) { $0 + 1 + linesBelow($1) }
    let lines = linesBelow(index) - shown
    addComment(model, depth: depth)
    row(
      .missing, depth, text(of: index, isShort: true),
      (count > 1 ? "\(count) missing" : "missing") + ", \(line(model))"
        + (lines > 0 ? " (and \(counted(lines, "line")) below it)" : "") + nearName(of: index))
    note(
      .missing, model, below: parent, count: count,
      "\(text(of: index)) is missing\(count > 1 ? " \(count) times" : "")\(nearName(of: index))")
    for child in model.children {
      // Models missing below a missing one are counted with it.
      if case .missing = child.state {
        for grandchild in child.children { add(grandchild, depth: depth + 2, parent: nil) }
      } else {
        add(child, depth: depth + 1, parent: nil)
      }
    }
  }

  private mutating func addExtra(_ model: AlignedModel, _ full: Int?, depth: Int) {
    let limit: SafeText? = full.map { line in
      let count = spec.lines[line].count.text
      return "more than line \(spec.lines[line].number) allows (\(count.isEmpty ? "1" : count))"
    }
    let made: SafeText = made(model.position)
    row(
      .extra, depth, name(model),
      "\(limit ?? "extra"), \(place(model))\(made)\(and(below(model)))")
    note(.extra, model, "\(name(model)) is \(limit ?? "not in the spec")")
    for child in model.children { add(child, depth: depth + 1, parent: model.position) }
  }

  private mutating func addMoved(
    _ model: AlignedModel, _ position: Int, depth: Int, parent: Int?
  ) {
    guard let index = model.line else { return }
    addComment(model, depth: depth)
    let path = paths.shortPath(of: position)
    row(
      .moved, depth, text(of: index, isShort: true),
      "is at \(path)\(made(position)), belongs here (\(line(model)))")
    let goal = parent.map(paths.shortPath) ?? parentName(of: index)
    let name = text(of: index)
    note(.moved, model, at: position, "\(name) belongs below \(goal)")
    addDifferences(of: model, at: position, name: name, depth: depth + 1)
  }

  // MARK: Words

  private mutating func row(
    _ mark: Finding.Row.Mark, _ depth: Int, _ text: SafeText, _ note: SafeText = ""
  ) {
    rows.append(Finding.Row(mark: mark, depth: depth, text: text, note: note))
  }

  private func comment(_ model: AlignedModel) -> [SafeText] {
    model.line.map { spec.comment(aboveLine: spec.lines[$0].number) } ?? []
  }

  private mutating func addComment(_ model: AlignedModel, depth: Int) {
    for line in comment(model) { row(.none, depth, line) }
  }

  /// - Parameters:
  ///   - position: the model, if it isn't at the place.
  ///   - parent: the intended parent of a missing model.
  private mutating func note(
    _ kind: Finding.Difference.Kind, _ model: AlignedModel, at position: Int? = nil,
    below parent: Int? = nil, count: Int = 1, _ text: SafeText
  ) {
    let position = position ?? model.position
    let age = position.flatMap { position in
      model.differences.contains(where: \.isAged) || snapshot[position].label != nil
        ? snapshot.columns.asOf(position) : nil
    }
    differences.append(
      Finding.Difference(
        kind: kind, line: model.line.map { spec.lines[$0].number },
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
    let moved = model.state == .matched ? [] : model.children.compactMap(\.position)
    let shown = moved.reduce(0) { $0 + snapshot[$1].subtree.count }
    let count = snapshot[position].subtree.count - 1 - shown
    return count > 0 ? "and \(count) below" : ""
  }

  private func and(_ more: SafeText) -> SafeText { more.isEmpty ? "" : ", \(more)" }

  private func place(_ model: AlignedModel) -> SafeText {
    model.position.map { paths.shortPath(of: $0) } ?? ""
  }

  private func made(_ position: Int?) -> SafeText {
    position.flatMap { snapshot[$0].source }.map { ", made at \($0)" } ?? ""
  }

  private func line(_ model: AlignedModel) -> SafeText {
    "line \(model.line.map { spec.lines[$0].number } ?? 0)"
  }

  private func parentName(of line: Int) -> SafeText {
    spec.lines[line].parent.map { "\(spec.lines[$0].name.text)" } ?? "nothing"
  }

  private func linesBelow(_ index: Int) -> Int {
    let indent = spec.lines[index].indent
    return spec.lines[(index + 1)...].prefix { $0.indent > indent }.count
  }

  /// A line as it is written, without its capture and comment.
  ///
  /// - Parameter isShort: whether only the name, the count, and the label are shown.
  private func text(of index: Int, isShort: Bool = false) -> SafeText {
    let line = spec.lines[index]
    let bytes = spec.text.bytes(ofLine: line.number - 1)
    let attributes = line.attributes.filter { !isShort || $0.kind == .label }.map { attribute in
      " " + String(decoding: bytes[attribute.span.start..<attribute.span.end], as: UTF8.self)
    }
    let count = line.count.text
    return "\(line.name.text + (count.isEmpty ? "" : " \(count)") + attributes.joined())"
  }

  /// The nearest type, if no model has the name of a line.
  private func nearName(of index: Int) -> SafeText {
    guard let name = spec.lines[index].name.literal, rows.count < Self.rowLimit else { return "" }
    let symbols = snapshot.columns.symbols
    if symbols.find(name).map(types.contains) == true { return "" }
    return Hint.near(name, types.map(symbols.string).sorted())
  }
}
