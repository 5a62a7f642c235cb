import TextIO
import TreeAnalysis
import TreeSnapshot

/// Writes an aligned tree: what matches as context, differences with their marks.
struct ShapeFinding {
  private var rows: [Finding.Row] = []
  private var differences: [Finding.Difference] = []
  private let comparison: ModelComparison
  private let paths: NodePaths
  private lazy var types = Set(snapshot.positions.map { snapshot[$0].name })
  private var spec: Spec { comparison.spec }
  private var snapshot: Snapshot { comparison.snapshot }

  /// The number of consecutive matching siblings to show; of more, the first and the last are.
  private static let shownInARow = 3
  /// Further rows are only counted.
  private static let rowLimit = 120

  /// The finding about the shape of a tree.
  static func finding(_ alignment: TreeAlignment, _ comparison: ModelComparison) -> Finding {
    let spec = comparison.spec
    var finding = Finding(.tree, file: spec.name, line: spec.lines[0].number, name: "tree")
    if alignment.root.state == .matched { return finding }
    var writer = ShapeFinding(comparison)
    writer.add(alignment.root, depth: 0, parent: nil)
    let differences = writer.differences
    finding.outcome = .failed
    finding.problem = Finding.Difference.Kind.allCases.compactMap { kind -> SafeText? in
      let count = differences.reduce(0) { $0 + ($1.kind == kind ? $1.count : 0) }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }.joined(separator: ", ")
    (finding.rows, finding.differences) = (writer.shownRows, differences)
    return finding
  }

  private init(_ comparison: ModelComparison) {
    self.comparison = comparison
    paths = NodePaths(comparison.snapshot)
  }

  private var shownRows: [Finding.Row] {
    let rest = rows.dropFirst(Self.rowLimit)
    if rest.isEmpty { return rows }
    let marked = rest.count { $0.mark != .none }
    let text: SafeText = "… \(rest.count) more lines, \(marked) of them marked"
    return rows.prefix(Self.rowLimit) + [Finding.Row(mark: .none, depth: 0, text: text, note: "")]
  }

  // MARK: One model

  /// - Parameter parent: the position of the model above; nil if there is none.
  private mutating func add(_ model: AlignedModel, depth: Int, parent: Int?) {
    switch model.state {
    case .matched: row(.none, depth, name(model), below(model) ?? "")
    case .other:
      row(.none, depth, name(model), "in no line")
      for child in model.children { add(child, depth: depth + 1, parent: model.position) }
    case .differs: addDiffering(model, depth: depth)
    case .missing(let count): addMissing(model, count, depth: depth, parent: parent)
    case .extra(let full): addExtra(model, full, depth: depth)
    case .moved, .outOfOrder: addMoved(model, depth: depth)
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
    addDifferences(of: model, depth: depth + 1)
    var run: [AlignedModel] = []
    for child in model.children where child.state != .other || !child.children.isEmpty {
      if child.state == .matched {
        run.append(child)
      } else {
        flush(&run, depth: depth + 1)
        add(child, depth: depth + 1, parent: model.position)
      }
    }
    flush(&run, depth: depth + 1)
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

  private mutating func addDifferences(of model: AlignedModel, depth: Int) {
    guard let line = model.line, let position = model.position, !model.differences.isEmpty else {
      return
    }
    var sentences: [SafeText] = []
    for difference in model.differences {
      let age: SafeText = difference.isAged ? snapshot.age(of: position) : ""
      let (expected, found, hint) = comparison.words(
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
    note(.different, model, "\(name(model)): \(sentences.joined(separator: "; "))")
  }

  private mutating func addMissing(_ model: AlignedModel, _ count: Int, depth: Int, parent: Int?) {
    guard let index = model.line else { return }
    let own = spec.lines[index]
    let lines = spec.lines[(index + 1)...].prefix { $0.indent > own.indent }.count
    let near = nearName(of: own)
    addComment(model, depth: depth)
    row(
      .missing, depth, text(of: own),
      (count > 1 ? "\(count) missing" : "missing") + ", \(line(model))"
        + (lines > 0 ? " (and \(counted(lines, "line")) below it)" : "") + near)
    note(
      .missing, model, below: parent, count: count,
      "\(text(of: own)) is missing\(count > 1 ? " \(count) times" : "")\(near)")
  }

  private mutating func addExtra(_ model: AlignedModel, _ full: Int?, depth: Int) {
    let limit: SafeText? = full.map { line in
      let count = spec.lines[line].count.text
      return "more than line \(spec.lines[line].number) allows (\(count.isEmpty ? "1" : count))"
    }
    row(.extra, depth, name(model), "\(limit ?? "extra"), \(place(model))")
    note(.extra, model, "\(name(model)) is \(limit ?? "not in the spec")")
    for child in model.children { add(child, depth: depth + 1, parent: model.position) }
  }

  private mutating func addMoved(_ model: AlignedModel, depth: Int) {
    let parent = model.line.flatMap { spec.lines[$0].parent }.map { spec.lines[$0].name.text }
    let goal: SafeText =
      model.state == .outOfOrder ? "is out of order" : "belongs below \(parent ?? "nothing")"
    addComment(model, depth: depth)
    row(.moved, depth, name(model), "\(goal), \(line(model)); \(place(model))")
    note(
      .moved, model,
      "\(name(model)) \(goal)\(model.state == .outOfOrder ? " among its siblings" : "")")
    addDifferences(of: model, depth: depth + 1)
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

  /// - Parameter parent: the parent of a missing model.
  private mutating func note(
    _ kind: Finding.Difference.Kind, _ model: AlignedModel, below parent: Int? = nil,
    count: Int = 1, _ text: SafeText
  ) {
    let node = model.position.map { snapshot[$0] }
    let isAged = model.differences.contains(where: \.isAged) || node?.label != nil
    differences.append(
      Finding.Difference(
        kind: kind, line: model.line.map { spec.lines[$0].number },
        path: (model.position ?? parent).map(paths.shortPath)?.string ?? "/", id: node?.id,
        source: node?.source, text: text, comment: comment(model), count: count,
        asOf: isAged ? model.position.flatMap(snapshot.columns.asOf) : nil))
  }

  private func name(_ model: AlignedModel) -> SafeText {
    guard let position = model.position else { return "" }
    let node = snapshot[position]
    return "\(SpecText.name(node.name))"
      + (node.label.map { " [label=\(SpecText.value($0))]\(snapshot.age(of: position))" } ?? "")
  }

  private func below(_ model: AlignedModel) -> SafeText? {
    let count = model.position.map { snapshot[$0].subtree.count - 1 } ?? 0
    return count > 0 ? "and \(count) below" : nil
  }

  /// The path of a model; of an unexpected one also what made it, and how much is below it.
  private func place(_ model: AlignedModel) -> SafeText {
    guard let position = model.position else { return "" }
    if model.state == .differs { return paths.shortPath(of: position) }
    let parts: [SafeText?] = [
      paths.shortPath(of: position), snapshot[position].source.map { "made at \($0)" },
      below(model),
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func line(_ model: AlignedModel) -> SafeText {
    "line \(model.line.map { spec.lines[$0].number } ?? 0)"
  }

  /// The name, the count and the label of a line.
  private func text(of line: TreeLine) -> SafeText {
    let parts = [line.name.text, line.count.text, line.label.map { "[label=\($0.text)]" } ?? ""]
    return "\(parts.filter { !$0.isEmpty }.joined(separator: " "))"
  }

  /// The nearest type, if no model has the name of a line.
  private mutating func nearName(of line: TreeLine) -> SafeText {
    guard let name = line.name.literal, rows.count < Self.rowLimit, !types.contains(name) else {
      return ""
    }
    return Hint.near(name, types.sorted())
  }
}
