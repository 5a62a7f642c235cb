package import TreeSnapshot

/// A tree prepared for the rules.
///
/// Making it costs a few passes over the nodes, the subscriptions and the known raisers. What a rule
/// then asks about one subscription or one raiser costs at most a binary search.
package struct LintSubject {
  typealias Entry = MessageIndex.Entry

  /// The tree.
  package let snapshot: Snapshot
  let messages: MessageIndex
  let takers: RaiseTakers
  let sessions: SessionScopes
  /// For each event, and each domain of events, the parts of the tree that it goes through.
  private(set) var eventParts: [MessageKey: OutermostSubtrees] = [:]
  let names: LintNames
  /// Which subscriptions repeat an earlier one of the same node.
  let repeatedSubscriptions: [Bool]
  /// What models are known to raise of a domain, by the key of the whole domain.
  let domainRaises: MessageEntries

  /// Prepares a tree.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - leaked: the models that left it and are still alive; nil if that is not known.
  ///   - missed: the events that were raised before their receivers registered; nil if that is not
  ///     known.
  ///   - cycles: the messages that led to each other in a circle; nil if that is not known.
  package init(
    _ snapshot: Snapshot, leaked: [LeakedModel]? = nil, missed: [MissedEvent]? = nil,
    cycles: [ObservedCycle]? = nil
  ) {
    let columns = snapshot.columns
    var subscriptionNodes: [Int] = []
    var repeatedSubscriptions: [Bool] = []
    var domainRaises = MessageEntries()
    for node in snapshot.positions where columns.hasLists(at: node) {
      let own = columns.subscriptions(of: node)
      var messages: Set<MessageKey> = []
      for record in own {
        subscriptionNodes.append(node)
        repeatedSubscriptions.append(!messages.insert(MessageKey(record)).inserted)
      }
      let raised = columns.raises(of: node)
      for index in raised.indices {
        domainRaises.add(
          Entry(node: node, index: index), of: MessageKey(raised[index]).wholeDomain)
      }
    }
    self.snapshot = snapshot
    self.repeatedSubscriptions = repeatedSubscriptions
    self.domainRaises = domainRaises
    messages = MessageIndex(snapshot)
    takers = RaiseTakers(snapshot, messages, domainRaises)
    sessions = SessionScopes(snapshot)
    names = LintNames(
      snapshot, messages, subscriptionNodes: subscriptionNodes, leaked: leaked, missed: missed,
      cycles: cycles)
    for known in [messages.raisers, domainRaises] {
      for (key, raises) in known.all where key.kind == .event {
        for session in Set(raises.map { sessions.session(ofEventsFrom: $0.node) }).sorted() {
          eventParts[key, default: OutermostSubtrees()].add(session, of: snapshot)
        }
      }
    }
  }

  /// Where models are known to raise what a subscription is for, in document order.
  func raises(for key: MessageKey) -> ArraySlice<Entry> {
    key.code.isNone ? domainRaises[key] : messages.raisers[key]
  }

  /// The messages of a kind that models are known to raise, in document order and one a model.
  func raises(of kind: Message.Kind) -> [(key: MessageKey, entry: Entry)] {
    messages.raisers.all.filter { $0.key.kind == kind }
      .flatMap { key, entries in entries.map { (key, $0) } }
      .sorted { $0.entry.index < $1.entry.index }
  }

  /// A subscription that takes a message; the first one within a range of positions.
  func taker(of key: MessageKey, within range: Range<Int>) -> Entry? {
    let exact = messages.subscriptions[key].first(within: range)
    let whole = messages.subscriptions[key.wholeDomain].first(within: range)
    guard let exact, let whole else { return exact ?? whole }
    return exact.node <= whole.node ? exact : whole
  }

  /// The positions of a registered model and of all below it.
  func subtree(ofSubscription index: Int) -> Range<Int> {
    snapshot[names.subscriptionNodes[index]].subtree
  }
}

// Places.
extension LintSubject {
  /// The place of a model.
  func place(of node: Int) -> LintPlace { LintPlace(names, node: node) }

  /// The place of a subscription; of the model's creation where the subscription's is not known.
  func place(ofSubscription index: Int) -> LintPlace { LintPlace(names, subscription: index) }
}

extension ArraySlice<MessageIndex.Entry> {
  /// The first of these, which are in document order, within a range of positions.
  func first(within range: Range<Int>) -> MessageIndex.Entry? {
    let index = partitionIndex { $0.node >= range.lowerBound }
    return index < endIndex && self[index].node < range.upperBound ? self[index] : nil
  }
}

/// Which subscription takes each error and bubble that a model is known to raise.
///
/// Costs as many steps as there are subscriptions and raised messages: the takers by code and those
/// by whole domain are found apart, and the nearer one takes the message.
struct RaiseTakers: Sendable {
  /// For each raised message, by its index among those of all nodes, the subscription's index; nil
  /// where no model takes it, and for an event.
  private(set) var ofRaise: [Int?]
  /// Which subscriptions take any of them.
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
        // Where a node has the same subscription twice, the first takes the message.
        for taker in messages.subscriptions[key] where takers.last?.node != taker.node {
          takers.append(taker)
        }
        var rest = raises
        for run in snapshot.runs(nearestTo: takers.map(\.node)) where !rest.isEmpty {
          while let raise = rest.first, raise.node < run.positions.upperBound {
            rest.removeFirst()
            // At the same node the code comes before its domain.
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
