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
    finding.rows = writer.rows
    let counts = Finding.Row.Mark.allCases.map { mark in
      (mark, finding.rows.filter { $0.mark == mark }.reduce(0) { $0 + ($1.difference?.count ?? 0) })
    }
    finding.fail(
      counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" as SafeText }
        .joined(separator: ", "))
    return finding
  }

  private init(_ comparison: ModelComparison) {
    self.comparison = comparison
    paths = NodePaths(comparison.snapshot)
  }

  // MARK: One model

  /// - Parameter parent: the position of the model above; nil if there is none.
  private mutating func add(_ model: AlignedModel, depth: Int, parent: Int?) {
    let line = model.line.map { spec.lines[$0] }
    let number = line?.number ?? 0
    let open: SafeText = line?.isOpen == true ? "other children are allowed" : ""
    switch model.state {
    case .missing(0): return
    case .missing(let count): addMissing(model, count, depth: depth, parent: parent)
    case .matched, .other: row(.none, depth, name(model), "in no line")
    case .differs where model.differences.isEmpty: row(.none, depth, name(model), open)
    case .differs:
      let note: SafeText = "line \(number), \(model.position.map(paths.shortPath) ?? "")"
      add(.different, model, depth, note + (open.isEmpty ? "" : "; \(open)"))
    case .extra(let full):
      let what = full.map { spec.lines[$0] }.map { line -> SafeText in
        let count = line.count.text
        return "more than line \(line.number) allows (\(count.isEmpty ? "1" : count))"
      }
      add(.extra, model, depth, "\(what ?? "extra"), \(place(model))")
    case .outOfOrder:
      add(
        .moved, model, depth, "out of order among its siblings, line \(number); \(place(model))")
    case .moved:
      let goal = line?.parent.map { spec.lines[$0].name.text } ?? "nothing"
      add(.moved, model, depth, "belongs below \(goal), line \(number); \(place(model))")
    }
    addChildren(of: model, depth: depth + 1)
  }

  /// Adds what is below a model; a long run of models that match is folded.
  private mutating func addChildren(of model: AlignedModel, depth: Int) {
    var rest = model.children.filter { $0.state != .other || !$0.children.isEmpty }[...]
    while let child = rest.first {
      let run = rest.prefix { $0.state == .matched }
      rest = rest.dropFirst(max(run.count, 1))
      if run.isEmpty { add(child, depth: depth, parent: model.position) }
      let hidden = run.count > Self.shownInARow ? run.count - 2 : 0
      for (index, match) in run.enumerated() {
        if index == 1, hidden > 0 { row(.none, depth, "… \(hidden) more that match") }
        if index == 0 || index > hidden { row(.none, depth, name(match), below(match) ?? "") }
      }
    }
  }

  /// Adds a model that isn't as its line says, and how.
  private mutating func add(
    _ mark: Finding.Row.Mark, _ model: AlignedModel, _ depth: Int, _ note: SafeText
  ) {
    let (details, clauses) = details(of: model, depth: depth + 1)
    let text = ((mark == .different ? [] : [note]) + clauses).joined(separator: "; ")
    row(mark, depth, name(model), note, difference(model, "\(name(model)): \(text)"))
    rows += details
  }

  private mutating func addMissing(_ model: AlignedModel, _ count: Int, depth: Int, parent: Int?) {
    guard let index = model.line else { return }
    let own = spec.lines[index]
    let below = spec.lines[(index + 1)...].prefix { $0.indent > own.indent }.count
    let near = nearName(of: own)
    let label = own.label.map { "[label=\($0.text)]" } ?? ""
    let text = SafeText(
      [own.name.text, own.count.text, label].filter { !$0.isEmpty }.joined(separator: " "))
    let note: SafeText =
      "\(count > 1 ? "\(count) missing" : "missing"), line \(own.number)"
      + (below > 0 ? " (and \(counted(below, "line")) below it)" : "") + near
    row(
      .missing, depth, text, note,
      difference(model, below: parent, count: count, "\(text): \(note)"))
  }

  /// How a model differs from its line, children aside, as rows and in clauses.
  private func details(
    of model: AlignedModel, depth: Int
  ) -> (rows: [Finding.Row], clauses: [SafeText]) {
    guard let line = model.line, let position = model.position else { return ([], []) }
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
    return (rows, clauses)
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

  /// The nearest type, if no model has the name of a line.
  private mutating func nearName(of line: TreeLine) -> SafeText {
    guard let name = line.name.literal, rows.count < Finding.shownRows, !types.contains(name)
    else { return "" }
    return Hint.near(name, types.sorted())
  }
}
