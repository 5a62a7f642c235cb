import TreeAnalysis
import TreeSnapshot

/// Which models came and went between two looks at a target.
struct TreeChanges {
  let before: Snapshot
  let after: Snapshot?
  /// Whether the root was replaced, so that no model is the same.
  let isOtherTree: Bool
  /// Positions in the tree before.
  let removed: [Int]
  /// Positions in the tree after.
  let added: [Int]

  init(from before: Look, to after: Look?) {
    self.before = before.snapshot
    self.after = after?.snapshot
    isOtherTree = before.tree != after?.tree
    guard let after, !isOtherTree else {
      removed = Array(before.snapshot.positions)
      added = after.map { Array($0.snapshot.positions) } ?? []
      return
    }
    let idsBefore = Set(before.snapshot.columns.ids)
    let idsAfter = Set(after.snapshot.columns.ids)
    removed = before.snapshot.positions.filter {
      !idsAfter.contains(before.snapshot.columns.ids[$0])
    }
    added = after.snapshot.positions.filter {
      !idsBefore.contains(after.snapshot.columns.ids[$0])
    }
  }

  func text(isColoured: Bool) -> String {
    var text = StyledText(isColoured: isColoured)
    text.line()
    if removed.isEmpty, added.isEmpty {
      text.line("no model came or went")
      return text.text
    }
    if isOtherTree {
      let old = SafeText.escape(before.root.type)
      let new = after.map { "replaced by \(SafeText.escape($0.root.type))" }
      text.line("the session \(old) was \(new ?? "closed, and no other opened")", .bold)
    }
    write(removed, of: before, sign: "-", verb: "left", .red, to: &text)
    if let after { write(added, of: after, sign: "+", verb: "came", .green, to: &text) }
    return text.text
  }

  /// One line for each topmost model; what is below it went or came along.
  private func write(
    _ positions: [Int], of snapshot: Snapshot, sign: String, verb: String, _ colour: Colour,
    to text: inout StyledText
  ) {
    let paths = NodePaths(snapshot)
    var end = 0
    for position in positions where position >= end {
      end = snapshot[position].subtree.upperBound
      let below = snapshot[position].subtree.count - 1
      text.append("\(sign) ", colour)
      text.line(
        "\(paths.path(of: position)) \(verb)"
          + (below > 0 ? ", with \(counted(below, "model")) below it" : ""))
    }
  }
}
