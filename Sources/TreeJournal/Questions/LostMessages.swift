package import TreeSnapshot

/// A subscription to a message that a model made after the message was raised.
package struct LaterInterest: Hashable, Sendable {
  /// The model.
  package var node: JournalNode
  /// The subscription.
  package var subscription: Subscription
  /// The record that made it.
  package var record: JournalRecord

  /// Describes a subscription.
  package init(node: JournalNode, subscription: Subscription, record: JournalRecord) {
    self.node = node
    self.subscription = subscription
    self.record = record
  }
}

extension JournalContents {
  /// The subscriptions to a message that models of a tree made after a moment, each the first of its model
  /// that had none before: the earliest first. Costs a look at each registration, and at those that leave.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - tree: The number of the tree.
  ///   - moment: The number of the record after which they count.
  package func laterInterests(
    in message: Message, ofTree tree: Int, after moment: Int
  ) -> [LaterInterest] {
    guard moment < records.upperBound - 1 else { return [] }
    func isIn(_ record: JournalRecord) -> Bool {
      guard let own = record.message else { return false }
      return record.node.tree == tree && own.kind == message.kind && own.domain == message.domain
        && own.code ?? message.code == message.code
    }
    var later: [LaterInterest] = []
    var seen: Set<JournalNode> = []
    let range = (moment + 1)..<records.upperBound
    forEachRecord(in: range, of: [.registered, .unregistered]) { record in
      // One that ends or renews what it had is not new.
      if isIn(record), seen.insert(record.node).inserted, record.event == .registered,
        let own = record.message
      {
        later.append(
          LaterInterest(
            node: record.node,
            subscription: own.subscription(source: record.source, payload: record.payload),
            record: record))
      }
      return true
    }
    guard !later.isEmpty else { return [] }
    var present: Set<Int> = []
    if let snapshot = try? snapshot(at: moment) {
      for node in snapshot.positions.lazy.map({ snapshot[$0] })
      where node.subscriptions.contains(where: {
        $0.kind == message.kind && $0.domain == message.domain
          && $0.code ?? message.code == message.code
      }) {
        present.insert(node.id)
      }
    }
    return later.filter { !present.contains($0.node.id) }
  }
}
