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
  private var names = SnapshotNames()

  init(store: TreeStore, name: String?) {
    self.store = store
    builder = SnapshotBuilder(name: name)
  }

  mutating func write(from top: Model) -> Snapshot {
    for declared in store.messages.vocabulary {
      builder.declare(declared.message, label: declared.label)
    }
    var models: [Model] = []
    if top.node == store.rootNode {
      builder.reserveCapacity(nodes: store.liveCount)
      models.reserveCapacity(store.liveCount)
    }
    var node = top.node
    while node != TreeStore.none {
      if let model = top.model(at: node) {
        write(model, isTop: node == top.node)
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

  private mutating func write(_ model: Model, isTop: Bool) {
    let links = store.links[Int(model.node)]
    var fields = FixedFields()
    if links.isSession, let session = model as? Session {
      for service in session.serviceNames { builder.append(service: builder.symbol(service)) }
      fields.isUnopened = !links.isRootSession && !session.isRunning
    }
    var index = links.firstSubscription
    while index != TreeStore.none {
      let entry = store.subscriptions.entries[Int(index)]
      var record = names.record(of: entry.key, store.messages, &builder)
      record.source = names.symbol(of: store.subscriptions.source(of: index), &builder)
      builder.append(subscription: record)
      index = entry.next
    }
    if !store.raises.isEmpty {
      for key in store.raises[model.node] ?? [] where key.code != MessageTable.Key.wholeDomain {
        builder.append(raise: names.record(of: key, store.messages, &builder))
      }
    }
    fields.type = names.symbol(of: type(of: model), &builder)
    fields.isSession = links.isSession
    if let representation = model.representation {
      fields.representation = names.symbol(of: type(of: representation), &builder)
    }
    fields.source = names.symbol(of: links.source, &builder)
    let parent = isTop ? nil : store.links[Int(links.parent)].id
    builder.closeNode(id: links.id, parent: parent, fields)
  }
}
