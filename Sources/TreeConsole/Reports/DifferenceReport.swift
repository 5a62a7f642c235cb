import TextIO
import TreeAnalysis
import TreeSnapshot

/// The difference between two trees in words: a line for each subtree that went, came or moved, and
/// one for each thing that a model tells differently.
struct DifferenceReport {
  let difference: TreeDifference
  private let oldPaths: NodePaths?
  private let newPaths: NodePaths?

  init(_ difference: TreeDifference) {
    self.difference = difference
    let isMoved = !difference.moved.isEmpty
    oldPaths = isMoved || !difference.removed.isEmpty ? NodePaths(difference.old) : nil
    let tellsNew = isMoved || !difference.added.isEmpty || !difference.changed.isEmpty
    newPaths = tellsNew ? NodePaths(difference.new) : nil
  }

  /// Writes the lines; none where nothing is different.
  func write(to text: inout StyledText) {
    for part in difference.removed {
      text.append("- ", .red)
      text.line("\(oldPath(part.position)) left\(Self.with(part.below))")
    }
    for part in difference.added {
      text.append("+ ", .green)
      text.line("\(newPath(part.position)) came\(Self.with(part.below))")
    }
    for move in difference.moved {
      text.append("> ", .blue)
      text.line("\(oldPath(move.oldPosition)) moved \(aim(of: move))\(Self.with(move.below))")
    }
    for model in difference.changed {
      text.append("~ ", .yellow)
      let changes = model.changes.map { SafeText.escape($0.description) }
      let path = newPath(model.newPosition)
      if changes.count == 1, let change = changes.first {
        text.line("\(path): \(change)")
      } else {
        text.line("\(path):")
        for change in changes { text.line("    \(change)") }
      }
    }
  }

  /// Tells that a whole tree went and none came.
  static func writeEnd(of tree: Snapshot, to text: inout StyledText) {
    text.append("- ", .red)
    text.line("\(NodePaths(tree).shortPath(of: 0)) left\(with(tree.count - 1))")
  }

  func oldPath(_ position: Int) -> String { oldPaths?.shortPath(of: position) ?? "" }

  func newPath(_ position: Int) -> String { newPaths?.shortPath(of: position) ?? "" }

  private static func with(_ below: Int) -> String {
    below > 0 ? ", with \(counted(below, "model")) below it" : ""
  }

  private func aim(of move: TreeDifference.Move) -> String {
    if !move.isAmongSiblings { return "to \(newPath(move.newPosition))" }
    let next = Int(difference.new.columns.subtreeEnds[move.newPosition])
    let parent = difference.new.columns.parents[move.newPosition]
    guard next < difference.new.count, difference.new.columns.parents[next] == parent else {
      return "behind its siblings"
    }
    return "before \(SafeText.escape(difference.new[next].type)) among its siblings"
  }
}
