package import TreeSnapshot

/// A subscription to a message that a model made or lost.
package struct RecordedInterest: Hashable, Sendable {
  /// The model.
  package let node: JournalNode
  /// The subscription.
  package let subscription: Subscription
  /// The record: the model registered or unregistered, or it or a model above it was detached.
  package let record: JournalRecord
}

/// The subscriptions to a message that the models of a tree had, from when to when.
package struct RecordedInterests {
  /// A model's subscription, to the code or to the whole domain.
  private struct Key: Hashable {
    var node: JournalNode
    var code: String?
  }

  /// A subscription, the record that made it, nil if a checkpoint has it, and the one that ended it.
  private typealias Span = (
    key: Key, subscription: Subscription, made: JournalRecord?, ended: JournalRecord?
  )

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
        spans.append((key, own, record, nil))
      }
    }
    let trees = contents.checkpointList.lazy.flatMap { $0.trees ?? [] }
    if let first = trees.first(where: { $0.number == tree })?.tree {
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
      span.ended.flatMap { $0.number <= moment ? Self.interest(span, $0) : nil }
    }.sorted { one, other in
      (other.record.number, other.node.id, one.subscription.code ?? "")
        < (one.record.number, one.node.id, other.subscription.code ?? "")
    }
  }

  /// Those that models made after a moment, each the first of its model that had none at the moment: the
  /// earliest first.
  package func later(than moment: Int) -> [RecordedInterest] {
    let isHeld = { (span: Span) in
      span.made?.number ?? 0 <= moment && span.ended?.number ?? .max > moment
    }
    var seen = Set(spans.filter(isHeld).map { $0.key.node })
    return spans.compactMap { span in
      span.made.flatMap { made in
        made.number > moment && seen.insert(span.key.node).inserted
          ? Self.interest(span, made) : nil
      }
    }
  }

  private static func interest(_ span: Span, _ record: JournalRecord) -> RecordedInterest {
    RecordedInterest(node: span.key.node, subscription: span.subscription, record: record)
  }
}
