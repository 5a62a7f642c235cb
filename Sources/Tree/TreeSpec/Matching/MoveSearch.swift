import TreeAnalysis
import TreeSnapshot

/// Finds missing models elsewhere in the tree: among those that no line asks for, and below them. A model
/// is moved if it fits a missing line as a whole, or has its name and label.
struct MoveSearch {
  private let matcher: TreeMatcher
  private var columns: Columns { matcher.columns }
  /// By type: the models that no line takes, in document order.
  private var free: [Symbol: [Int]] = [:]
  /// The lines that lack one model.
  private var lacking: [Int] = []
  private var lineOfModel: [Int: Int] = [:]
  private var moved: Set<Int> = []
  /// Models that moved, with everything above and below them.
  private var taken: Set<Int> = []
  private var effort = 0

  /// The most comparisons. Beyond it, what is missing and what is extra have little in common.
  private static let limit = 100_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  mutating func search(_ root: AlignedModel) {
    collect(root)
    if lacking.isEmpty || free.isEmpty { return }
    for line in lacking { find(line, isWhole: true) }
    for line in lacking where !moved.contains(line) { find(line, isWhole: false) }
    if !moved.isEmpty { show(root) }
  }

  private mutating func collect(_ model: AlignedModel) {
    switch model.state {
    case .missing(1): if let line = model.line { lacking.append(line) }
    case .extra, .other:
      guard let position = model.position else { return }
      for node in position..<Int(columns.subtreeEnds[position]) {
        free[columns.nodes.fixed[node].type, default: []].append(node)
      }
    case .differs: for child in model.children { collect(child) }
    case .missing, .matched, .moved, .outOfOrder: break
    }
  }

  /// Finds the model of a line or, if it must fit as a whole, those of the lines below it.
  private mutating func find(_ line: Int, isWhole: Bool) {
    let own = matcher.spec.lines[line]
    guard own.count == TreeLine.Count(), own.name.literal != nil else { return }
    let candidates = matcher.comparison.types[line].compactMap { free[$0] }.joined()
    let position = candidates.first { position in
      effort += 1
      if taken.contains(position) || effort > Self.limit { return false }
      return isWhole
        ? matcher.fits(line, position) : matcher.comparison.matchesLabel(line, position)
    }
    guard let position else {
      if isWhole { for child in own.children { find(child, isWhole: true) } }
      return
    }
    lineOfModel[position] = line
    moved.insert(line)
    taken.formUnion(position..<Int(columns.subtreeEnds[position]))
    var parent = Int(columns.parents[position])
    while parent >= 0, taken.insert(parent).inserted { parent = Int(columns.parents[parent]) }
  }

  /// Shows the models that moved where they are, and no longer as missing.
  private func show(_ model: AlignedModel) {
    switch model.state {
    case .extra, .other:
      guard let position = model.position else { return }
      if let line = lineOfModel[position] {
        model.state = .moved
        model.line = line
        if !matcher.fits(line, position) {
          model.differences = matcher.comparison.differences(line, position)
        }
      } else {
        model.children = columns.children(of: position).filter(taken.contains).map {
          AlignedModel(.other, line: nil, position: $0)
        }
        for child in model.children { show(child) }
      }
    case .differs:
      model.children.removeAll { child in
        child.position == nil && child.line.map(moved.contains) ?? false
      }
      for child in model.children { show(child) }
    case .missing, .matched, .moved, .outOfOrder: break
    }
  }
}
