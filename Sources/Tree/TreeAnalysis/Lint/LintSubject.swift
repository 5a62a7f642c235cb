import TextIO
package import TreeSnapshot

/// A tree prepared for the rules.
///
/// Preparing it costs a few passes over the nodes, the subscriptions, and the known raisers. A
/// rule's query about one subscription or raiser then costs at most a binary search.
package struct LintSubject {
  typealias Entry = MessageIndex.Entry

  /// The tree.
  package let snapshot: Snapshot
  let messages: MessageIndex
  let takers: RaiseTakers
  let sessions: SessionScopes
  /// By event, or domain of events: the parts of the tree where it is delivered.
  private(set) var eventParts: [MessageKey: OutermostSubtrees] = [:]
  let names: LintNames
  /// By subscription: whether it repeats an earlier one of the same node.
  let repeatedSubscriptions: [Bool]
  /// The messages of a domain that models are known to raise, by the key of the whole domain.
  let domainRaises: MessageEntries

  /// Prepares a tree.
  package init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var subscriptionNodes: [Int] = []
    var repeatedSubscriptions: [Bool] = []
    var domainRaises = MessageEntries()
    for node in snapshot.positions where columns.nodes.hasLists(at: node) {
      let own = columns.nodes.subscriptions(of: node)
      var messages: Set<MessageKey> = []
      for record in own {
        subscriptionNodes.append(node)
        repeatedSubscriptions.append(!messages.insert(MessageKey(record)).inserted)
      }
      let raised = columns.nodes.raises(of: node)
      for index in raised.indices {
        domainRaises.add(Entry(node: node, index: index), of: MessageKey(raised[index]).wholeDomain)
      }
    }
    self.snapshot = snapshot
    self.repeatedSubscriptions = repeatedSubscriptions
    self.domainRaises = domainRaises
    messages = MessageIndex(snapshot)
    takers = RaiseTakers(snapshot, messages, domainRaises)
    sessions = SessionScopes(snapshot)
    names = LintNames(snapshot, messages, subscriptionNodes: subscriptionNodes)
    for known in [messages.raisers, domainRaises] {
      for (key, raises) in known.all where key.kind == .event {
        for session in Set(raises.map { sessions.session(ofEventsFrom: $0.node) }).sorted() {
          eventParts[key, default: OutermostSubtrees()].add(session, of: snapshot)
        }
      }
    }
  }

  /// The raisers of a subscription's messages, in document order.
  func raises(for key: MessageKey) -> ArraySlice<Entry> {
    key.code.isNone ? domainRaises[key] : messages.raisers[key]
  }

  /// The messages of a kind that models are known to raise, in document order, one per model.
  func raises(of kind: Message.Kind) -> [(key: MessageKey, entry: Entry)] {
    messages.raisers.all.filter { $0.key.kind == kind }
      .flatMap { key, entries in entries.map { (key, $0) } }
      .sorted { $0.entry.index < $1.entry.index }
  }

  /// The first subscription for a message within a range of positions.
  func taker(of key: MessageKey, within range: Range<Int>) -> Entry? {
    let exact = messages.subscriptions[key].first(within: range)
    let whole = messages.subscriptions[key.wholeDomain].first(within: range)
    guard let exact, let whole else { return exact ?? whole }
    return exact.node <= whole.node ? exact : whole
  }

  /// The positions of a subscribed model and its descendants.
  func subtree(ofSubscription index: Int) -> Range<Int> {
    snapshot[names.subscriptionNodes[index]].subtree
  }
}

// Places.
extension LintSubject {
  /// The place of a model.
  func place(of node: Int) -> LintPlace { LintPlace(names: names, model: node) }

  /// The place of a subscription, or of the model's creation if the subscription's is unknown.
  func place(ofSubscription index: Int) -> LintPlace {
    LintPlace(names: names, model: names.subscriptionNodes[index], subscription: index)
  }
}

extension ArraySlice<MessageIndex.Entry> {
  /// The first of some entries, in document order, within a range of positions.
  func first(within range: Range<Int>) -> MessageIndex.Entry? {
    let index = partitionIndex { $0.node >= range.lowerBound }
    return index < endIndex && self[index].node < range.upperBound ? self[index] : nil
  }
}

/// The subscription that handles each raised error and bubble.
///
/// Costs one step per subscription and raised message: handlers by code and by whole domain are
/// found separately, and the nearer one handles the message.
struct RaiseTakers: Sendable {
  /// By raised message, with its index among those of all nodes: the subscription's index; nil for
  /// an event, or if no model handles it.
  private(set) var ofRaise: [Int?]
  /// By subscription: whether it handles any of them.
  private(set) var takes: [Bool]

  init(
    _ snapshot: Snapshot, _ messages: MessageIndex,
    _ domainRaises: MessageEntries
  ) {
    ofRaise = Array(repeating: nil, count: snapshot.columns.nodes.raises.count)
    takes = Array(repeating: false, count: snapshot.columns.nodes.subscriptions.count)
    var nodes = [Int](repeating: -1, count: ofRaise.count)
    for raises in [messages.raisers, domainRaises] {
      for (key, raises) in raises.all where key.kind != .event {
        var takers: [MessageIndex.Entry] = []
        // If a node has a subscription twice, the first handles the message.
        for taker in messages.subscriptions[key] where takers.last?.node != taker.node {
          takers.append(taker)
        }
        var rest = raises
        for run in snapshot.runs(nearestTo: takers.map(\.node)) where !rest.isEmpty {
          while let raise = rest.first, raise.node < run.positions.upperBound {
            rest.removeFirst()
            // At the same node, a code takes precedence over its domain.
            guard let nearest = run.nearest, takers[nearest].node > nodes[raise.index] else {
              continue
            }
            nodes[raise.index] = takers[nearest].node
            ofRaise[raise.index] = takers[nearest].index
          }
        }
      }
    }
    for case let taker? in ofRaise { takes[taker] = true }
  }
}
