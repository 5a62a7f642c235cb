import TextIO
import TreeAnalysis
import TreeSnapshot

/// What is different between two states of a target: after a message, or after `what-if`.
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

  func write(to text: inout StyledText) {
    text.line()
    if let difference, difference.isEmpty { return text.line("nothing changed in the tree") }
    if isOtherTree {
      let new: SafeText =
        after.map { "replaced by \($0.root.type)" } ?? "closed, and no other opened"
      text.line("the session \(before.root.type) was \(new)", .bold)
    }
    if let difference {
      DifferenceReport(difference).write(to: &text)
    } else {
      DifferenceReport.writeEnd(of: before, to: &text)
    }
  }

  /// The models by their ids, those below others included.
  var json: JSONText { .object { write(to: &$0) } }

  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject) {
    json.write("replaced", isOtherTree)
    json.write("removed", removedIDs)
    json.write("added", addedIDs)
    json.write("changed", changedIDs)
  }

  /// The models that are no longer in the tree, in the tree before.
  private var removedIDs: [Int] {
    guard let difference else { return before.columns.nodes.ids }
    return before.positions.filter { difference.newPosition(ofOld: $0) == nil }
      .map { before.columns.nodes.ids[$0] }
  }

  /// The models that are new, in the tree after.
  private var addedIDs: [Int] {
    guard let difference else { return [] }
    return difference.new.positions.filter { difference.oldPosition(ofNew: $0) == nil }
      .map { difference.new.columns.nodes.ids[$0] }
  }

  /// The models that moved, or of which something changed, in the tree after.
  private var changedIDs: [Int] {
    guard let difference else { return [] }
    let positions = Set(
      difference.changed.map(\.newPosition) + difference.moved.map(\.newPosition))
    return positions.sorted().map { difference.new.columns.nodes.ids[$0] }
  }
}
