import TextIO
import TreeAnalysis
import TreeSnapshot

/// The difference between two trees as text: a line for each subtree that was removed, added or
/// moved, and one for each change of a model.
struct DifferenceReport {
  let difference: TreeDifference
  private let oldPaths: NodePaths?
  private let newPaths: NodePaths?

  init(_ difference: TreeDifference) {
    self.difference = difference
    let isMoved = !difference.moved.isEmpty
    oldPaths = isMoved || !difference.removed.isEmpty ? NodePaths(difference.old) : nil
    let namesNew = isMoved || !difference.added.isEmpty || !difference.changed.isEmpty
    newPaths = namesNew ? NodePaths(difference.new) : nil
  }

  /// Writes the lines; none where nothing is different.
  ///
  /// - Parameter limit: How many lines there are of one sort.
  func write(to text: inout StyledText, limit: Int = .max) {
    text.list(difference.removed, limit: limit) { part, text in
      Self.write(removed: oldName(part.position), below: part.below, to: &text)
    }
    text.list(difference.added, limit: limit) { part, text in
      text.append("+ ", .green)
      text.line("\(newName(part.position)) added\(Self.with(part.below))")
    }
    text.list(difference.moved, limit: limit) { move, text in
      text.append("> ", .blue)
      text.line("\(oldName(move.oldPosition)) moved \(aim(of: move))\(Self.with(move.below))")
    }
    text.list(difference.changed, limit: limit) { model, text in
      text.append("~ ", .yellow)
      text.append("\(newName(model.newPosition)):")
      if model.changes.count == 1 {
        text.line(" \(words(model.changes[0]))")
      } else {
        text.line()
        for change in model.changes { text.line("    \(words(change))") }
      }
    }
  }

  private func words(_ change: ModelChange) -> SafeText {
    change.words(from: difference.old, to: difference.new)
  }

  /// Writes that a whole tree was removed, and no other added.
  static func writeEnd(of tree: Snapshot, to text: inout StyledText) {
    write(removed: NodePaths(tree).shortPath(of: 0), below: tree.count - 1, to: &text)
  }

  private static func write(removed path: SafeText, below: Int, to text: inout StyledText) {
    text.append("- ", .red)
    text.line("\(path) removed\(with(below))")
  }

  private func oldPath(_ position: Int) -> SafeText {
    oldPaths.map { $0.shortPath(of: position) } ?? ""
  }

  private func newPath(_ position: Int) -> SafeText {
    newPaths.map { $0.shortPath(of: position) } ?? ""
  }

  private func oldName(_ position: Int) -> SafeText {
    oldPaths.map { $0.labeledPath(of: position) } ?? ""
  }

  private func newName(_ position: Int) -> SafeText {
    newPaths.map { $0.labeledPath(of: position) } ?? ""
  }

  private static func with(_ below: Int) -> SafeText {
    below > 0 ? ", with \(counted(below, "model")) below it" : ""
  }

  private func aim(of move: TreeDifference.Move) -> SafeText {
    if !move.isAmongSiblings { return "to \(newName(move.newPosition))" }
    let next = Int(difference.new.columns.subtreeEnds[move.newPosition])
    let parent = difference.new.columns.parents[move.newPosition]
    guard next < difference.new.count, difference.new.columns.parents[next] == parent else {
      return "behind its siblings"
    }
    let names = ModelNames(difference.new, [move.newPosition, next])
    return "before \(names.name(of: next)) among its siblings"
  }

  // MARK: JSON, whose keys are part of the contract; the help of `diff` says what they mean

  /// - Parameters:
  ///   - limit: How many elements each array has at most.
  ///   - note: What a reader should know of the trees.
  func json(limit: Int, note: SafeText? = nil) -> JSONText {
    .object { json in
      json.write("equal", difference.isEmpty)
      json.array("removed") {
        write(difference.removed.prefix(limit), of: difference.old, oldPath, to: &$0)
      }
      json.array("added") {
        write(difference.added.prefix(limit), of: difference.new, newPath, to: &$0)
      }
      json.array("moved") { moved in
        for move in difference.moved.prefix(limit) {
          moved.object { json in
            write(move.oldPosition, move.newPosition, to: &json)
            json.write("from", oldPath(move.oldPosition))
            json.write("to", newPath(move.newPosition))
            json.write("below", move.below)
          }
        }
      }
      json.array("changed") { changed in
        for model in difference.changed.prefix(limit) {
          changed.object { json in
            write(model.oldPosition, model.newPosition, to: &json)
            json.write("path", newPath(model.newPosition))
            json.array("changes") { changes in
              for change in model.changes {
                changes.object { change.write(from: difference.old, to: difference.new, in: &$0) }
              }
            }
          }
        }
      }
      json.write("note", note?.string)
    }
  }

  private func write(
    _ parts: ArraySlice<TreeDifference.Part>, of tree: Snapshot, _ path: (Int) -> SafeText,
    to json: inout JSONArray
  ) {
    for part in parts {
      json.object { json in
        json.write("id", tree[part.position].id)
        json.write("type", tree[part.position].type)
        json.write("path", path(part.position))
        json.write("below", part.below)
      }
    }
  }

  /// Writes what names a model that is in both trees.
  private func write(_ old: Int, _ new: Int, to json: inout JSONObject) {
    json.write("old", difference.old[old].id)
    json.write("new", difference.new[new].id)
    json.write("type", difference.new[new].type)
  }
}

extension ModelChange {
  /// Writes the members of the JSON object.
  fileprivate func write(from old: Snapshot, to new: Snapshot, in json: inout JSONObject) {
    switch self {
    case .label, .state:
      writeValues(to: &json)
      json.write("oldAsOf", old.columns.asOf)
      json.write("newAsOf", new.columns.asOf)
    default: writeValues(to: &json)
    }
  }

  private func writeValues(to json: inout JSONObject) {
    func write(_ what: String, _ old: String?, _ new: String?, key: String? = nil) {
      json.write("what", what)
      json.write("key", key)
      json.write("old", old)
      json.write("new", new)
    }
    switch self {
    case .type(let old, let new): write("type", old, new)
    case .label(let old, let new): write("label", old, new)
    case .session(let isOneNow):
      json.write("what", "session")
      json.write("old", !isOneNow)
      json.write("new", isOneNow)
    case .open(let isNow):
      json.write("what", "open")
      json.write("old", !isNow)
      json.write("new", isNow)
    case .representation(let old, let new): write("representation", old, new)
    case .added(let trait): trait.write(as: "new", to: &json)
    case .removed(let trait): trait.write(as: "old", to: &json)
    case .state(let key, let old, let new): write("state", old, new, key: key)
    }
  }
}

extension ModelChange.Trait {
  fileprivate func write(as side: String, to json: inout JSONObject) {
    switch self {
    case .service(let service):
      json.write("what", "service")
      json.write(side, service)
    case .subscription(let own):
      json.write("what", "handles")
      json.object(side) { json in
        json.write(own.kind, domain: own.domain, code: own.code)
        json.write("label", own.label)
        json.write("source", own.source)
      }
    case .raise(let declared):
      json.write("what", "raises")
      json.object(side) { json in
        let message = declared.message
        json.write(message.kind, domain: message.domain, code: message.code)
        json.write("label", declared.label)
      }
    }
  }
}
