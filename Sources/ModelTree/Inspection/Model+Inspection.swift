package import TreeJournal
package import TreeSnapshot

// The operations of an inspector on a tree.
extension Model {
  /// An object that identifies the model's tree; it may outlive the tree.
  package var inspectionToken: AnyObject { store.messages }

  /// Counts the changes of the model's tree since its session was created: of structure, subscriptions,
  /// services and representations, and of what models are known to raise. As long as it stays the same,
  /// snapshots of the tree differ in labels and states alone.
  package var revision: Int { store.revision }

  /// The journal that records the model's tree, and the tree's number in it; nil where none does.
  package var recording: (writer: JournalWriter, tree: Int)? {
    store.journal.map { ($0.journal.writer, Int($0.number)) }
  }

  /// Reads the journal that records the model's tree, also once the tree has ended; nil where none does.
  package var journalReader: JournalReader? { store.journal.map { JournalReader($0.journal) } }

  /// Raises a message as a test: handlers run as for any other message, and see that `isTest` is set.
  ///
  /// - Returns: the route that it took, with the messages that its handlers raised.
  package func raiseTest(_ message: Message) -> TakenRoute {
    let key = store.key(
      message.kind, domain: message.domain, code: message.code, label: nil)
    let outer = store.recorder
    let recorder = RouteRecorder()
    store.recorder = recorder
    defer { store.recorder = outer }
    switch message.kind {
    case .error: _ = deliver(testError(message, key: key), key: key)
    case .bubble: _ = deliver(testBubble(message), key: key)
    case .event: _ = deliver(testEvent(message), key: key)
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

  /// The subscriptions that models of this tree have ended and not made again, the latest first: at
  /// most a thousand, since the inspection began.
  package func subscriptionsEnded() -> [EndedSubscription] {
    store.endedSubscriptions.list(in: store)
  }
}
