import TestSupport
import TreeSnapshot

/// Trees of few names, so that many nodes are alike, whose shape follows from a seed.
enum RandomTree {
  static let plainNames = ["A", "B", "AB", "Ab", "Cell"]
  static let hostileNames = [
    "A", "B", "*", "**", "?", "/", "A/B", "[2]", "A[2]", "#1", "\\", "\\*", "\\u{1b}", "\u{1b}",
    "u{41}", " ", "\n", "é", "e\u{301}", "👨‍👩‍👧", "\u{202e}", "]", "[", "=", "{", "A]", "\u{0}",
  ]
  static let domains = ["D", "E", "D.x"]
  static let codes = ["1", "2", "x.1"]

  static func make(
    seed: UInt64, maximum: Int = 30, names: [String] = plainNames
  ) throws -> Snapshot {
    var random = SeededGenerator(seed: seed)
    let count = 1 + random.next(below: maximum)
    let reach = 1 + random.next(below: count)
    var tree = SnapshotBuilder()
    for index in 0..<count {
      let parent = index == 0 ? nil : max(0, index - 1 - random.next(below: reach))
      tree.addNode(
        id: id(index), parent: parent.map(id), type: random.pick(names),
        label: random.chance(1, in: 4) ? random.pick(names) : nil,
        isSession: random.chance(1, in: 4))
      if random.chance(1, in: 4) { tree.provide(service: random.pick(names)) }
      for _ in 0..<random.next(below: 4) {
        tree.subscribe(
          Subscription(
            kind: random.pick(Message.Kind.allCases), domain: random.pick(domains),
            code: random.chance(1, in: 3) ? nil : random.pick(codes),
            label: random.chance(1, in: 3) ? "l" : nil))
      }
    }
    return try tree.finish()
  }

  /// Ids that are neither sequential nor in order.
  private static func id(_ index: Int) -> Int { (index * 37) % 101 + 200 }

  /// Every message that such a tree may know, and some that it cannot.
  static let messages: [Message] = Message.Kind.allCases.flatMap { kind in
    (domains + ["None"]).flatMap { domain in
      (codes + ["none"]).map { Message(kind: kind, domain: domain, code: $0) }
    }
  }
}
