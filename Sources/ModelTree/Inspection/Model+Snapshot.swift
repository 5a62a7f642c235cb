public import TreeSnapshot

extension Model {
  /// Takes a snapshot of the model and everything below it. Costs a walk over the models.
  ///
  /// - Parameter name: the tree's name, usually its app's.
  public func snapshot(name: String? = nil) -> Snapshot {
    var writer = SnapshotWriter(store: store, name: name)
    return writer.write(from: self)
  }
}

/// Writes the models of a store into a snapshot.
@MainActor
private struct SnapshotWriter {
  private let store: TreeStore
  private var builder: SnapshotBuilder
  /// The names of model types, which are slow to make.
  private var typeNames: [ObjectIdentifier: String] = [:]

  init(store: TreeStore, name: String?) {
    self.store = store
    builder = SnapshotBuilder(name: name)
  }

  mutating func write(from top: Model) -> Snapshot {
    for declared in store.messages.vocabulary {
      builder.declare(declared.message, label: declared.label)
    }
    var models: [Model] = []
    var node = top.node
    while node != TreeStore.none {
      let parent = store.links[Int(node)].parent
      if let model = top.model(at: node) {
        write(model, parentID: node == top.node ? nil : store.links[Int(parent)].id)
        models.append(model)
      }
      node = store.next(after: node, within: top.node)
    }
    // Last, as these are the app's code: they may change the tree, and the picture is of one moment.
    for (number, model) in models.enumerated() {
      builder.describe(node: number, label: model.label, state: model.state)
    }
    do {
      return try builder.finish()
    } catch {
      // Each model has one parent, written before it: only more than 2³¹ models fail.
      preconditionFailure("a tree of models is one tree: \(error)")
    }
  }

  private mutating func write(_ model: Model, parentID: Int?) {
    let links = store.links[Int(model.node)]
    builder.addNode(
      id: links.id, parent: parentID, type: name(of: type(of: model)), isSession: links.isSession,
      representation: model.representation.map { name(of: type(of: $0)) },
      source: links.source.text)
    if let session = model as? Session {
      for service in session.serviceNames { builder.provide(service: service) }
    }
    writeSubscriptions(of: links)
    for key in store.raises[model.node] ?? [] {
      guard let declared = store.declaredMessage(of: key) else { continue }
      builder.raise(declared.message, label: declared.label)
    }
  }

  private mutating func writeSubscriptions(of links: TreeStore.Links) {
    var index = links.firstSubscription
    while index != TreeStore.none {
      builder.subscribe(store.subscription(at: index))
      index = store.subscriptions.entries[Int(index)].next
    }
  }

  private mutating func name(of type: AnyClass) -> String {
    if let known = typeNames[ObjectIdentifier(type)] { return known }
    let name = String(describing: type)
    typeNames[ObjectIdentifier(type)] = name
    return name
  }
}
