import TreeAnalysis
import TreeSnapshot

/// Finds missing models elsewhere in the tree: among those that no line asks for, and below them. A model
/// is moved if it fits a missing line as a whole, or has its name and label.
struct MoveSearch {
  private let matcher: TreeMatcher
  private let root: AlignedModel
  private var columns: Columns { matcher.bound.columns }
  /// By type: the models that no line takes, in document order.
  private var free: [Symbol: [Int]] = [:]
  private var lacking: [AlignedModel] = []
  private var lineOfModel: [Int: Int] = [:]
  /// Models that moved, with everything above and below them.
  private var taken: Set<Int> = []
  private var effort = 0

  /// The most comparisons. Beyond it, what is missing and what is extra have little in common.
  private static let limit = 100_000

  init(_ matcher: TreeMatcher, _ root: AlignedModel) {
    self.matcher = matcher
    self.root = root
  }

  mutating func search() {
    collect(root)
    if lacking.isEmpty || free.isEmpty { return }
    for isWhole in [true, false] {
      for model in lacking {
        guard case .missing(1) = model.state, let line = model.line else { continue }
        if let position = find(line, isWhole: isWhole) {
          move(model, of: line, to: position)
        } else if isWhole {
          model.children = below(line)
        }
      }
    }
    if lineOfModel.isEmpty { return }
    show(root)
  }

  private mutating func collect(_ model: AlignedModel) {
    switch model.state {
    case .missing: lacking.append(model)
    case .extra, .other:
      guard let position = model.position else { return }
      for node in position..<Int(columns.subtreeEnds[position]) {
        free[columns.nodes.fixed[node].type, default: []].append(node)
      }
    case .differs: for child in model.children { collect(child) }
    case .matched, .movedAway, .movedHere, .outOfOrder: break
    }
  }

  private mutating func find(_ line: Int, isWhole: Bool) -> Int? {
    guard case .symbol(let type) = matcher.bound.lines[line].name else { return nil }
    return free[type]?.first { position in
      effort += 1
      if taken.contains(position) || effort > Self.limit { return false }
      return isWhole ? matcher.fits(line, position) : matcher.matchesLabel(line, position)
    }
  }

  private mutating func move(_ model: AlignedModel, of line: Int, to position: Int) {
    model.state = .movedAway(to: position)
    if !matcher.fits(line, position) {
      model.differences = matcher.bound.differences(line: line, position: position)
    }
    lineOfModel[position] = line
    taken.formUnion(position..<Int(columns.subtreeEnds[position]))
    var parent = Int(columns.parents[position])
    while parent >= 0, taken.insert(parent).inserted { parent = Int(columns.parents[parent]) }
  }

  /// The lines below a missing one whose models are elsewhere.
  private mutating func below(_ line: Int) -> [AlignedModel] {
    var models: [AlignedModel] = []
    for child in matcher.bound.spec.lines[line].children
    where matcher.bound.spec.lines[child].count == TreeLine.Count() {
      let model = AlignedModel(.missing(1), line: child, position: nil)
      if let position = find(child, isWhole: true) {
        move(model, of: child, to: position)
      } else {
        model.children = below(child)
      }
      if model.state != .missing(1) || !model.children.isEmpty { models.append(model) }
    }
    return models
  }

  /// Shows where the models that moved are now.
  private func show(_ model: AlignedModel) {
    switch model.state {
    case .extra, .other:
      guard let position = model.position else { return }
      if let line = lineOfModel[position] {
        model.state = .movedHere(line: line)
      } else {
        model.children = moved(below: position)
      }
    case .differs: for child in model.children { show(child) }
    case .missing, .matched, .movedAway, .movedHere, .outOfOrder: break
    }
  }

  private func moved(below position: Int) -> [AlignedModel] {
    columns.children(of: position).filter(taken.contains).map { child in
      if let line = lineOfModel[child] {
        return AlignedModel(.movedHere(line: line), line: nil, position: child)
      }
      let model = AlignedModel(.other, line: nil, position: child)
      model.children = moved(below: child)
      return model
    }
  }
}
