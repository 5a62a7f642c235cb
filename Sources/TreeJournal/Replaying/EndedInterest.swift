package import TreeSnapshot

/// A subscription to a message that a model had, and the record that ended it.
package struct EndedInterest: Hashable, Sendable {
  /// The model.
  package var node: JournalNode
  /// The subscription.
  package var subscription: Subscription
  /// The record: the model unregistered, or it or a model above it was detached.
  package var record: JournalRecord
}

extension JournalContents {
  /// The subscriptions to a message that models of a tree had and lost before a moment, and did not
  /// make again: the latest first. Costs a look at each record that is kept.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - tree: the number of the tree.
  ///   - moment: the number of the latest record that counts.
  package func endedInterests(
    in message: Message, ofTree tree: Int, at moment: Int
  ) -> [EndedInterest] {
    let departures = ModelDepartures(of: self, tree: tree, until: moment)
    var finder = InterestFinder(message, departures)
    departures.checkpoint?.forEachSubscription { finder.begin($0, $1) }
    forEachRecord(of: [.registered, .unregistered], in: tree, until: moment) { finder.take($0) }
    return finder.ended.sorted { first, second in
      let codes = (first.subscription.code ?? "", second.subscription.code ?? "")
      return (first.record.number, first.node.id, codes.1)
        > (second.record.number, second.node.id, codes.0)
    }
  }
}

/// Follows the subscriptions to a message of the models in a tree.
private struct InterestFinder {
  struct Interest: Hashable {
    var node: Int
    /// Nil for the whole domain: kind and domain are the message's.
    var code: String?
  }

  private let message: Message
  private let departures: ModelDepartures
  private var present: [Interest: Subscription] = [:]
  private var unregistered: [Interest: EndedInterest] = [:]

  init(_ message: Message, _ departures: ModelDepartures) {
    self.message = message
    self.departures = departures
  }

  /// The model's interest that a subscription is; nil where it is to another message.
  private func interest(of node: Int, in subscription: Subscription) -> Interest? {
    guard subscription.kind == message.kind, subscription.domain == message.domain,
      subscription.code ?? message.code == message.code
    else { return nil }
    return Interest(node: node, code: subscription.code)
  }

  /// Takes a subscription that a model of the first checkpoint has.
  mutating func begin(_ node: Int, _ subscription: Subscription) {
    if let interest = interest(of: node, in: subscription) { present[interest] = subscription }
  }

  mutating func take(_ record: JournalRecord) {
    guard let subscription = record.message?.subscription(source: record.source),
      let interest = interest(of: record.node.id, in: subscription),
      // What a model outside of the tree does to its subscriptions has no effect in it.
      departures.isInTree(record.node.id, at: record.number)
    else { return }
    if record.event == .registered {
      present[interest] = subscription
      unregistered[interest] = nil
    } else if let lost = present.removeValue(forKey: interest) {
      unregistered[interest] = EndedInterest(
        node: record.node, subscription: lost, record: record)
    }
  }

  var ended: [EndedInterest] {
    unregistered.values
      + present.compactMap { interest, subscription in
        departures.record(of: interest.node).map { record in
          EndedInterest(
            node: JournalNode(tree: record.node.tree, id: interest.node),
            subscription: subscription, record: record)
        }
      }
  }
}
