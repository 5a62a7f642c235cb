import TextIO
import TreeAnalysis
import TreeSnapshot

/// Decides which nodes of a subtree are drawn, and which are folded into which box.
struct DiagramPart: Sendable {
  /// The models that a box stands for besides its node.
  enum Fold: Hashable, Sendable {
    /// A number of models below the node.
    case below(Int)
    /// Identical leaves, starting with the node.
    case alike([Int])
    /// A number of models in place of the node: it, later siblings, and their descendants.
    case rest(Int)
  }

  /// The position of the node at the top.
  let root: Int
  /// The positions of the nodes that have a box, in document order.
  private(set) var positions: [Int] = []
  /// The folds of boxes that stand for more than their node.
  private(set) var folds: [Int: Fold] = [:]
  /// The number of nodes in the drawing, each in a box of its own or with identical ones.
  private(set) var count = 0
  /// The number of nodes below the top that aren't drawn.
  private(set) var foldedCount = 0
  /// Whether a budget folded more than the depth did.
  private(set) var isOverBudget = false

  /// Chooses the nodes to draw. Costs a pass over the subtree, and a few more with a budget.
  ///
  /// - Parameters:
  ///   - depth: the number of levels below the top; nil for all.
  ///   - kept: nodes that have a box at any depth, along with their ancestors up to the root.
  ///   - budget: the maximum number of boxes, besides the kept ones; nil for no limit.
  ///   - mark: the drawing's mark of a node; nodes with different marks aren't folded together.
  init(
    _ snapshot: Snapshot, root: Int, depth: Int?, kept: Set<Int>, budget: BoxBudget? = nil,
    mark: (Int) -> String = { _ in "" }
  ) {
    self.root = root
    let subtree = snapshot[root].subtree
    var states = Self.states(snapshot, subtree, depth: depth, kept: kept)
    if let budget {
      let boxes = states.count { $0 == .drawn }
      Self.foldLeaves(snapshot, subtree, kept, budget, mark, &states, &folds)
      Self.foldLevels(snapshot, subtree, kept, budget, &states)
      isOverBudget = states.count { $0 == .drawn } < boxes
    }
    settle(snapshot, subtree, states)
  }

  private enum State {
    case drawn, hidden, rest
    /// It shares the box of the first identical node.
    case alike
  }

  private static func states(
    _ snapshot: Snapshot, _ subtree: Range<Int>, depth: Int?, kept: Set<Int>
  ) -> [State] {
    var states = [State](repeating: .drawn, count: subtree.count)
    guard let depth else { return states }
    let parents = snapshot.columns.parents
    var levels = [Int32](repeating: 0, count: subtree.count)
    for position in subtree.dropFirst() {
      let place = position - subtree.lowerBound
      levels[place] = levels[Int(parents[position]) - subtree.lowerBound] + 1
      if Int(levels[place]) > depth, !kept.contains(position) { states[place] = .hidden }
    }
    return states
  }

  private static func foldLeaves(
    _ snapshot: Snapshot, _ subtree: Range<Int>, _ kept: Set<Int>, _ budget: BoxBudget,
    _ mark: (Int) -> String, _ states: inout [State], _ folds: inout [Int: Fold]
  ) {
    let root = subtree.lowerBound
    let boxes = states.count { $0 == .drawn }
    let alike = AlikeLeaves(
      snapshot, in: subtree,
      isFree: { states[$0 - root] == .drawn && !kept.contains($0) }, mark: mark)
    for group in alike.folded(from: boxes, budget) {
      folds[group.positions[0]] = .alike(group.positions)
      for position in group.positions.dropFirst() { states[position - root] = .alike }
    }
  }

  private static func foldLevels(
    _ snapshot: Snapshot, _ subtree: Range<Int>, _ kept: Set<Int>, _ budget: BoxBudget,
    _ states: inout [State]
  ) {
    guard states.count(where: { $0 == .drawn }) > budget.boxes else { return }
    let root = subtree.lowerBound
    var children = [[Int]](repeating: [], count: states.count)
    for position in subtree.dropFirst() where states[position - root] == .drawn {
      children[Int(snapshot.columns.parents[position]) - root].append(position - root)
    }
    let levels = LevelFolding(
      children: children, isKept: { kept.contains($0 + root) }, limit: budget.boxes)
    for place in states.indices where states[place] == .drawn && !levels.isDrawn[place] {
      states[place] = levels.isRest[place] ? .rest : .hidden
    }
  }

  /// Counts the nodes that each box stands for.
  private mutating func settle(_ snapshot: Snapshot, _ subtree: Range<Int>, _ states: [State]) {
    let parents = snapshot.columns.parents
    folds = folds.filter { states[$0.key - root] == .drawn }
    /// By identical node: the node whose box shows it.
    var firsts: [Int: Int] = [:]
    for (first, fold) in folds {
      guard case .alike(let positions) = fold else { continue }
      for position in positions.dropFirst() { firsts[position] = first }
    }
    // The box of each node, and for each box that of the rest below it.
    var owners = [Int](repeating: root, count: subtree.count)
    var rests: [Int: Int] = [:]
    var counts: [Int: Int] = [:]
    for position in subtree {
      let place = position - root
      let owner = place == 0 ? root : owners[Int(parents[position]) - root]
      if let first = firsts[position] {
        owners[place] = first
        count += 1
        continue
      }
      switch states[place] {
      case .drawn:
        owners[place] = position
        positions.append(position)
        count += 1
      case .rest:
        owners[place] = position
        rests[owner] = position
        positions.append(position)
        counts[position, default: 0] += 1
      case .alike, .hidden:
        // In the box of its hidden siblings, or below a hidden node.
        let isBelowBox = owner == Int(parents[position])
        owners[place] = isBelowBox ? rests[owner] ?? owner : owner
        counts[owners[place], default: 0] += 1
      }
    }
    for (owner, count) in counts {
      folds[owner] = states[owner - root] == .rest ? .rest(count) : .below(count)
      foldedCount += count
    }
  }

  /// Whether the node has a box of its own.
  func contains(_ position: Int) -> Bool {
    let place = positions.partitionIndex { $0 >= position }
    return place < positions.count && positions[place] == position
  }
}
