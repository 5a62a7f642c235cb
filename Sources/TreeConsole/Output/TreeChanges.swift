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
  /// Models that stayed and tell something else of themselves: their positions after, and what.
  let changed: [(position: Int, what: String)]

  init(from before: Look, to after: Look?) {
    self.before = before.snapshot
    self.after = after?.snapshot
    isOtherTree = before.tree != after?.tree
    guard let after, !isOtherTree else {
      removed = Array(before.snapshot.positions)
      added = after.map { Array($0.snapshot.positions) } ?? []
      changed = []
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
    let placesBefore = Dictionary(
      uniqueKeysWithValues: zip(before.snapshot.columns.ids, before.snapshot.positions))
    changed = after.snapshot.positions.compactMap { position in
      guard let old = placesBefore[after.snapshot.columns.ids[position]] else { return nil }
      return Self.difference(from: before.snapshot[old], to: after.snapshot[position])
        .map { (position, $0) }
    }
  }

  /// What a model tells differently of itself, in words; nil where nothing is.
  private static func difference(from old: Snapshot.Node, to new: Snapshot.Node) -> String? {
    var parts: [String] = []
    let (before, after) = (old.state, new.state)
    for entry in after {
      let value = before.first { $0.key == entry.key }?.value
      if value != entry.value { parts.append("\(entry.key) \(value ?? "–") → \(entry.value)") }
    }
    for entry in before where !after.contains(where: { $0.key == entry.key }) {
      parts.append("\(entry.key) \(entry.value) → –")
    }
    if old.label != new.label { parts.append("label \(old.label ?? "–") → \(new.label ?? "–")") }
    if old.representation != new.representation {
      parts.append("screen \(old.representation ?? "–") → \(new.representation ?? "–")")
    }
    if old.subscriptions != new.subscriptions { parts.append("other registrations") }
    if old.services != new.services { parts.append("other services") }
    return parts.isEmpty ? nil : SafeText.escape(parts.joined(separator: ", "))
  }

  func text(isColoured: Bool) -> String {
    var text = StyledText(isColoured: isColoured)
    text.line()
    if removed.isEmpty, added.isEmpty, changed.isEmpty {
      text.line("nothing changed in the tree")
      return text.text
    }
    if isOtherTree {
      let old = SafeText.escape(before.root.type)
      let new = after.map { "replaced by \(SafeText.escape($0.root.type))" }
      text.line("the session \(old) was \(new ?? "closed, and no other opened")", .bold)
    }
    write(removed, of: before, sign: "-", verb: "left", .red, to: &text)
    if let after {
      write(added, of: after, sign: "+", verb: "came", .green, to: &text)
      let paths = changed.isEmpty ? nil : NodePaths(after)
      for (position, what) in changed {
        text.append("~ ", .yellow)
        text.line("\(paths?.shortPath(of: position) ?? ""): \(what)")
      }
    }
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
