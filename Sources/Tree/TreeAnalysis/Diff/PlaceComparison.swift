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
    removed = parts(of: old, matches.newPositions)
    added = parts(of: new, matches.oldPositions)
    let count = companions(isMoved)
    for position in isMoved.indices where isMoved[position] {
      let oldPosition = Int(matches.oldPositions[position])
      moved.append(
        TreeDifference.Move(
          oldPosition: oldPosition, newPosition: position, below: Int(count[position]),
          isAmongSiblings: staysBelowParent(position)))
    }
  }

  /// The topmost models without a counterpart.
  private func parts(of columns: Columns, _ counterparts: [Int32]) -> [TreeDifference.Part] {
    var parts: [TreeDifference.Part] = []
    /// By model without a counterpart: the part it belongs to.
    var partOf = [Int32](repeating: -1, count: counterparts.count)
    for position in counterparts.indices where counterparts[position] < 0 {
      let parent = Int(columns.parents[position])
      if parent >= 0, partOf[parent] >= 0 {
        partOf[position] = partOf[parent]
        parts[Int(partOf[parent])].below += 1
      } else {
        partOf[position] = Int32(parts.count)
        parts.append(TreeDifference.Part(position: position, below: 0))
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

  /// By moved model: the number of its descendants that moved with it.
  private func companions(_ isMoved: [Bool]) -> [Int32] {
    var count = [Int32](repeating: 0, count: isMoved.count)
    var top = [Int32](repeating: -1, count: isMoved.count)
    for position in isMoved.indices where matches.oldPositions[position] >= 0 {
      if isMoved[position] {
        top[position] = Int32(position)
        continue
      }
      let parent = Int(new.parents[position])
      guard parent >= 0, top[parent] >= 0 else { continue }
      top[position] = top[parent]
      count[Int(top[parent])] += 1
    }
    return count
  }
}
