import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Writes an aligned tree: what matches as context, differences with their marks.
struct ShapeFinding {
  private var rows: [Finding.Row] = []
  private let comparison: ModelComparison
  private let paths: NodePaths
  private lazy var types = Set(snapshot.positions.map { snapshot[$0].name })
  private var spec: Spec { comparison.spec }
  private var snapshot: Snapshot { comparison.snapshot }

  /// The number of consecutive matching siblings to show; of more, the first and the last are.
  private static let shownInARow = 3

  /// The finding about the shape of a tree.
  static func finding(_ alignment: TreeAlignment, _ comparison: ModelComparison) -> Finding {
    let spec = comparison.spec
    var finding = Finding(.tree, file: spec.name, line: spec.lines[0].number, name: "tree")
    if alignment.root.state == .matched { return finding }
    var writer = ShapeFinding(comparison)
    writer.add(alignment.root, depth: 0, parent: nil)
    finding.outcome = .failed
    finding.rows = writer.rows
    finding.problem = Finding.Row.Mark.allCases.compactMap { mark -> SafeText? in
      let count = finding.rows.reduce(0) {
        $0 + ($1.mark == mark ? $1.difference?.count ?? 0 : 0)
      }
      return count == 0 ? nil : "\(count) \(mark.rawValue)"
    }.joined(separator: ", ")
    return finding
  }

  private init(_ comparison: ModelComparison) {
    self.comparison = comparison
    paths = NodePaths(comparison.snapshot)
  }

  // MARK: One model

  /// - Parameter parent: the position of the model above; nil if there is none.
  private mutating func add(_ model: AlignedModel, depth: Int, parent: Int?) {
    let (name, place) = (name(model), place(model))
    switch model.state {
    case .matched, .other: row(.none, depth, name, "in no line")
    case .differs:
      let isOpen = model.line.map { spec.lines[$0].isOpen } ?? false
      let open: SafeText = isOpen ? "other children are allowed" : ""
      let path = model.position.map(paths.shortPath) ?? ""
      if model.differences.isEmpty {
        row(.none, depth, name, open)
      } else {
        let (details, clause) = details(of: model, depth: depth + 1)
        let note: SafeText = "\(line(model)), \(path)\(isOpen ? "; \(open)" : "" as SafeText)"
        row(.different, depth, name, note, difference(model, "\(name): \(clause)"))
        rows += details
      }
    case .missing(0): return
    case .missing(let count): return addMissing(model, count, depth: depth, parent: parent)
    case .extra(let full):
      let what: SafeText? = full.map { line in
        let count = spec.lines[line].count.text
        return "more than line \(spec.lines[line].number) allows (\(count.isEmpty ? "1" : count))"
      }
      row(
        .extra, depth, name, "\(what ?? "extra"), \(place)",
        difference(model, "\(name) is \(what ?? "not in the spec")"))
    case .outOfOrder:
      let what: SafeText = "out of order among its siblings"
      row(
        .moved, depth, name, "\(what), \(line(model)); \(place)",
        difference(model, "\(name) is \(what)"))
    case .moved:
      let parent = model.line.flatMap { spec.lines[$0].parent }.map { spec.lines[$0].name.text }
      let goal: SafeText = "belongs below \(parent ?? "nothing")"
      let (details, clause) = details(of: model, depth: depth + 1)
      row(
        .moved, depth, name, "\(goal), \(line(model)); \(place)",
        difference(model, "\(name) \(goal)" + (details.isEmpty ? "" : "; \(clause)")))
      rows += details
    }
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
        row(.none, depth, name(model), below(model) ?? "")
      } else if index == 1 {
        row(.none, depth, "… \(run.count - 2) more that match")
      }
    }
    run = []
  }

  private mutating func addMissing(_ model: AlignedModel, _ count: Int, depth: Int, parent: Int?) {
    guard let index = model.line else { return }
    let own = spec.lines[index]
    let lines = spec.lines[(index + 1)...].prefix { $0.indent > own.indent }.count
    let near = nearName(of: own)
    let text = text(of: own)
    row(
      .missing, depth, text,
      (count > 1 ? "\(count) missing" : "missing") + ", \(line(model))"
        + (lines > 0 ? " (and \(counted(lines, "line")) below it)" : "") + near,
      difference(
        model, below: parent, count: count,
        "\(text) is missing\(count > 1 ? " \(count) times" : "")\(near)"))
  }

  /// How a model differs from its line, children aside, as rows and in a clause.
  private func details(
    of model: AlignedModel, depth: Int
  ) -> (rows: [Finding.Row], clause: SafeText) {
    guard let line = model.line, let position = model.position else { return ([], "") }
    var rows: [Finding.Row] = []
    let clauses = model.differences.map { difference in
      let age: SafeText = difference.isAged ? snapshot.age(of: position) : ""
      let (expected, found, hint) = comparison.words(
        of: difference, line: line, position: position)
      let reason = hint.map { $0 + age }
      if let expected {
        rows.append(
          Finding.Row(mark: .missing, depth: depth, text: expected, note: reason ?? ""))
      }
      if let found { rows.append(Finding.Row(mark: .extra, depth: depth, text: found + age)) }
      let clause: SafeText =
        switch (expected, found) {
        case (let expected?, let found?): "\(found)\(age) should be \(expected)"
        case (let expected?, nil): "\(expected) is missing"
        case (nil, let found): "\(found ?? "")\(age) should not be there"
        }
      return clause + (reason.map { " (\($0))" } ?? "")
    }
    return (rows, clauses.joined(separator: "; "))
  }

  // MARK: Words

  private mutating func row(
    _ mark: Finding.Row.Mark, _ depth: Int, _ text: SafeText, _ note: SafeText = "",
    _ difference: Finding.Difference? = nil
  ) {
    rows.append(
      Finding.Row(mark: mark, depth: depth, text: text, note: note, difference: difference))
  }

  /// - Parameter parent: the parent of a missing model.
  private func difference(
    _ model: AlignedModel, below parent: Int? = nil, count: Int = 1, _ text: SafeText
  ) -> Finding.Difference {
    let node = model.position.map { snapshot[$0] }
    let isAged = model.differences.contains(where: \.isAged) || node?.label != nil
    return Finding.Difference(
      line: model.line.map { spec.lines[$0].number },
      path: (model.position ?? parent).map(paths.shortPath) ?? "/", id: node?.id,
      source: node?.source, text: text, count: count,
      asOf: isAged ? model.position.flatMap(snapshot.columns.asOf) : nil)
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

  /// The path of a model, what made it, and how much is below it.
  private func place(_ model: AlignedModel) -> SafeText {
    guard let position = model.position else { return "" }
    let source: SafeText? = snapshot[position].source.map { "made at \($0)" }
    return [paths.shortPath(of: position), source, below(model)].compactMap { $0 }
      .joined(separator: ", ")
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
    guard let name = line.name.literal, rows.count < Finding.shownRows, !types.contains(name)
    else { return "" }
    return Hint.near(name, types.sorted())
  }
}
