package import TreeSnapshot

/// A subscription to a message that a model made or lost, and the record that did it.
package struct RecordedInterest: Hashable, Sendable {
  /// The model.
  package var node: JournalNode
  /// The subscription.
  package var subscription: Subscription
  /// The record: the model registered or unregistered, or it or a model above it was detached.
  package var record: JournalRecord

  /// Describes a subscription.
  package init(node: JournalNode, subscription: Subscription, record: JournalRecord) {
    self.node = node
    self.subscription = subscription
    self.record = record
  }
}

/// The subscriptions to a message that the models of a tree had, from when to when.
package struct RecordedInterests {
  private struct Key: Hashable {
    var node: Int
    /// Nil for the whole domain: kind and domain are the message's.
    var code: String?
  }

  private struct Span {
    var key: Key
    var subscription: Subscription
    /// The record that made it; nil if a checkpoint has it.
    var made: JournalRecord?
    /// The record that ended it; nil if none did.
    var ended: JournalRecord?
  }

  private let message: Message
  private let tree: Int
  private var spans: [Span] = []
  private var open: [Key: Int] = [:]

  /// Collects the subscriptions. Costs a look at each registration, and at the first checkpoint.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - tree: the number of the tree.
  ///   - types: the models of the journal.
  package init(
    in message: Message, ofTree tree: Int, _ contents: JournalContents, _ types: JournalTypes
  ) {
    (self.message, self.tree) = (message, tree)
    if let first = contents.firstTree(tree)?.tree {
      for node in first.positions.lazy.map({ first[$0] }) {
        for own in node.subscriptions where concerns(own.kind, own.domain, own.code) {
          begin(node.id, own, nil)
        }
      }
    }
    contents.forEachRecord(of: [.registered, .unregistered]) { record in
      // What a model outside of the tree does to its subscriptions has no effect in it.
      guard record.node.tree == tree, let own = record.message,
        concerns(own.kind, own.domain, own.code), types.isInTree(record.node, at: record.number)
      else { return true }
      if record.event == .registered {
        let made = own.subscription(source: record.source, payload: record.payload)
        begin(record.node.id, made, record)
      } else if let place = open.removeValue(forKey: Key(node: record.node.id, code: own.code)) {
        spans[place].ended = record
      }
      return true
    }
    for (key, place) in open {
      let departure = types.departure(of: JournalNode(tree: tree, id: key.node))
      spans[place].ended = departure.flatMap { contents[$0] }
    }
  }

  private func concerns(_ kind: Message.Kind, _ domain: String, _ code: String?) -> Bool {
    kind == message.kind && domain == message.domain && code ?? message.code == message.code
  }

  private mutating func begin(_ id: Int, _ own: Subscription, _ record: JournalRecord?) {
    let key = Key(node: id, code: own.code)
    if let place = open[key] {
      spans[place].subscription = own
    } else {
      open[key] = spans.count
      spans.append(Span(key: key, subscription: own, made: record))
    }
  }

  /// Those that models had and lost before a moment, and did not make again: the latest first.
  package func ended(at moment: Int) -> [RecordedInterest] {
    var latest: [Key: Span] = [:]
    for span in spans where span.made?.number ?? 0 <= moment { latest[span.key] = span }
    return latest.values.compactMap { span in
      span.ended.flatMap { $0.number <= moment ? interest(span, $0) : nil }
    }.sorted { first, second in
      let codes = (first.subscription.code ?? "", second.subscription.code ?? "")
      return (first.record.number, first.node.id, codes.1)
        > (second.record.number, second.node.id, codes.0)
    }
  }

  /// Those that models made after a moment, each the first of its model that had none at the moment: the
  /// earliest first.
  package func later(than moment: Int) -> [RecordedInterest] {
    var seen: Set<Int> = []
    for span in spans
    where span.made?.number ?? 0 <= moment && span.ended?.number ?? .max > moment {
      seen.insert(span.key.node)
    }
    return spans.compactMap { span in
      guard let made = span.made, made.number > moment, seen.insert(span.key.node).inserted else {
        return nil
      }
      return interest(span, made)
    }
  }

  private func interest(_ span: Span, _ record: JournalRecord) -> RecordedInterest {
    RecordedInterest(
      node: JournalNode(tree: tree, id: span.key.node), subscription: span.subscription,
      record: record)
  }
}
