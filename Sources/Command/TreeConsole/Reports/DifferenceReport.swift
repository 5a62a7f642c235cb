import TextIO
import TreeAnalysis
import TreeSnapshot

/// The difference between two trees: a line for each subtree that was removed, added, or moved, and
/// for each model that changed.
struct DifferenceReport {
  let difference: TreeDifference
  private let oldPaths: NodePaths
  private let newPaths: NodePaths

  init(_ difference: TreeDifference) {
    self.difference = difference
    oldPaths = NodePaths(difference.old)
    newPaths = NodePaths(difference.new)
  }

  /// The path and the label of a model.
  private func labeledPath(of model: Int, _ paths: NodePaths, _ tree: Snapshot) -> SafeText {
    let path = paths.shortPath(of: model)
    return tree.shownLabel(of: model).map { "\(path) \($0)" } ?? path
  }

  /// The parent of a model that only one tree has, if the path names the parent's type alone although
  /// the tree has several of it.
  private func parent(
    _ word: SafeText, _ model: Int, _ paths: NodePaths, _ tree: Snapshot
  ) -> SafeText {
    let parent = Int(tree.columns.parents[model])
    guard parent >= 0, paths.pathNamesPlaces(of: parent), !paths.pathNamesPlaces(of: model) else {
      return ""
    }
    return " \(word) \(paths.labeledPath(of: parent))"
  }

  /// Writes the lines; none if nothing differs.
  ///
  /// - Parameter limit: The maximum number of lines of one kind.
  func write(to text: inout StyledText, limit: Int = .max) {
    write(difference.removed, isAdded: false, oldPaths, difference.old, limit, to: &text)
    write(difference.added, isAdded: true, newPaths, difference.new, limit, to: &text)
    text.list(difference.moved, limit: limit) { move, text in
      text.append("> ", .magenta)
      text.append(labeledPath(of: move.oldPosition, oldPaths, difference.old))
      text.line(" moved \(aim(of: move))\(Self.with(move.below))")
    }
    text.list(difference.changed, limit: limit) { model, text in
      text.append("~ ", .yellow)
      text.append("\(newPaths.labeledPath(of: model.newPosition)):")
      let words = model.changes.map { $0.words(of: model, in: difference) }
      if words.count == 1 { return text.line(" \(words[0])") }
      text.line()
      for words in words { text.line("    \(words)") }
    }
  }

  /// Writes the parts that only one tree has.
  private func write(
    _ parts: [TreeDifference.Part], isAdded: Bool, _ paths: NodePaths, _ tree: Snapshot,
    _ limit: Int, to text: inout StyledText
  ) {
    text.list(parts, limit: limit) { part, text in
      text.append(isAdded ? "+ " : "- ", isAdded ? .green : .red)
      text.append(labeledPath(of: part.position, paths, tree))
      let place = parent(isAdded ? "to" : "from", part.position, paths, tree)
      text.line(" \(isAdded ? "added" : "removed")\(place)\(Self.with(part.below))")
    }
  }

  private static func with(_ below: Int) -> SafeText {
    below > 0 ? ", with \(counted(below, "model")) below it" : ""
  }

  private func aim(of move: TreeDifference.Move) -> SafeText {
    let parent = Int(difference.new.columns.parents[move.newPosition])
    if !move.isAmongSiblings {
      return "to \(parent < 0 ? "the root" : newPaths.labeledPath(of: parent))"
    }
    let next = Int(difference.new.columns.subtreeEnds[move.newPosition])
    guard next < difference.new.count, Int(difference.new.columns.parents[next]) == parent else {
      return "after its siblings"
    }
    let names = ModelNames(difference.new, [move.newPosition, next])
    return "before \(names.name(of: next)) among its siblings"
  }

  // MARK: JSON, whose keys are part of the contract; the help of `diff` documents them

  /// - Parameters:
  ///   - limit: The maximum number of elements in each array.
  ///   - note: A note about the trees.
  func json(limit: Int, note: SafeText?) -> JSONText {
    .object { json in
      json.write("equal", difference.isEmpty)
      json.array("removed", of: difference.removed.prefix(limit)) { part, json in
        write(part, of: oldPaths, difference.old, to: &json)
      }
      json.array("added", of: difference.added.prefix(limit)) { part, json in
        write(part, of: newPaths, difference.new, to: &json)
      }
      json.array("moved", of: difference.moved.prefix(limit)) { move, json in
        write(move.oldPosition, move.newPosition, to: &json)
        json.write("from", oldPaths.shortPath(of: move.oldPosition))
        json.write("to", newPaths.shortPath(of: move.newPosition))
        json.write("below", move.below)
      }
      json.array("changed", of: difference.changed.prefix(limit)) { model, json in
        write(model.oldPosition, model.newPosition, to: &json)
        json.write("path", newPaths.shortPath(of: model.newPosition))
        json.array("changes", of: model.changes) { change, json in
          change.write(of: model, in: difference, to: &json)
        }
      }
      json.write("note", note?.string)
    }
  }

  private func write(
    _ part: TreeDifference.Part, of paths: NodePaths, _ tree: Snapshot, to json: inout JSONObject
  ) {
    json.write("id", tree[part.position].id)
    json.write("type", tree[part.position].type)
    json.write("path", paths.shortPath(of: part.position))
    json.write("below", part.below)
  }

  /// Writes the members that identify a model in both trees.
  private func write(_ old: Int, _ new: Int, to json: inout JSONObject) {
    json.write("old", difference.old[old].id)
    json.write("new", difference.new[new].id)
    json.write("type", difference.new[new].type)
  }
}

extension ModelChange {
  /// Writes the members of the JSON object.
  fileprivate func write(
    of model: TreeDifference.Changed, in difference: TreeDifference, to json: inout JSONObject
  ) {
    json.write("what", what.rawValue)
    json.write("key", key)
    old?.write(as: "old", to: &json)
    new?.write(as: "new", to: &json)
    guard what == .label || what == .state else { return }
    json.write("oldAsOf", difference.old.columns.asOf(model.oldPosition))
    json.write("newAsOf", difference.new.columns.asOf(model.newPosition))
  }
}

extension ModelChange.Value {
  fileprivate func write(as side: String, to json: inout JSONObject) {
    switch self {
    case .text(let text): json.write(side, text)
    case .flag(let isSet): json.write(side, isSet)
    case .subscription(let own):
      json.object(side) { json in
        json.write(own.kind, domain: own.domain, code: own.code)
        json.write("label", own.label)
        json.write("source", own.source)
      }
    case .raise(let declared):
      json.object(side) { json in
        json.write(declared.message)
        json.write("label", declared.label)
      }
    }
  }
}
