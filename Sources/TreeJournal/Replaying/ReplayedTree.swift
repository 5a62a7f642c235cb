package import TreeSnapshot

/// One tree of a journal at a moment, which records change.
package struct ReplayedTree {
  /// A model.
  struct Model {
    var id: Int
    var type: UInt32
    var isSession: Bool
    /// Whether it is a local session that is not open.
    var isUnopened: Bool
    var source: UInt64
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
    var source: UInt64
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
  let names: JournalNames
  var models: [Model] = []
  /// The indices of the models that are in the tree.
  private(set) var indices: [Int: Int32] = [:]
  /// The messages that the app declares.
  package private(set) var vocabulary: [KnownMessage] = []

  init(number: Int, names: JournalNames) {
    self.number = number
    self.names = names
  }

  /// Makes room for models.
  mutating func reserve(_ count: Int) {
    models.reserveCapacity(count)
    indices.reserveCapacity(count)
  }

  /// Whether the root is in it.
  var isThere: Bool { models.first.map { indices[$0.id] == 0 } ?? false }

  // MARK: Out of a checkpoint

  /// Adds a model as the last child of one that was added before.
  ///
  /// - Parameter parent: the number of the parent among those added; nil for the root.
  /// - Returns: whether it fits.
  mutating func add(
    id: Int, parent: Int?, type: UInt32, isSession: Bool, isUnopened: Bool, source: UInt64,
    representation: UInt32
  ) -> Bool {
    guard indices[id] == nil, parent.map({ $0 < models.count }) ?? models.isEmpty else {
      return false
    }
    append(
      Model(
        id: id, type: type, isSession: isSession, isUnopened: isUnopened, source: source,
        representation: representation == 0 ? nil : names.text(representation) ?? "…",
        parent: Int32(parent ?? -1)))
    return true
  }

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

  mutating func addSubscription(_ name: UInt32, payload: UInt32, _ source: UInt64) {
    guard let message = names.message(name) else { return }
    models[models.count - 1].subscriptions.append(
      Registration(message: message, payload: names.text(payload), source: source))
  }

  mutating func addRaise(_ name: UInt32) {
    if let message = names.message(name) { models[models.count - 1].raises.append(message) }
  }

  mutating func addService(_ name: UInt32) {
    models[models.count - 1].services.append(names.text(name) ?? "…")
  }

  mutating func describe(_ description: Description) {
    models[models.count - 1].description = description
  }

  mutating func addVocabulary(_ name: UInt32) {
    if let message = names.message(name) { vocabulary.append(message) }
  }

  // MARK: By records

  /// Applies a record. Changes of models outside the tree have no effect.
  mutating func apply(_ record: JournalRecord, typeName: UInt32, sourceWord: UInt64) {
    switch record.event {
    case .attached:
      guard let parent = record.parent, let index = indices[parent], indices[record.node.id] == nil
      else { return }
      append(
        Model(
          id: record.node.id, type: typeName, isSession: record.isSession,
          isUnopened: record.isSession, source: sourceWord, parent: index))
    case .detached: detach(record.node.id)
    case .registered:
      guard let index = indices[record.node.id], let message = record.message else { return }
      let position = models[Int(index)].subscriptions.firstIndex { $0.message.isSame(as: message) }
      if let position {
        models[Int(index)].subscriptions[position].source = sourceWord
        models[Int(index)].subscriptions[position].payload = record.payload
      } else {
        models[Int(index)].subscriptions.append(
          Registration(message: message, payload: record.payload, source: sourceWord))
      }
    case .unregistered:
      guard let index = indices[record.node.id], let message = record.message else { return }
      models[Int(index)].subscriptions.removeAll { $0.message.isSame(as: message) }
    case .provided:
      guard let index = indices[record.node.id], let service = record.service else { return }
      let place = record.place ?? Int.max
      if models[Int(index)].services.indices.contains(place) {
        models[Int(index)].services[place] = service
      } else {
        models[Int(index)].services.append(service)
      }
    case .represented:
      if let index = indices[record.node.id] {
        models[Int(index)].representation = record.representation
      }
    case .opened:
      if let index = indices[record.node.id] { models[Int(index)].isUnopened = false }
    case .closed:
      guard let index = indices[record.node.id] else { return }
      models[Int(index)].services = []
      models[Int(index)].isUnopened = models[Int(index)].parent >= 0
    case .declared:
      guard let index = indices[record.node.id], let message = record.message else { return }
      models[Int(index)].raises.append(message)
    case .vocabulary:
      for message in record.vocabulary where !vocabulary.contains(where: message.isSame) {
        vocabulary.append(message)
      }
    case .described, .changed:
      if let index = indices[record.node.id] {
        let description = models[Int(index)].description
        models[Int(index)].description = Description(description, with: record)
      }
    case .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .received, .performed,
      .started, .ended, .thinned, .leaked, .released:
      break
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
