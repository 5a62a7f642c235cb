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

  /// By place in the subtree: whether the node has a box, or is among identical ones in one.
  private var isDrawn: [Bool]
  /// By identical leaf: the first of them, whose box shows it.
  private var firsts: [Int: Int] = [:]

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
    isDrawn = Array(repeating: true, count: subtree.count)
    let parents = snapshot.columns.parents[subtree].map { Int($0) }
    if let depth {
      var levels = [Int](repeating: 0, count: subtree.count)
      for place in levels.indices.dropFirst() {
        levels[place] = levels[parents[place] - root] + 1
        isDrawn[place] = levels[place] <= depth || kept.contains(place + root)
      }
    }
    if let budget {
      let boxes = isDrawn.count(where: \.self)
      foldLeaves(snapshot, subtree, kept, budget, from: boxes, mark)
      foldLevels(parents, kept, budget)
      isOverBudget = !firsts.isEmpty || isDrawn.count(where: \.self) < boxes
    }
    settle(parents)
  }

  private mutating func foldLeaves(
    _ snapshot: Snapshot, _ subtree: Range<Int>, _ kept: Set<Int>, _ budget: BoxBudget,
    from boxes: Int, _ mark: (Int) -> String
  ) {
    let groups = snapshot.alikeLeaves(
      in: subtree, isFree: { isDrawn[$0 - root] && !kept.contains($0) }, mark: mark)
    let same = groups.filter { $0.count > budget.same && snapshot.haveOneLabel($0) }
    let isFull = boxes - same.reduce(0) { $0 + $1.count - 1 } > budget.lists
    // Two labels take no more room than a box for both.
    for group in isFull ? groups.filter({ $0.count > 2 }) : same {
      folds[group[0]] = .alike(group)
      for position in group.dropFirst() { firsts[position] = group[0] }
    }
  }

  private mutating func foldLevels(_ parents: [Int], _ kept: Set<Int>, _ budget: BoxBudget) {
    let boxes = isDrawn.indices.filter { isDrawn[$0] && firsts[$0 + root] == nil }
    guard boxes.count > budget.boxes else { return }
    var children = [[Int]](repeating: [], count: isDrawn.count)
    for place in boxes.dropFirst()
    where budget.siblings == nil || kept.contains(parents[place]) {
      children[parents[place] - root].append(place)
    }
    let levels = LevelFolding(
      children: children, isKept: { kept.contains($0 + root) }, budget: budget)
    for place in boxes { isDrawn[place] = levels.isDrawn[place] }
  }

  /// Counts the nodes that each box stands for.
  private mutating func settle(_ parents: [Int]) {
    folds = folds.filter { isDrawn[$0.key - root] }
    // The box of each node.
    var owners = [Int](repeating: root, count: isDrawn.count)
    var counts: [Int: Int] = [:]
    for place in owners.indices {
      let position = place + root
      let owner = place == 0 ? root : owners[parents[place] - root]
      if let first = firsts[position], isDrawn[first - root] {
        owners[place] = first
        count += 1
      } else if isDrawn[place], firsts[position] == nil {
        owners[place] = position
        positions.append(position)
        count += 1
      } else {
        owners[place] = owner
        counts[owner, default: 0] += 1
      }
    }
    for (owner, count) in counts {
      folds[owner] = .below(count)
      foldedCount += count
    }
  }

  /// Whether the node has a box of its own.
  func contains(_ position: Int) -> Bool {
    let place = positions.partitionIndex { $0 >= position }
    return place < positions.count && positions[place] == position
  }
}
