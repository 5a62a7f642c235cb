import TreeSnapshot

/// The models that no line has where others are allowed: one of them may be what another line lacks.
///
/// Costs one pass over the tree, and one assignment for each model whose line allows others somewhere
/// below it.
struct FreeModels {
  /// In the order of the tree.
  private(set) var positions: [Int] = []

  private let matcher: TreeMatcher
  /// By line: whether it or a line below it allows others.
  private var allowsOthers: [Bool]
  /// By position: whether a line has it, or it is reported in another way.
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
