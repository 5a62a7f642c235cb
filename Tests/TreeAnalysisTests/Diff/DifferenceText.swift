import TextIO
import TreeAnalysis
import TreeSnapshot

extension TreeDifference {
  /// Every difference, by types: a line for each, to be compared whole.
  var lines: [String] {
    func below(_ count: Int) -> String { count > 0 ? " +\(count)" : "" }
    func parent(_ position: Int, in tree: Snapshot) -> String {
      tree[position].parent?.type ?? "nothing"
    }
    return removed.map { "- \(old[$0.position].type)\(below($0.below))" }
      + added.map { "+ \(new[$0.position].type)\(below($0.below))" }
      + moved.map { move in
        let from = parent(move.oldPosition, in: old)
        let to = move.isAmongSiblings ? "" : " \(from) → \(parent(move.newPosition, in: new))"
        return "> \(new[move.newPosition].type)\(to)\(below(move.below))"
      }
      + changed.map { model in
        "~ \(new[model.newPosition].type): "
          + model.changes.map { $0.words().string }.joined(separator: "; ")
      }
  }
}
