package import TreeSnapshot

extension JournalContents {
  /// The events that were raised before a model of their session first registered for them, in the tree
  /// that the app held at a moment: those that no model received, and those that were raised when the
  /// model was in the tree already. Of several, the last. Tests of an inspector don't count.
  ///
  /// Costs a look at each record that is kept, and for each registration one at the models above it.
  ///
  /// - Parameter moment: the number of the latest record that counts.
  package func missedEvents(at moment: Int) -> [MissedEvent] {
    guard let tree = (try? JournalReplay(of: self, at: moment))?.tree,
      let first = firstTree(tree), first.moment <= moment
    else { return [] }
    var finder = MissFinder(types: JournalTypes(of: self))
    for node in first.tree.positions.lazy.map({ first.tree[$0] }) {
      for own in node.subscriptions where own.kind == .event {
        finder.interests.insert(
          .init(
            node: JournalNode(tree: tree, id: node.id), domain: own.domain, code: own.code))
      }
    }
    let range = (first.moment + 1)..<(moment + 1)
    forEachRecord(in: range, of: [.registered, .unheard, .delivered]) { record in
      if record.node.tree == tree { finder.take(record) }
      return true
    }
    return finder.missed
  }

  /// A tree as the first checkpoint has it, and the moment of that; nil if none does.
  func firstTree(_ number: Int) -> (moment: Int, tree: Snapshot)? {
    for checkpoint in checkpointList {
      if let found = checkpoint.trees?.last(where: { $0.number == number }) {
        return (checkpoint.moment, found.tree)
      }
    }
    return nil
  }
}

/// Follows the events of a tree, and who registers for them.
private struct MissFinder {
  /// A code of the events of a session or a model, or all of a domain.
  struct Topic: Hashable {
    var node: JournalNode
    var domain: String
    var code: String?
  }

  private struct Raise {
    var number: Int
    var message: Message
  }

  let types: JournalTypes
  /// What models were registered for.
  var interests: Set<Topic> = []
  private var lastRaises: [Topic: Raise] = [:]
  private var lastUnheard: [Topic: Raise] = [:]
  private(set) var missed: [MissedEvent] = []

  init(types: JournalTypes) { self.types = types }

  mutating func take(_ record: JournalRecord) {
    guard let message = record.message, message.kind == .event else { return }
    if record.event == .registered { return register(record, message) }
    guard !record.isTest, let event = message.message, let number = record.raise else { return }
    // An event of a session goes down from the one around it.
    let sessions = types.sessions(around: record.node).prefix(2)
    guard let session = sessions.first == record.node ? sessions.last : sessions.first else {
      return
    }
    let raise = Raise(number: number, message: event)
    for code in [event.code, nil] {
      let topic = Topic(node: session, domain: message.domain, code: code)
      lastRaises[topic] = raise
      if record.event == .unheard { lastUnheard[topic] = raise }
    }
  }

  private mutating func register(_ record: JournalRecord, _ message: KnownMessage) {
    let own = Topic(node: record.node, domain: message.domain, code: message.code)
    guard interests.insert(own).inserted else { return }
    let attached = types.attachment(of: record.node) ?? 0
    var raises: [Raise] = []
    for session in types.sessions(around: record.node) {
      let topic = Topic(node: session, domain: message.domain, code: message.code)
      if let raise = lastUnheard[topic] { raises.append(raise) }
      if let raise = lastRaises[topic], raise.number > attached { raises.append(raise) }
    }
    guard let last = raises.max(by: { $0.number < $1.number }) else { return }
    missed.append(
      MissedEvent(
        id: record.node.id, code: message.code, message: last.message, raised: last.number,
        registered: record.number))
  }
}
