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
    let types = JournalTypes(of: self)
    // What models are or were registered for; by session, the last raise, and the last that none received.
    var interests: Set<EventTopic> = []
    var (raised, unheard): ([EventTopic: Int], [EventTopic: Int]) = ([:], [:])
    var missed: [MissedEvent] = []
    for node in first.tree.positions.lazy.map({ first.tree[$0] }) {
      for own in node.subscriptions where own.kind == .event {
        interests.insert(EventTopic(node: node.id, domain: own.domain, code: own.code))
      }
    }
    forEachRecord(
      in: (first.moment + 1)..<(moment + 1), of: [.registered, .unheard, .delivered]
    ) { record in
      guard record.node.tree == tree, let event = record.message, event.kind == .event else {
        return true
      }
      func topic(_ node: JournalNode, _ code: String?) -> EventTopic {
        EventTopic(node: node.id, domain: event.domain, code: code)
      }
      let sessions = types.sessions(around: record.node)
      if record.event == .registered {
        guard interests.insert(topic(record.node, event.code)).inserted else { return true }
        let attached = types.attachment(of: record.node) ?? 0
        let raises = sessions.flatMap { session -> [Int] in
          let topic = topic(session, event.code)
          return [unheard[topic] ?? 0, raised[topic].flatMap { $0 > attached ? $0 : nil } ?? 0]
        }
        guard let last = raises.max(), let message = self[last]?.message?.message else {
          return true
        }
        missed.append(
          MissedEvent(
            id: record.node.id, code: event.code, message: message, raised: last,
            registered: record.number))
      } else if !record.isTest, let number = record.raise,
        // An event of a session goes down from the one around it.
        let session = sessions.first(where: { $0 != record.node }) ?? sessions.first
      {
        for topic in [topic(session, event.code), topic(session, nil)] {
          raised[topic] = number
          if record.event == .unheard { unheard[topic] = number }
        }
      }
      return true
    }
    return missed
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

/// A code of the events of a session or a model, or all of a domain.
private struct EventTopic: Hashable {
  var node: Int
  var domain: String
  var code: String?
}
