package import TreeSnapshot

/// A subscription to a message that a model made or lost, and the record that did it.
package struct RecordedInterest: Hashable, Sendable {
  /// The model.
  package var node: JournalNode
  /// The subscription.
  package var subscription: Subscription
  /// The record: the model registered or unregistered, or it or a model above it was detached.
  package var record: JournalRecord

  package init(node: JournalNode, subscription: Subscription, record: JournalRecord) {
    (self.node, self.subscription, self.record) = (node, subscription, record)
  }
}

/// The subscriptions to a message that the models of a tree had, from when to when.
package struct RecordedInterests {
  /// A model's subscription, to the code or to the whole domain.
  private struct Key: Hashable {
    var node: JournalNode
    var code: String?
  }

  private struct Span {
    var key: Key
    var subscription: Subscription
    /// The record that made it; nil if a checkpoint has it.
    var made: JournalRecord?
    /// The record that ended it; nil if none did.
    var ended: JournalRecord?

    func interest(_ record: JournalRecord) -> RecordedInterest {
      RecordedInterest(node: key.node, subscription: subscription, record: record)
    }
  }

  private var spans: [Span] = []

  /// Collects the subscriptions. Costs a look at each registration, and at the first checkpoint.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - tree: the number of the tree.
  ///   - types: the models of the journal.
  package init(
    in message: Message, ofTree tree: Int, _ contents: JournalContents, _ types: JournalTypes
  ) {
    var open: [Key: Int] = [:]
    func begin(_ node: JournalNode, _ own: Subscription, _ record: JournalRecord?) {
      guard own.kind == message.kind, own.domain == message.domain,
        own.code ?? message.code == message.code
      else { return }
      let key = Key(node: node, code: own.code)
      if let place = open[key] {
        spans[place].subscription = own
      } else {
        open[key] = spans.count
        spans.append(Span(key: key, subscription: own, made: record))
      }
    }
    if let first = contents.firstTree(tree)?.tree {
      for node in first.positions.lazy.map({ first[$0] }) {
        for own in node.subscriptions { begin(JournalNode(tree: tree, id: node.id), own, nil) }
      }
    }
    contents.forEachRecord(of: [.registered, .unregistered]) { record in
      // What a model outside of the tree does to its subscriptions has no effect in it.
      guard record.node.tree == tree, let own = record.message,
        types.isInTree(record.node, at: record.number)
      else { return true }
      if record.event == .registered {
        begin(
          record.node, own.subscription(source: record.source, payload: record.payload), record)
      } else if own.kind == message.kind, own.domain == message.domain,
        let place = open.removeValue(forKey: Key(node: record.node, code: own.code))
      {
        spans[place].ended = record
      }
      return true
    }
    for (key, place) in open {
      spans[place].ended = types.departure(of: key.node).flatMap { contents[$0] }
    }
  }

  /// Those that models had and lost before a moment, and did not make again: the latest first.
  package func ended(at moment: Int) -> [RecordedInterest] {
    var latest: [Key: Span] = [:]
    for span in spans where span.made?.number ?? 0 <= moment { latest[span.key] = span }
    return latest.values.compactMap { span in
      span.ended.flatMap { $0.number <= moment ? span.interest($0) : nil }
    }.sorted { first, second in
      let codes = (first.subscription.code ?? "", second.subscription.code ?? "")
      return (first.record.number, first.node.id, codes.1)
        > (second.record.number, second.node.id, codes.0)
    }
  }

  /// Those that models made after a moment, each the first of its model that had none at the moment: the
  /// earliest first.
  package func later(than moment: Int) -> [RecordedInterest] {
    let held = spans.filter {
      $0.made?.number ?? 0 <= moment && $0.ended?.number ?? .max > moment
    }
    var seen = Set(held.map(\.key.node))
    return spans.compactMap { span in
      guard let made = span.made, made.number > moment, seen.insert(span.key.node).inserted else {
        return nil
      }
      return span.interest(made)
    }
  }
}
