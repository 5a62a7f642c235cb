package import TreeSnapshot

/// One tree of a journal at a moment, which records change.
package struct ReplayedTree {
  /// A model.
  package struct Model {
    package let id: Int
    /// The model above it; nil for the root.
    package let parent: Int?
    package let type: String
    var isSession = false
    /// Whether it is a local session that is not open.
    var isUnopened = false
    var source: String?
    var representation: String?
    var subscriptions: [Subscription] = []
    var raises: [DeclaredMessage] = []
    var services: [String] = []
    /// What it said of itself when it was looked at.
    package var label: String?
    package var state: [StateEntry] = []
    /// A record after which it said so; nil if it was not looked at, or said nothing.
    var described: Int?
    /// The record as of which that is, if it may be another at the moment.
    var asOf: Int?
    /// The models below it, in the order in which they were attached.
    var children: [Int] = []
  }

  /// The number of the tree.
  package let number: Int
  /// Whether it is of objects that aren't models, whose comings and goings leave no records.
  package let isOfObjects: Bool
  /// The models that are in the tree.
  var models: [Int: Model] = [:]
  private let root: Int
  /// The messages that the app declares.
  private var vocabulary: [DeclaredMessage]

  /// Takes a tree as a checkpoint has it.
  ///
  /// - Parameter looked: the latest record after which each model was looked at.
  init(number: Int, _ snapshot: Snapshot, looked: Int) {
    self.number = number
    root = snapshot.root.id
    isOfObjects = snapshot.isOfObjects
    vocabulary = Array(snapshot.vocabulary)
    models.reserveCapacity(snapshot.count)
    for node in snapshot.positions.lazy.map({ snapshot[$0] }) {
      append(
        Model(
          id: node.id, parent: node.parent?.id, type: node.type, isSession: node.isSession,
          isUnopened: node.isUnopened, source: node.source, representation: node.representation,
          subscriptions: node.subscriptions, raises: node.raises, services: node.services,
          label: node.label, state: node.state,
          described: node.label == nil && node.state.isEmpty ? nil : looked,
          asOf: snapshot.columns.asOf(node.position)))
    }
  }

  private mutating func append(_ model: Model) {
    models[model.id] = model
    if let parent = model.parent { models[parent]?.children.append(model.id) }
  }

  /// Whether the root is in it.
  var isThere: Bool { models[root] != nil }

  /// A model that is in the tree.
  package subscript(id: Int) -> Model? { models[id] }

  /// Its models in document order: parents before their children, siblings as they were attached.
  package var inOrder: [Model] { models(from: root) }

  /// A model and those below it, in document order.
  func models(from top: Int) -> [Model] {
    var all: [Model] = []
    var rest = [top]
    while let id = rest.popLast() {
      guard let model = models[id] else { continue }
      all.append(model)
      rest += model.children.reversed()
    }
    return all
  }

  /// Applies a record. Changes of models outside the tree have no effect.
  mutating func apply(_ record: JournalRecord) {
    let id = record.node.id
    switch record.event {
    case .attached:
      guard let parent = record.parent, models[parent] != nil, models[id] == nil else { return }
      append(
        Model(
          id: id, parent: parent, type: record.type ?? "…", isSession: record.isSession,
          isUnopened: record.isSession, source: record.source))
    case .detached: detach(id)
    case .vocabulary: vocabulary += record.vocabulary.compactMap(\.declared)
    default: models[id]?.apply(record)
    }
  }

  /// Removes a model and those below it.
  private mutating func detach(_ id: Int) {
    if let parent = models[id]?.parent, let place = models[parent]?.children.firstIndex(of: id) {
      models[parent]?.children.remove(at: place)
    }
    for model in models(from: id) { models[model.id] = nil }
  }

  /// The tree as a snapshot.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(name: String?) throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in vocabulary { builder.declare(declared.message, label: declared.label) }
    for model in inOrder {
      builder.addNode(
        id: model.id, parent: model.parent, type: model.type, label: model.label,
        isSession: model.isSession, isUnopened: model.isUnopened,
        representation: model.representation, source: model.source)
      for subscription in model.subscriptions { builder.subscribe(subscription) }
      for service in model.services { builder.provide(service: service) }
      for raised in model.raises { builder.raise(raised.message, label: raised.label) }
      for entry in model.state { builder.describe(entry) }
      if let record = model.asOf { builder.setAge(record) }
    }
    return try builder.finish()
  }
}

extension ReplayedTree.Model {
  /// Applies a record of a change of the model itself.
  fileprivate mutating func apply(_ record: JournalRecord) {
    switch record.event {
    case .registered, .unregistered:
      guard let message = record.message else { return }
      let place = subscriptions.firstIndex {
        ($0.kind, $0.domain) == (message.kind, message.domain) && $0.code == message.code
      }
      let made = message.subscription(source: record.source, payload: record.payload)
      subscriptions.put(record.event == .registered ? made : nil, at: place)
    case .provided: if let service = record.service { services.put(service, at: record.place) }
    case .represented: representation = record.representation
    case .opened: isUnopened = false
    case .closed: (services, isUnopened) = ([], parent != nil)
    case .declared: if let declared = record.message?.declared { raises.append(declared) }
    case .described, .changed: describe(record)
    default: break
    }
  }

  /// Takes what a record tells of what it says of itself.
  mutating func describe(_ record: JournalRecord) {
    described = record.number
    if record.event == .described {
      label = record.label ?? label
      for entry in record.state { set(entry.key, entry.value) }
    } else if let key = record.key {
      set(key, record.new)
    } else {
      label = record.new
    }
  }

  private mutating func set(_ key: String, _ value: String?) {
    let place = state.firstIndex { $0.key == key }
    state.put(value.map { StateEntry(key: key, value: $0) }, at: place)
  }
}

extension Array {
  /// Replaces the element at a place, or removes it; one for another place is added at the end.
  fileprivate mutating func put(_ element: Element?, at place: Int?) {
    let old = place.map { indices.contains($0) ? $0..<($0 + 1) : count..<count } ?? count..<count
    replaceSubrange(old, with: element.map { [$0] } ?? [])
  }
}

extension KnownMessage {
  /// The message with its label; nil for a whole domain.
  package var declared: DeclaredMessage? { message.map { DeclaredMessage($0, label: label) } }
}

extension Snapshot {
  /// Whether the tree of a checkpoint is of objects that aren't models: each says as of which record it is.
  var isOfObjects: Bool { !columns.nodes.ages.isEmpty }
}
