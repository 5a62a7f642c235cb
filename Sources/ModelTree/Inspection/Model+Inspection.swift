package import TreeSnapshot

// The operations of an inspector on a tree.
extension Model {
  /// An object that identifies the model's tree; it may outlive the tree.
  package var inspectionToken: AnyObject { store.token }

  /// The number of changes of the model's tree since its session was created: of structure,
  /// subscriptions, services, representations, and known raised messages. While it stays the same,
  /// snapshots of the tree differ only in labels and states.
  package var revision: Int { store.revision }

  /// The journal that records the model's tree, and the tree's number in it; nil if there is none.
  package var recording: (journal: Journal, tree: Int)? {
    store.journal.map { ($0.journal, Int($0.number)) }
  }

  /// Reads the journal that records the model's tree, even after the tree's end; nil if there is
  /// none.
  package var journalReader: JournalReader? { store.journal?.journal.reader }

  /// Records all changes of the model's tree. Costs a walk over it.
  package func beginRecording(in journal: Journal) { store.record(in: journal) }

  /// Names the tree, for a journal that may record it later.
  package func nameTree(_ name: String) { store.appName = name }

  /// Raises a message as a test: handlers run as for any other message, and `isTest` is set.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - payload: the value to send; for an error, an error.
  /// - Returns: the route that it took, with the messages that its handlers raised.
  package func raiseTest(_ message: Message, carrying payload: Any? = nil) -> TakenRoute {
    let key = store.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    let outer = store.recorder
    let recorder = RouteRecorder()
    store.recorder = recorder
    defer {
      store.recorder = outer
      store.journal?.journal.lookNow()
    }
    switch message.kind {
    case .error: _ = deliver(testError(message, key: key, payload), key: key)
    case .bubble: _ = deliver(testBubble(message, payload), key: key)
    case .event: _ = deliver(testEvent(message, payload), key: key)
    }
    return recorder.finished
      ?? TakenRoute(message: message, raiser: store.stop(at: node))
  }

  /// The model with an id, in the subtree of this one. Costs a walk over it.
  package func model(withID id: Int) -> Model? {
    var current = node
    while current != TreeStore.none {
      if store.links[Int(current)].id == id { return store.model(at: current) }
      current = store.next(after: current, within: node)
    }
    return nil
  }

  /// The subscriptions that models of this tree have ended and not renewed, the latest first: at
  /// most a thousand since the inspection began.
  package func subscriptionsEnded() -> [EndedSubscription] {
    store.latestEndedRegistrations()
  }

  /// The number of models in this model's subtree. Costs a walk over it.
  package var subtreeCount: Int {
    var count = 0
    var current = node
    while current != TreeStore.none {
      count += 1
      current = store.next(after: current, within: node)
    }
    return count
  }

  /// The number of messages that the tree declares, which never decreases.
  package var declaredCount: Int { store.messages.vocabulary.count }

  /// How often work of the tree's models started or ended.
  package var workChanges: Int { store.work.changes }

  /// A hash, valid in this process, of the tree's labels and states. Costs a walk over the models,
  /// and reads each `label` and `state`.
  package var descriptions: Int {
    var models: [Model] = []
    var current = root.node
    while current != TreeStore.none {
      if let model = root.model(at: current) { models.append(model) }
      current = store.next(after: current, within: root.node)
    }
    var hasher = Hasher()
    // This runs the app's code, which may change the tree.
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
