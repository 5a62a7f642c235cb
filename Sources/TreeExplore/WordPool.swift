import TreeSnapshot

/// The words that actions are tried with: the values that they declare, those seen in states, and edges.
struct WordPool {
  private static let edges = [
    "", "a", "0", "1", "-1", "2", "1000", "9223372036854775807", "a b", "1.5", "é",
    String(repeating: "a", count: 300),
  ]
  /// The most values of states that are remembered.
  private static let limit = 64

  /// Values seen in states, in the order in which they were first seen.
  private var seen: [String] = []
  private var known: Set<String> = []

  /// Remembers the values of a tree's states, and numbers next to them.
  mutating func learn(_ tree: Snapshot) {
    for position in tree.positions where seen.count < Self.limit {
      for entry in tree[position].state where entry.value.utf8.count <= 60 {
        add(entry.value)
        if let number = Int(entry.value), abs(number) < 1_000_000 {
          for near in [number + 1, number - 1, number * 10] { add("\(near)") }
        }
      }
    }
  }

  private mutating func add(_ word: String) {
    if !word.isEmpty, seen.count < Self.limit, known.insert(word).inserted { seen.append(word) }
  }

  /// The words of an action, its name first.
  func words(for action: TargetAction, _ dice: inout Dice) -> [String] {
    var words = [action.name]
    let usage = action.usage.split(separator: " ").dropFirst()
    for (parameter, written) in zip(action.parameters, usage) {
      if written.hasPrefix("["), dice.happens(50) { break }
      if let declared = action.values[parameter], !declared.isEmpty, !dice.happens(8) {
        words.append(dice.pick(declared) ?? "")
      } else if !seen.isEmpty, dice.happens(35) {
        words.append(dice.pick(seen) ?? "")
      } else {
        words.append(dice.pick(Self.edges) ?? "")
      }
    }
    return words
  }
}
