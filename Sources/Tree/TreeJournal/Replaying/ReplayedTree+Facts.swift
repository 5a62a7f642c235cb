package import TreeSnapshot

extension ReplayedTree {
  /// How large a tree is.
  package struct Size {
    /// How many levels lie below the root.
    package var depth = 0
    /// How many models there are.
    package var nodes = 0
    /// How many children the model with most of them has.
    package var children = 0
    /// How many sessions there are.
    package var sessions = 0
  }

  /// How large it is. Costs a look at each model.
  package var size: Size {
    var size = Size()
    var depths = Array(repeating: 0, count: models.count)
    var counts = depths
    var index: Int32 = isThere ? 0 : -1
    while index >= 0 {
      let place = Int(index)
      size.nodes += 1
      if models[place].isSession { size.sessions += 1 }
      let parent = Int(models[place].parent)
      if parent >= 0 {
        depths[place] = depths[parent] + 1
        counts[parent] += 1
        size.depth = max(size.depth, depths[place])
        size.children = max(size.children, counts[parent])
      }
      index = next(after: index, within: 0)
    }
    return size
  }

  /// The types of a model and of all below it.
  package func types(from id: Int) -> Set<String> {
    guard let top = indices[id] else { return [] }
    var types: Set<String> = []
    var index = top
    while index >= 0 {
      types.insert(models[Int(index)].type)
      index = next(after: index, within: top)
    }
    return types
  }

  /// Calls `body` with the id and the type of each model.
  func forEachModel(_ body: (Int, String) -> Void) {
    for model in models { body(model.id, model.type) }
  }

  /// Calls `body` with the id of each model, and that of its parent.
  func forEachParent(_ body: (Int, Int?) -> Void) {
    for model in models { body(model.id, model.parent < 0 ? nil : models[Int(model.parent)].id) }
  }

  /// Calls `body` with each subscription and the id of its model.
  func forEachSubscription(_ body: (Int, Subscription) -> Void) {
    for model in models {
      for registration in model.subscriptions {
        body(
          model.id,
          registration.message.subscription(
            source: registration.source, payload: registration.payload))
      }
    }
  }

  /// The id of the root.
  package var root: Int? { models.first?.id }
}

extension ReplayedTree {
  /// A model as a tree holds it.
  package struct Entry {
    package var id: Int
    package var parent: Int?
    package var type: String
    package var isSession: Bool
    /// The messages and whole domains that it is registered for.
    package var interests: [KnownMessage]
    package var services: [String]
    /// What the model said of itself, and a record after which that was so; nil if it said nothing.
    package var label: String?
    package var state: [StateEntry]
    package var looked: Int?
  }

  /// The number of the tree.
  package var treeNumber: Int { number }

  /// Calls `body` with each model that is in the tree, parents first.
  package func forEachEntry(_ body: (Entry) -> Void) {
    var index: Int32 = isThere ? 0 : -1
    while index >= 0 {
      let model = models[Int(index)]
      body(
        Entry(
          id: model.id, parent: model.parent < 0 ? nil : models[Int(model.parent)].id,
          type: model.type, isSession: model.isSession,
          interests: model.subscriptions.map(\.message), services: model.services,
          label: model.description?.label, state: model.description?.state ?? [],
          looked: model.description?.number))
      index = next(after: index, within: 0)
    }
  }
}

extension ReplayedTree {
  private func add(
    _ model: Model, parent: Int?, to builder: inout SnapshotBuilder
  ) {
    builder.addNode(
      id: model.id, parent: parent, type: model.type,
      label: model.description?.label, isSession: model.isSession,
      isUnopened: model.isUnopened, representation: model.representation,
      source: model.source)
    for registration in model.subscriptions {
      builder.subscribe(
        registration.message.subscription(
          source: registration.source, payload: registration.payload))
    }
    for service in model.services { builder.provide(service: service) }
    for raised in model.raises {
      if let message = raised.message { builder.raise(message, label: raised.label) }
    }
    for entry in model.description?.state ?? [] { builder.describe(entry) }
    if let record = model.description?.asOf { builder.setAge(record) }
  }

  /// The tree as a snapshot.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(name: String?) throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in vocabulary {
      if let message = declared.message { builder.declare(message, label: declared.label) }
    }
    var index: Int32 = 0
    while index >= 0 {
      let model = models[Int(index)]
      add(
        model, parent: model.parent < 0 ? nil : models[Int(model.parent)].id, to: &builder)
      index = next(after: index, within: 0)
    }
    return try builder.finish()
  }
}
