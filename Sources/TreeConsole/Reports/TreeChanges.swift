import TextIO
import TreeAnalysis
import TreeSnapshot

/// What a message that was raised for real changed in the tree.
struct TreeChanges {
  let before: Snapshot
  let after: Snapshot?
  /// Whether the root was replaced, so that no model is the same.
  let isOtherTree: Bool
  /// Nil where the app holds no tree any more.
  private let difference: TreeDifference?

  init(from before: TreeState, to after: TreeState?) {
    self.before = before.snapshot
    self.after = after?.snapshot
    let isOtherTree = before.tree != after?.tree
    self.isOtherTree = isOtherTree
    difference = after.map {
      TreeDifference(
        from: before.snapshot, to: $0.snapshot, matching: isOtherTree ? .none : .identity)
    }
  }

  func text(isColored: Bool) -> String {
    var text = StyledText(isColored: isColored)
    text.line()
    if let difference, difference.isEmpty {
      text.line("nothing changed in the tree")
      return text.text
    }
    if isOtherTree {
      let old = SafeText.escape(before.root.type)
      let new = after.map { "replaced by \(SafeText.escape($0.root.type))" }
      text.line("the session \(old) was \(new ?? "closed, and no other opened")", .bold)
    }
    if let difference {
      DifferenceReport(difference).write(to: &text)
    } else {
      DifferenceReport.writeEnd(of: before, to: &text)
    }
    return text.text
  }

  // For JSON, by ids; what is below others is listed, too.

  /// The models that left, in the tree before.
  var removedIDs: [Int] {
    guard let difference else { return before.columns.ids }
    return before.positions.filter { difference.newPosition(ofOld: $0) == nil }
      .map { before.columns.ids[$0] }
  }

  /// The models that came, in the tree after.
  var addedIDs: [Int] {
    guard let difference else { return [] }
    return difference.new.positions.filter { difference.oldPosition(ofNew: $0) == nil }
      .map { difference.new.columns.ids[$0] }
  }

  /// The models that stayed and tell something else of themselves, or stand elsewhere.
  var changedIDs: [Int] {
    guard let difference else { return [] }
    let positions = Set(
      difference.changed.map(\.newPosition) + difference.moved.map(\.newPosition))
    return positions.sorted().map { difference.new.columns.ids[$0] }
  }
}
