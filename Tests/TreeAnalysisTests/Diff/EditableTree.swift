import TestSupport
import TreeSnapshot

/// A tree that a test changes, model by model; models are known by their ids.
struct EditableTree {
  struct Model {
    var type: String
    var label: String?
    var isSession = false
    var representation: String?
    var source: String?
    var subscriptions: [Subscription] = []
    var raises: [DeclaredMessage] = []
    var services: [String] = []
    var state: [StateEntry] = []
  }

  private(set) var models: [Int: Model] = [1: Model(type: "App")]
  private(set) var children: [Int: [Int]] = [:]
  private(set) var parents: [Int: Int] = [:]
  private var lastID = 1

  /// Adds a model; without a place, it is the last of its siblings.
  @discardableResult
  mutating func add(_ type: String, below parent: Int = 1, at place: Int? = nil) -> Int {
    lastID += 1
    models[lastID] = Model(type: type)
    attach(lastID, below: parent, at: place)
    return lastID
  }

  mutating func attach(_ id: Int, below parent: Int, at place: Int? = nil) {
    parents[id] = parent
    let count = children[parent, default: []].count
    children[parent, default: []].insert(id, at: min(place ?? count, count))
  }

  mutating func detach(_ id: Int) {
    guard let parent = parents.removeValue(forKey: id) else { return }
    children[parent]?.removeAll { $0 == id }
  }

  mutating func change(_ id: Int, _ body: (inout Model) -> Void) {
    if let model = models[id] {
      models[id] = model
      body(&models[id, default: model])
    }
  }

  /// The ids of a subtree in document order.
  func subtree(_ root: Int = 1) -> [Int] {
    var ids: [Int] = []
    var open = [root]
    while let id = open.popLast() {
      ids.append(id)
      open += children[id, default: []].reversed()
    }
    return ids
  }

  /// The tree as a snapshot; as a dump of another run would have it, with ids of its own, where
  /// `isRenumbered`.
  func snapshot(isRenumbered: Bool = false) throws -> Snapshot {
    var builder = SnapshotBuilder(name: "Edited")
    var numbers: [Int: Int] = [:]
    for id in subtree() {
      guard let model = models[id] else { continue }
      let number = isRenumbered ? 1_000 - numbers.count : id
      numbers[id] = number
      builder.addNode(
        id: number, parent: parents[id].flatMap { numbers[$0] }, type: model.type,
        label: model.label, isSession: model.isSession, representation: model.representation,
        source: model.source)
      for subscription in model.subscriptions { builder.subscribe(subscription) }
      for declared in model.raises { builder.raise(declared.message, label: declared.label) }
      for service in model.services { builder.provide(service: service) }
      for entry in model.state { builder.describe(entry) }
    }
    return try builder.finish()
  }

  /// A tree of models with types of their own, with something to compare in each.
  static func random(_ count: Int, using random: inout SeededGenerator) -> EditableTree {
    var tree = EditableTree()
    for index in 2...max(count, 2) {
      let id = tree.add("Model\(index)", below: 1 + random.next(below: index - 1))
      tree.change(id) { model in
        if random.chance(1, in: 3) { model.label = "label\(random.next(below: 3))" }
        if random.chance(1, in: 4) {
          model.subscriptions = [Subscription(kind: .error, domain: "Net", code: "\(index % 5)")]
        }
        model.state = [StateEntry(key: "count", value: "\(index)")]
      }
    }
    return tree
  }
}
