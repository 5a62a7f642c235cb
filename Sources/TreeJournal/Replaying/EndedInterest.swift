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
  /// The subscriptions to a message that ended before a moment and were not made again, in the tree
  /// that the app held then: the latest first. Costs a look at each record that is kept.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - moment: the number of the latest record that counts.
  package func endedInterests(in message: Message, at moment: Int) -> [EndedInterest] {
    var finder = InterestFinder(message)
    var tree: Int?
    for segment in segments where segment.firstRecord <= moment + 1 {
      var reader = CheckpointReader(self, segment)
      for replayed in (try? reader.trees()) ?? [] {
        tree = replayed.number
        finder.begin(replayed)
      }
      for number in segment.records where number <= moment {
        switch event(of: number, in: segment) {
        case .attached, .detached, .registered, .unregistered:
          if let record = record(number, in: segment) { finder.take(record) }
        default: break
        }
      }
    }
    return finder.ended.values.filter { $0.node.tree == tree }
      .sorted { first, second in
        let codes = (first.subscription.code ?? "", second.subscription.code ?? "")
        return (first.record.number, first.node.id, codes.1)
          > (second.record.number, second.node.id, codes.0)
      }
  }

  /// What a record says, without the rest of it.
  func event(of number: Int, in segment: Segment) -> JournalEvent? {
    JournalEvent(rawValue: UInt8(truncatingIfNeeded: words[place(of: number, in: segment)]))
  }
}

/// Follows the models that are registered for a message.
private struct InterestFinder {
  struct Interest: Hashable {
    var node: JournalNode
    var code: String?
  }

  private let message: Message
  private var parents: [JournalNode: Int] = [:]
  private var trees: Set<Int> = []
  private var present: [Interest: Subscription] = [:]
  private(set) var ended: [Interest: EndedInterest] = [:]

  init(_ message: Message) { self.message = message }

  /// Begins with a tree as a checkpoint holds it.
  mutating func begin(_ tree: ReplayedTree) {
    guard trees.insert(tree.number).inserted else { return }
    tree.forEachParent { id, parent in
      parents[JournalNode(tree: tree.number, id: id)] = parent
    }
    tree.forEachSubscription { id, subscription in
      register(JournalNode(tree: tree.number, id: id), subscription)
    }
  }

  private mutating func register(_ node: JournalNode, _ subscription: Subscription) {
    guard subscription.kind == message.kind, subscription.domain == message.domain,
      subscription.code ?? message.code == message.code
    else { return }
    let interest = Interest(node: node, code: subscription.code)
    present[interest] = subscription
    ended[interest] = nil
  }

  mutating func take(_ record: JournalRecord) {
    switch record.event {
    case .attached: parents[record.node] = record.parent
    case .registered:
      if let message = record.message {
        register(record.node, message.subscription(source: record.source))
      }
    case .unregistered:
      guard let message = record.message else { return }
      end(Interest(node: record.node, code: message.code), record)
    case .detached:
      for interest in present.keys where isNode(interest.node, below: record.node) {
        end(interest, record)
      }
    default: break
    }
  }

  private mutating func end(_ interest: Interest, _ record: JournalRecord) {
    guard let subscription = present.removeValue(forKey: interest) else { return }
    ended[interest] = EndedInterest(
      node: interest.node, subscription: subscription, record: record)
  }

  private func isNode(_ node: JournalNode, below top: JournalNode) -> Bool {
    guard node.tree == top.tree else { return false }
    var id: Int? = node.id
    // Ids ascend from parent to child: a damaged journal's circle ends.
    while let current = id, current > top.id {
      let parent = parents[JournalNode(tree: node.tree, id: current)]
      id = parent.flatMap { $0 < current ? $0 : nil }
    }
    return id == top.id
  }
}
