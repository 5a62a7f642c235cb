import TestSupport
import TreeSnapshot

/// Trees whose shape, names and fields follow from a seed.
struct RandomTree {
  private var random: SeededGenerator

  static func make(seed: UInt64, maximum: Int = 40) -> PlainTree {
    var maker = RandomTree(random: SeededGenerator(seed: seed))
    return maker.tree(count: 1 + maker.random.next(below: maximum))
  }

  static let hostileNames = [
    "", " ", "\u{0}", "\n", "\r\n", "\t", "\u{1b}[31mred", "\u{7f}", "\u{85}", "\u{9b}2J", "\"",
    "\\", "\\u{1b}", "\\n", "a/b", "</script>", "\u{202e}txt.exe", "\u{2066}x\u{2069}",
    "a\u{200b}b",
    "\u{feff}bom", "\u{2028}", "\u{ad}", "e\u{301}", "é", "日本", "😀", "👨‍👩‍👧", "\u{1F3F4}\u{E0067}",
    "\u{fffe}", "\u{10ffff}", "\u{e000}", "\u{fffd}", "Model", "{", "}", "[", "]", ",", ":", "-",
  ]

  private mutating func tree(count: Int) -> PlainTree {
    var ids: Set<Int> = []
    while ids.count < count { ids.insert(id(count)) }
    let shuffled = ids.sorted().shuffled(using: &random)
    var tree = PlainTree(name: maybe { $0.name() })
    for _ in 0..<random.next(below: 4) {
      let message = declared()
      if !tree.messages.contains(message) { tree.messages.append(message) }
    }
    let reach = 1 + random.next(below: 8)
    for (index, id) in shuffled.enumerated() {
      let parent = index == 0 ? nil : shuffled[max(0, index - 1 - random.next(below: reach))]
      tree.nodes.append(node(id: id, parent: parent))
    }
    return tree
  }

  private mutating func id(_ count: Int) -> Int {
    switch random.next(below: 4) {
    case 0: Int(random.next() >> 1)
    default: random.next(below: count * 3)
    }
  }

  private mutating func node(id: Int, parent: Int?) -> PlainTree.Node {
    var node = PlainTree.Node(id: id, parent: parent, type: "M" + name())
    node.label = maybe { $0.name() }
    node.isSession = random.chance(1, in: 4)
    node.representation = maybe { $0.name() }
    node.source = maybe { $0.name() }
    node.services = some { $0.name() }
    node.handles = some { maker in
      Subscription(
        kind: maker.kind(), domain: maker.name(), code: maker.maybe { $0.name() },
        label: maker.maybe { $0.name() }, source: maker.maybe { $0.name() })
    }
    node.raises = some { $0.declared() }
    node.state = some { $0.name() }.enumerated().map { entry in
      StateEntry(key: "\(entry.offset)\(entry.element)", value: entry.element)
    }
    return node
  }

  private mutating func declared() -> DeclaredMessage {
    let message = Message(kind: kind(), domain: name(), code: name())
    return DeclaredMessage(message, label: maybe { $0.name() })
  }

  private mutating func kind() -> Message.Kind { Message.Kind.allCases[random.next(below: 3)] }

  private mutating func name() -> String {
    if random.chance(1, in: 2) { return "Name\(random.next(below: 9))" }
    return (0...random.next(below: 2)).map { _ in
      Self.hostileNames[random.next(below: Self.hostileNames.count)]
    }.joined()
  }

  private mutating func maybe<Value>(_ make: (inout RandomTree) -> Value) -> Value? {
    random.chance(1, in: 3) ? make(&self) : nil
  }

  private mutating func some<Value>(_ make: (inout RandomTree) -> Value) -> [Value] {
    (0..<max(0, random.next(below: 5) - 2)).map { _ in make(&self) }
  }
}
