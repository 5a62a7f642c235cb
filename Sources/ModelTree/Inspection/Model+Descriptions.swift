// What `revision` does not count, for an inspector that would spare a snapshot.
extension Model {
  /// How many models the subtree of this one has. Costs a walk over it.
  package var subtreeCount: Int {
    var count = 0
    var current = node
    while current != TreeStore.none {
      count += 1
      current = store.next(after: current, within: node)
    }
    return count
  }

  /// How many messages the tree declares; they are never fewer than before.
  package var declaredCount: Int { store.messages.vocabulary.count }

  /// A number that stands, in this process, for the labels and states of the tree. Costs a walk over the models, whose `label` and `state` are asked for.
  package var descriptions: Int {
    var models: [Model] = []
    var current = root.node
    while current != TreeStore.none {
      if let model = root.model(at: current) { models.append(model) }
      current = store.next(after: current, within: root.node)
    }
    var hasher = Hasher()
    // This is the app's code, which may change the tree.
    for (place, model) in models.enumerated() {
      let state = model.state
      if let label = model.label {
        hasher.combine(place)
        hasher.combine(label)
      }
      guard !state.isEmpty else { continue }
      hasher.combine(place)
      hasher.combine(state.count)
      for (key, value) in state {
        hasher.combine(key)
        hasher.combine(value)
      }
    }
    return hasher.finalize()
  }
}
