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
  /// The models that are in the tree.
  private var models: [Int: Model] = [:]
  /// The root; nil if the tree is empty.
  private let root: Int?
  /// The messages that the app declares.
  private var vocabulary: [DeclaredMessage]

  /// Takes a tree as a checkpoint has it.
  ///
  /// - Parameter looked: the latest record after which each model was looked at.
  init(number: Int, _ snapshot: Snapshot, looked: Int) {
    self.number = number
    root = snapshot.root.id
    vocabulary = Array(snapshot.vocabulary)
    models.reserveCapacity(snapshot.count)
    for node in snapshot.positions.lazy.map({ snapshot[$0] }) {
      var model = Model(id: node.id, parent: node.parent?.id, type: node.type)
      (model.isSession, model.isUnopened) = (node.isSession, node.isUnopened)
      (model.source, model.representation) = (node.source, node.representation)
      (model.subscriptions, model.raises) = (node.subscriptions, node.raises)
      model.services = node.services
      (model.label, model.state) = (node.label, node.state)
      if node.label != nil || !node.state.isEmpty { model.described = looked }
      append(model)
    }
  }

  private mutating func append(_ model: Model) {
    models[model.id] = model
    if let parent = model.parent { models[parent]?.children.append(model.id) }
  }

  /// Whether the root is in it.
  var isThere: Bool { root.map { models[$0] != nil } ?? false }

  /// A model that is in the tree.
  package internal(set) subscript(id: Int) -> Model? {
    get { models[id] }
    set { models[id] = newValue }
  }

  /// Its models in document order: parents before their children, siblings as they were attached.
  package var inOrder: [Model] { root.map(models(from:)) ?? [] }

  /// A model and those below it, in document order.
  private func models(from top: Int) -> [Model] {
    var all: [Model] = []
    var rest = [top]
    while let id = rest.popLast() {
      guard let model = models[id] else { continue }
      all.append(model)
      rest += model.children.reversed()
    }
    return all
  }

  // MARK: By records

  /// Applies a record. Changes of models outside the tree have no effect.
  mutating func apply(_ record: JournalRecord) {
    let id = record.node.id
    switch record.event {
    case .attached:
      guard let parent = record.parent, models[parent] != nil, models[id] == nil else { return }
      var model = Model(id: id, parent: parent, type: record.type ?? "…")
      (model.isSession, model.isUnopened) = (record.isSession, record.isSession)
      model.source = record.source
      append(model)
    case .detached: detach(id)
    case .vocabulary:
      for message in record.vocabulary {
        guard let declared = message.declared,
          !vocabulary.contains(where: { $0.message == declared.message })
        else {
          continue
        }
        vocabulary.append(declared)
      }
    default: models[id]?.apply(record)
    }
  }

  /// Removes a model and those below it.
  ///
  /// - Returns: their ids.
  @discardableResult
  mutating func detach(_ id: Int) -> [Int] {
    guard let model = models[id] else { return [] }
    if let parent = model.parent, let place = models[parent]?.children.firstIndex(of: id) {
      models[parent]?.children.remove(at: place)
    }
    let ids = models(from: id).map(\.id)
    for id in ids { models[id] = nil }
    return ids
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
      if record.event == .unregistered {
        if let place { subscriptions.remove(at: place) }
      } else if let place {
        (subscriptions[place].source, subscriptions[place].payload) = (
          record.source, record.payload
        )
      } else {
        subscriptions.append(message.subscription(source: record.source, payload: record.payload))
      }
    case .provided:
      guard let service = record.service else { return }
      if let place = record.place, services.indices.contains(place) {
        services[place] = service
      } else {
        services.append(service)
      }
    case .represented: representation = record.representation
    case .opened: isUnopened = false
    case .closed:
      services = []
      isUnopened = parent != nil
    case .declared: if let declared = record.message?.declared { raises.append(declared) }
    case .described, .changed: describe(record)
    default: break
    }
  }
}

extension ReplayedTree.Model {
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
    switch (place, value) {
    case (let place?, let value?): state[place].value = value
    case (let place?, nil): state.remove(at: place)
    case (nil, let value?): state.append(StateEntry(key: key, value: value))
    case (nil, nil): break
    }
  }
}

extension ReplayedTree {
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

extension KnownMessage {
  /// The message with its label; nil for a whole domain.
  var declared: DeclaredMessage? { message.map { DeclaredMessage($0, label: label) } }
}
