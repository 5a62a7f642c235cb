import TreeSnapshot

/// The unclaimed models in places that allow others: one of them may be what another line lacks.
///
/// Costs one pass over the tree, and one assignment for each model with a line that allows others
/// anywhere below.
struct FreeModels {
  /// In document order.
  private(set) var positions: [Int] = []

  private let matcher: TreeMatcher
  /// By line: whether it or a line below it allows others.
  private var allowsOthers: [Bool]
  /// By position: whether the model is claimed, or reported in another way.
  private var isTaken: [Bool]

  init(_ matcher: TreeMatcher, _ root: AlignedModel) {
    self.matcher = matcher
    allowsOthers = matcher.lines.map { $0.completeness != .exact }
    for line in matcher.lines.indices.reversed() where allowsOthers[line] {
      if let parent = matcher.lines[line].parent { allowsOthers[parent] = true }
    }
    isTaken = []
    guard allowsOthers.first == true else { return }
    isTaken = Array(repeating: false, count: matcher.columns.subtreeEnds.count)
    take(root)
    positions = isTaken.indices.filter { !isTaken[$0] }
  }

  private mutating func take(_ model: AlignedModel) {
    guard let position = model.position else { return }
    switch model.state {
    case .matched:
      if let line = model.line { take(line: line, position: position) }
    case .different:
      isTaken[position] = true
      for child in model.children { take(child) }
    case .other, .missing, .movedAway: break
    case .extra, .movedHere, .outOfOrder: takeAll(from: position)
    }
  }

  private mutating func takeAll(from position: Int) {
    for place in position..<Int(matcher.columns.subtreeEnds[position]) { isTaken[place] = true }
  }

  private mutating func take(line: Int, position: Int) {
    if !allowsOthers[line] { return takeAll(from: position) }
    isTaken[position] = true
    for (child, models) in matcher.given(line: line, position: position) {
      for model in models { take(line: child, position: model) }
    }
  }
}

/// Inserts a model that belongs to another line into the aligned tree: expands matches on the way,
/// and adds unclaimed models.
struct AlignedPlaces {
  private let matcher: TreeMatcher
  private var columns: Columns { matcher.columns }

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  func place(_ position: Int, of line: Int, below root: AlignedModel) {
    var parent = root
    while let own = parent.position {
      open(parent, own)
      let inner = parent.children.filter { child in
        child.position.map { $0 <= position && position < Int(columns.subtreeEnds[$0]) } ?? false
      }
      // Below a `deep` line, several models may contain it, one within another.
      if let next = inner.max(by: { $0.position ?? 0 < $1.position ?? 0 }) {
        parent = next
        continue
      }
      let isDeep = parent.line.map { matcher.lines[$0].completeness == .deep } ?? false
      let child = isDeep ? position : childOf(own, above: position)
      let isGoal = child == position
      let model = AlignedModel(
        isGoal ? .movedHere(line: line) : .other, line: nil, position: child)
      insert(model, below: parent)
      if isGoal { return }
      parent = model
    }
  }

  private func childOf(_ parent: Int, above position: Int) -> Int {
    var child = position
    while Int(columns.parents[child]) != parent { child = Int(columns.parents[child]) }
    return child
  }

  private func open(_ model: AlignedModel, _ position: Int) {
    guard model.state == .matched, let line = model.line else { return }
    model.state = .different
    model.children = matcher.given(line: line, position: position).flatMap { child, models in
      models.map { AlignedModel(.matched, line: child, position: $0) }
    }.sorted { $0.position ?? 0 < $1.position ?? 0 }
  }

  private func insert(_ model: AlignedModel, below parent: AlignedModel) {
    let next = parent.children.firstIndex { $0.position ?? -1 > model.position ?? 0 }
    parent.children.insert(model, at: next ?? parent.children.endIndex)
  }
}
