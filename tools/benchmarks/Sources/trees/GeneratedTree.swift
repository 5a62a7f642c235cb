import TreeSnapshot

/// A tree that is made up: its shape, its names and everything else follow from a few numbers.
///
/// The same tree on every machine, for tests and benchmarks of any size up to some millions of models.
/// Ids count up in document order from 1.
struct GeneratedTree: Sendable {
  /// The shape of a tree.
  enum Shape: String, CaseIterable, Sendable {
    /// Flows within flows as in an app: at most 24 levels, few types, 50 messages.
    case app
    /// Sections below one root, each with hundreds or thousands of cells.
    case wide
    /// One chain, with an occasional leaf next to it.
    case deep
    /// Lists of equal cells with equal parts; no labels, and everything is registered alike.
    case alike
    /// The shape of an app, with every type, label, message, and source line unique.
    case different
  }

  /// The shape of the tree.
  var shape: Shape
  /// How many models it has, at least one.
  var count: Int
  /// The seed of all random choices.
  var seed: UInt64

  /// Describes a tree.
  init(_ shape: Shape, count: Int, seed: UInt64 = 1) {
    self.shape = shape
    self.count = count
    self.seed = seed
  }

  /// Creates the tree. Costs one step per model.
  func snapshot() throws(LinkError) -> Snapshot {
    var writer = GeneratedTreeWriter(shape, SeededGenerator(seed: seed))
    for id in 1...max(1, count) { writer.addNode(id) }
    return try writer.builder.finish()
  }
}

/// Adds the models of a generated tree, one after the other.
struct GeneratedTreeWriter {
  private(set) var builder: SnapshotBuilder
  private let shape: GeneratedTree.Shape
  private var random: SeededGenerator
  /// The ids from the root to the parent of the next model.
  private var ancestors: [Int] = []
  /// How many more models come below the last ancestor before it is left.
  private var openPlaces = 0

  private static let deepestOfApp = 24

  init(_ shape: GeneratedTree.Shape, _ random: SeededGenerator) {
    self.shape = shape
    self.random = random
    builder = SnapshotBuilder(name: "Generated")
    if shape == .app {
      for declared in GeneratedNames.messages {
        builder.declare(declared.message, label: declared.label)
      }
    }
  }

  /// Adds the next model.
  mutating func addNode(_ id: Int) {
    switch shape {
    case .app: addAppNode(id)
    case .wide: addWideNode(id)
    case .deep: addDeepNode(id)
    case .alike: addAlikeNode(id)
    case .different: addDifferentNode(id)
    }
  }

  /// Goes up a few levels, or stays below the model that was added last.
  private mutating func nextParentInApp() -> Int? {
    while ancestors.count > 1,
      ancestors.count > Self.deepestOfApp || random.chance(1, in: 2)
    {
      ancestors.removeLast()
    }
    return ancestors.last
  }

  private mutating func addAppNode(_ id: Int) {
    let parent = nextParentInApp()
    let isSession = id == 1 || random.chance(1, in: 1_000)
    let isFlow = ancestors.count < 4 || random.chance(1, in: 8)
    let type = random.pick(isFlow ? GeneratedNames.flows : GeneratedNames.models)
    let label = random.chance(1, in: 5) ? random.pick(GeneratedNames.labels) : nil
    let screen = random.chance(1, in: 20) ? "\(random.pick(GeneratedNames.topics))Screen" : nil
    let source = random.chance(1, in: 4) ? source() : nil
    builder.addNode(
      id: id, parent: parent, type: isSession ? "UserSession" : type, label: label,
      isSession: isSession, representation: screen, source: source)
    if isSession {
      for service in GeneratedNames.services.prefix(1 + random.next(below: 4)) {
        builder.provide(service: service)
      }
    }
    subscribeInApp()
    if random.chance(1, in: 25) {
      let declared = random.pick(GeneratedNames.messages)
      builder.raise(declared.message, label: declared.label)
    }
    if random.chance(1, in: 16) {
      let key = random.pick(GeneratedNames.stateKeys)
      builder.describe(StateEntry(key: key, value: random.pick(GeneratedNames.stateValues)))
    }
    ancestors.append(id)
  }

  /// Thirteen models of sixteen handle nothing, the others one to three messages.
  private mutating func subscribeInApp() {
    let count = max(0, random.next(below: 16) - 12)
    if count == 0 { return }
    let first = random.next(below: GeneratedNames.messages.count)
    for index in 0..<count {
      let declared = GeneratedNames.messages[(first + index) % GeneratedNames.messages.count]
      builder.subscribe(
        Subscription(
          kind: declared.message.kind, domain: declared.message.domain, code: declared.message.code,
          label: declared.label, source: random.chance(1, in: 3) ? source() : nil))
    }
  }

  private mutating func source() -> String {
    "\(random.pick(GeneratedNames.topics))Flow.swift:\(10 + random.next(below: 290))"
  }

  private mutating func addWideNode(_ id: Int) {
    if id == 1 {
      builder.addNode(id: id, parent: nil, type: "Table", isSession: true)
      builder.subscribe(Subscription(kind: .error, domain: "TableErrors", code: nil))
    } else if openPlaces == 0 {
      builder.addNode(id: id, parent: 1, type: "Section", label: "section \(id % 10)")
      builder.subscribe(Subscription(kind: .bubble, domain: "Cell", code: "selected"))
      ancestors = [id]
      openPlaces = 200 + random.next(below: 2_000)
    } else {
      openPlaces -= 1
      let type = random.pick(GeneratedNames.cells)
      let label = random.chance(1, in: 3) ? random.pick(GeneratedNames.labels) : nil
      builder.addNode(id: id, parent: ancestors[0], type: type, label: label)
      if random.chance(1, in: 4) {
        builder.subscribe(Subscription(kind: .event, domain: "Table", code: "reloaded"))
      }
      if random.chance(1, in: 10) {
        builder.raise(Message(kind: .bubble, domain: "Cell", code: "selected"))
      }
      if random.chance(1, in: 10) {
        builder.raise(Message(kind: .error, domain: "TableErrors", code: "outOfRange"))
      }
    }
  }

  private mutating func addDeepNode(_ id: Int) {
    let isLeaf = id > 1 && random.chance(1, in: 8)
    let type = isLeaf ? "Leaf" : random.pick(GeneratedNames.links)
    builder.addNode(
      id: id, parent: ancestors.last, type: type,
      label: random.chance(1, in: 5) ? random.pick(GeneratedNames.labels) : nil,
      isSession: id == 1 || !isLeaf && random.chance(1, in: 50))
    if random.chance(1, in: 4) {
      let kind = random.pick(Message.Kind.allCases)
      let code = random.chance(1, in: 8) ? nil : "\(random.next(below: 5))"
      builder.subscribe(Subscription(kind: kind, domain: "Level", code: code))
    }
    if random.chance(1, in: 8) {
      let kind = random.pick(Message.Kind.allCases)
      builder.raise(Message(kind: kind, domain: "Level", code: "\(random.next(below: 6))"))
    }
    if !isLeaf { ancestors = [id] }
  }

  /// A root, lists below it, cells in them, and two parts in each cell.
  private mutating func addAlikeNode(_ id: Int) {
    switch ancestors.count {
    case 0:
      builder.addNode(id: id, parent: nil, type: "App", isSession: true)
      builder.subscribe(Subscription(kind: .error, domain: "CellErrors", code: "failed"))
      ancestors = [id]
    case 1:
      builder.addNode(id: id, parent: 1, type: "List")
      builder.subscribe(Subscription(kind: .bubble, domain: "Cell", code: "selected"))
      ancestors.append(id)
      openPlaces = 3 * (20 + random.next(below: 300))
    default:
      let isCell = openPlaces % 3 == 0
      builder.addNode(
        id: id, parent: ancestors[isCell ? 1 : 2],
        type: isCell ? "Cell" : openPlaces % 3 == 2 ? "Title" : "Icon")
      if isCell {
        ancestors = [ancestors[0], ancestors[1], id]
        builder.subscribe(Subscription(kind: .event, domain: "List", code: "reloaded"))
        builder.raise(Message(kind: .bubble, domain: "Cell", code: "selected"))
      }
      openPlaces -= 1
      if openPlaces == 0 { ancestors = [ancestors[0]] }
    }
  }

  private mutating func addDifferentNode(_ id: Int) {
    let parent = nextParentInApp()
    let file = "\(random.pick(GeneratedNames.topics))\(id).swift"
    builder.addNode(
      id: id, parent: parent, type: "\(random.pick(GeneratedNames.topics))Model\(id)",
      label: "label \(id)", isSession: id == 1 || random.chance(1, in: 1_000),
      representation: random.chance(1, in: 10) ? "Screen\(id)" : nil,
      source: "\(file):\(1 + random.next(below: 900))")
    if id == 1 || random.chance(1, in: 1_000) { builder.provide(service: "Service\(id)") }
    if random.chance(1, in: 4) {
      let kind = random.pick(Message.Kind.allCases)
      builder.subscribe(
        Subscription(
          kind: kind, domain: "Domain\(id / 100)", code: "code\(id)", label: "case\(id)",
          source: "\(file):\(1 + random.next(below: 900))"))
    }
    if random.chance(1, in: 16) {
      let other = 1 + random.next(below: id)
      let kind = random.pick(Message.Kind.allCases)
      builder.raise(Message(kind: kind, domain: "Domain\(other / 100)", code: "code\(other)"))
    }
    if random.chance(1, in: 8) {
      builder.describe(StateEntry(key: "value", value: "value \(id)"))
    }
    ancestors.append(id)
  }
}
