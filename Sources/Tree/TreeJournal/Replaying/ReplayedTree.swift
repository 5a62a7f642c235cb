package import TreeSnapshot

/// One tree of a journal at a moment, which records change.
package struct ReplayedTree {
  /// A model.
  struct Model {
    var id: Int
    var type: String
    var isSession: Bool
    /// Whether it is a local session that is not open.
    var isUnopened: Bool
    var source: String?
    var representation: String?
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previousSibling: Int32 = -1
    var nextSibling: Int32 = -1
    var subscriptions: [Registration] = []
    var raises: [KnownMessage] = []
    var services: [String] = []
    var description: Description?
  }

  struct Registration {
    var message: KnownMessage
    /// The type of the values that it takes.
    var payload: String?
    var source: String?
  }

  /// What a model said of itself when it was looked at.
  struct Description {
    var label: String?
    var state: [StateEntry] = []
    /// A record after which that was so.
    var number: Int
    /// The record as of which it is, if it may be another at the moment.
    var asOf: Int?
  }

  let number: Int
  var models: [Model] = []
  /// The indices of the models that are in the tree.
  private(set) var indices: [Int: Int32] = [:]
  /// The messages that the app declares.
  package internal(set) var vocabulary: [KnownMessage] = []

  /// Takes a tree as a checkpoint has it.
  ///
  /// - Parameter looked: the latest record after which each model was looked at.
  init(number: Int, _ snapshot: Snapshot, looked: Int) {
    self.number = number
    models.reserveCapacity(snapshot.count)
    indices.reserveCapacity(snapshot.count)
    for declared in snapshot.vocabulary { vocabulary.append(KnownMessage(declared)) }
    for node in snapshot.positions.lazy.map({ snapshot[$0] }) {
      var model = Model(
        id: node.id, type: node.type, isSession: node.isSession, isUnopened: node.isUnopened,
        source: node.source, representation: node.representation,
        parent: node.parent.map { Int32($0.position) } ?? -1)
      model.subscriptions = node.subscriptions.map { own in
        Registration(
          message: KnownMessage(
            kind: own.kind, domain: own.domain, code: own.code, label: own.label),
          payload: own.payload, source: own.source)
      }
      model.raises = node.raises.map(KnownMessage.init)
      model.services = node.services
      if node.label != nil || !node.state.isEmpty {
        model.description = Description(label: node.label, state: node.state, number: looked)
      }
      append(model)
    }
  }

  /// Whether the root is in it.
  var isThere: Bool { models.first.map { indices[$0.id] == 0 } ?? false }

  private mutating func append(_ model: Model) {
    let index = Int32(models.count)
    var model = model
    if model.parent >= 0 {
      let parent = Int(model.parent)
      let last = models[parent].lastChild
      model.previousSibling = last
      if last < 0 {
        models[parent].firstChild = index
      } else {
        models[Int(last)].nextSibling = index
      }
      models[parent].lastChild = index
    }
    models.append(model)
    indices[model.id] = index
  }

  // MARK: By records

  /// Applies a record. Changes of models outside the tree have no effect.
  mutating func apply(_ record: JournalRecord) {
    switch record.event {
    case .attached:
      guard let parent = record.parent, let index = indices[parent], indices[record.node.id] == nil
      else { return }
      append(
        Model(
          id: record.node.id, type: record.type ?? "…", isSession: record.isSession,
          isUnopened: record.isSession, source: record.source, parent: index))
    case .detached: detach(record.node.id)
    case .vocabulary:
      for message in record.vocabulary where !vocabulary.contains(where: message.isSame) {
        vocabulary.append(message)
      }
    default:
      if let index = indices[record.node.id] { models[Int(index)].apply(record) }
    }
  }

  private mutating func detach(_ id: Int) {
    guard let top = indices[id] else { return }
    let model = models[Int(top)]
    if model.parent >= 0 {
      if model.previousSibling < 0 {
        models[Int(model.parent)].firstChild = model.nextSibling
      } else {
        models[Int(model.previousSibling)].nextSibling = model.nextSibling
      }
      if model.nextSibling < 0 {
        models[Int(model.parent)].lastChild = model.previousSibling
      } else {
        models[Int(model.nextSibling)].previousSibling = model.previousSibling
      }
    }
    var index = top
    while index >= 0 {
      indices[models[Int(index)].id] = nil
      index = next(after: index, within: top)
    }
  }

  /// The next model in document order below `top`; -1 at the end.
  func next(after index: Int32, within top: Int32) -> Int32 {
    var index = index
    let child = models[Int(index)].firstChild
    if child >= 0 { return child }
    while index != top, index >= 0 {
      let sibling = models[Int(index)].nextSibling
      if sibling >= 0 { return sibling }
      index = models[Int(index)].parent
    }
    return -1
  }
}

extension ReplayedTree.Model {
  /// Applies a record of a change of the model itself.
  fileprivate mutating func apply(_ record: JournalRecord) {
    switch record.event {
    case .registered:
      guard let message = record.message else { return }
      if let place = subscriptions.firstIndex(where: { $0.message.isSame(as: message) }) {
        subscriptions[place].source = record.source
        subscriptions[place].payload = record.payload
      } else {
        subscriptions.append(
          ReplayedTree.Registration(
            message: message, payload: record.payload, source: record.source))
      }
    case .unregistered:
      guard let message = record.message else { return }
      subscriptions.removeAll { $0.message.isSame(as: message) }
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
      isUnopened = parent >= 0
    case .declared: if let message = record.message { raises.append(message) }
    case .described, .changed: description = .init(description, with: record)
    default: break
    }
  }
}
