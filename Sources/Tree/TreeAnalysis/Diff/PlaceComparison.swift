import TextIO
import TreeSnapshot

/// Finds the removed, added, and moved models of two trees. Costs a pass over each tree, and for
/// each model whose children were reordered a search that costs slightly more.
struct PlaceComparison {
  private let old: Columns
  private let new: Columns
  private let matches: TreeMatching
  private(set) var removed: [TreeDifference.Part] = []
  private(set) var added: [TreeDifference.Part] = []
  private(set) var moved: [TreeDifference.Move] = []

  init(_ old: Columns, _ new: Columns, _ matches: TreeMatching) {
    self.old = old
    self.new = new
    self.matches = matches
    let isMoved = movedModels()
    removed = Self.parts(of: old, isIn: { matches.newPositions[$0] < 0 }, begins: { $1 < 0 })
    added = Self.parts(of: new, isIn: { matches.oldPositions[$0] < 0 }, begins: { $1 < 0 })
    let parts = Self.parts(
      of: new, isIn: { matches.oldPositions[$0] >= 0 }, begins: { place, _ in isMoved[place] })
    moved = parts.map { part in
      TreeDifference.Move(
        oldPosition: Int(matches.oldPositions[part.position]), newPosition: part.position,
        below: part.below, isAmongSiblings: staysBelowParent(part.position))
    }
  }

  /// Groups models with those above them.
  ///
  /// - Parameters:
  ///   - columns: The tree.
  ///   - isIn: Whether a model can belong to a part.
  ///   - begins: Whether a model begins a part, given the number of that of its parent, -1 for none; one
  ///     that doesn't belongs to its parent's, if there is one.
  private static func parts(
    of columns: Columns, isIn: (Int) -> Bool, begins: (Int, Int) -> Bool
  ) -> [TreeDifference.Part] {
    var parts: [TreeDifference.Part] = []
    var partOf = [Int](repeating: -1, count: columns.parents.count)
    for position in partOf.indices where isIn(position) {
      let parent = Int(columns.parents[position])
      let above = parent < 0 ? -1 : partOf[parent]
      if begins(position, above) {
        partOf[position] = parts.count
        parts.append(TreeDifference.Part(position: position, below: 0))
      } else if above >= 0 {
        partOf[position] = above
        parts[above].below += 1
      }
    }
    return parts
  }

  private func staysBelowParent(_ position: Int) -> Bool {
    let oldParent = Int(old.parents[Int(matches.oldPositions[position])])
    let parent = Int(new.parents[position])
    if oldParent < 0 || parent < 0 { return oldParent == parent }
    return Int(matches.newPositions[oldParent]) == parent
  }

  /// By model of the newer tree: whether it moved.
  private func movedModels() -> [Bool] {
    var isMoved = matches.oldPositions.indices.map {
      matches.oldPositions[$0] >= 0 && !staysBelowParent($0)
    }
    for parent in isMoved.indices {
      let children = new.children(of: parent).filter {
        matches.oldPositions[$0] >= 0 && !isMoved[$0]
      }
      let kept = children.map { Int(matches.oldPositions[$0]) }.longestRise
      for child in children { isMoved[child] = true }
      for index in kept { isMoved[children[index]] = false }
    }
    return isMoved
  }
}
