package import TreeSnapshot

/// Which record took each model out of a tree, to which none comes back.
final class ModelDepartures {
  /// The tree as the first checkpoint that has it; nil if none does.
  let checkpoint: ReplayedTree?

  private let contents: JournalContents
  private var parents: [Int: Int] = [:]
  /// The record that attached a model.
  private var attachments: [Int: Int] = [:]
  /// The first record that detached a model itself.
  private var detachments: [Int: Int] = [:]
  /// The number of the record that took a model away, where it was looked up: 0 for a model that was never
  /// there, or gone before the first record, `Int.max` for one that is there.
  private var departures: [Int: Int] = [:]

  /// Looks through a journal. Costs a pass over the available records.
  ///
  /// - Parameters:
  ///   - tree: the number of the tree.
  ///   - moment: the number of the latest record that counts.
  init(of contents: JournalContents, tree: Int, until moment: Int) {
    var first: ReplayedTree?
    for checkpoint in contents.checkpointList where checkpoint.moment <= moment && first == nil {
      first = checkpoint.tree(tree)
    }
    self.contents = contents
    checkpoint = first
    first?.forEachParent { id, parent in parents[id] = parent }
    contents.forEachRecord(of: [.attached, .detached], in: tree, until: moment) { record in
      if record.event == .attached {
        parents[record.node.id] = record.parent
        attachments[record.node.id] = record.number
      } else if detachments[record.node.id] == nil {
        detachments[record.node.id] = record.number
      }
    }
  }

  /// Whether a model was in the tree after a record.
  func isInTree(_ id: Int, at number: Int) -> Bool { departure(of: id) > number }

  /// The record that took a model out of the tree: it, or a model above it, was detached. Nil for a model
  /// that is there.
  func record(of id: Int) -> JournalRecord? { contents[departure(of: id)] }

  /// The number of the first record that detached a model or one above it.
  private func departure(of id: Int) -> Int {
    var way: [Int] = []
    var next: Int? = id
    while let current = next, departures[current] == nil {
      way.append(current)
      // Ids ascend from parent to child: the circle of a damaged journal ends.
      next = parents[current].flatMap { $0 < current ? $0 : nil }
    }
    // A model of which nothing is known was gone before.
    var number =
      next.flatMap { departures[$0] }
      ?? (checkpoint == nil || way.last == checkpoint?.root ? Int.max : 0)
    for current in way.reversed() {
      // It was created below a model that had left.
      if let attached = attachments[current], attached > number { number = 0 }
      number = min(number, detachments[current] ?? Int.max)
      departures[current] = number
    }
    return number
  }
}

extension JournalContents {
  /// The numbers of the records that took models out of their trees: they, or models above them, were
  /// detached. Costs a pass over the available records.
  func departures(of models: Set<JournalNode>) -> Set<Int> {
    var numbers: Set<Int> = []
    for (tree, nodes) in Dictionary(grouping: models, by: \.tree) {
      let departures = ModelDepartures(of: self, tree: tree, until: records.upperBound - 1)
      for node in nodes {
        if let record = departures.record(of: node.id) { numbers.insert(record.number) }
      }
    }
    return numbers
  }

  /// The record that took a model out of its tree; nil for a model that was there at a moment. Costs a
  /// look at each record that is kept.
  package func departure(of node: JournalNode, until moment: Int) -> JournalRecord? {
    ModelDepartures(of: self, tree: node.tree, until: moment).record(of: node.id)
  }

  /// The record that attached a model; nil if it is not kept. Costs a look at each record.
  package func attachment(of node: JournalNode) -> JournalRecord? {
    var latest: JournalRecord?
    forEachRecord(of: [.attached], in: node.tree, until: records.upperBound - 1) { record in
      if record.node == node { latest = record }
    }
    return latest
  }

  /// Calls `body` with the records of some kinds of a tree, up to a moment. The others are not read.
  func forEachRecord(
    of events: Set<JournalEvent>, in tree: Int, until moment: Int, _ body: (JournalRecord) -> Void
  ) {
    forEachRecord(in: 0..<(moment + 1), of: events) { record in
      if record.node.tree == tree { body(record) }
      return true
    }
  }
}

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
  /// make again: the latest first. Costs a pass over the available records.
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

  /// The model's interest that a subscription is; nil if it is to another message.
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
