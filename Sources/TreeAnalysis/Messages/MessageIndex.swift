package import TreeSnapshot

/// The subscriptions and the known raisers of a tree by their messages. Costs one pass to make.
package struct MessageIndex: Sendable {
  package typealias Entry = MessageEntries.Entry

  private let snapshot: Snapshot
  package let subscriptions: MessageEntries
  /// One a node.
  package let raisers: MessageEntries
  /// The numbers of all messages of the vocabulary, the subscriptions and the raisers: in the order in
  /// which they are found, first those that the app declares. A whole domain is among them where
  /// none of its codes is known.
  let numbers: [Int]
  private let list: MessageList

  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    let columns = snapshot.columns
    var list = MessageList()
    for record in columns.vocabulary { list.note(record) }
    var subscribed = MessageEntries.Unsorted(capacity: columns.nodes.subscriptions.count)
    var raised = MessageEntries.Unsorted(capacity: columns.nodes.raises.count)
    /// The last node that raises each message, by its number.
    var lastRaisers: [Int32] = []
    for node in snapshot.positions where columns.hasLists(at: node) {
      let own = columns.subscriptions(of: node)
      for index in own.indices {
        subscribed.add(Entry(node: node, index: index), of: list.note(own[index]))
      }
      let raises = columns.raises(of: node)
      for index in raises.indices {
        let message = list.note(raises[index])
        while lastRaisers.count <= message { lastRaisers.append(-1) }
        if lastRaisers[message] == Int32(node) { continue }
        lastRaisers[message] = Int32(node)
        raised.add(Entry(node: node, index: index), of: message)
      }
    }
    self.list = list
    numbers = list.messagesAndDomains
    subscriptions = MessageEntries(subscribed, numbers: list.numbers)
    raisers = MessageEntries(raised, numbers: list.numbers)
  }

  /// The label by which the tree knows a message.
  func label(of key: MessageKey) -> Symbol { list.label(of: key) }

  /// All messages, in that order.
  package var messages: some Sequence<MessageKey> { numbers.lazy.map(key(ofMessage:)) }

  /// The message with a number.
  func key(ofMessage number: Int) -> MessageKey { list.numbers.keys[number] }

  /// The message with a number.
  func subject(_ number: Int) -> MessageSubject {
    .known(key(ofMessage: number), label: list.label(ofMessage: number), snapshot)
  }

  /// Every message of a kind, each once; a whole domain where none of its codes is known.
  package func messages(of kind: Message.Kind) -> [KnownMessage] {
    numbers.filter { key(ofMessage: $0).kind == kind }.map { subject($0).message }
  }

  /// The models that take a message when it comes to them, in document order.
  package func takers(of message: KnownMessage) -> [Int] {
    let symbols = snapshot.columns.symbols
    guard let domain = symbols.find(message.domain) else { return [] }
    // A code that the tree does not hold may still belong to a domain with a subscription.
    let code = message.code.flatMap { symbols.find($0) } ?? Symbol.none
    return takers(of: MessageKey(kind: message.kind, domain: domain, code: code))
  }

  /// The models that take a message when it comes to them, in document order. Costs as many steps
  /// as there are subscriptions for it.
  package func takers(of key: MessageKey) -> [Int] {
    var takers: [Int] = []
    append(
      key.code.isNone ? [] : subscriptions[key], subscriptions[key.wholeDomain],
      to: &takers)
    return takers
  }

  /// Adds the models that take the message with a number when it comes to them, in document order.
  func append(takersOfMessage number: Int, to takers: inout [Int]) {
    let key = key(ofMessage: number)
    append(
      key.code.isNone ? [] : subscriptions.entries(of: number),
      list.wholeDomains.isEmpty ? [] : subscriptions[key.wholeDomain], to: &takers)
  }

  /// Adds the models of the subscriptions for a message and for its domain, in document order.
  private func append(
    _ exact: ArraySlice<Entry>, _ whole: ArraySlice<Entry>, to takers: inout [Int]
  ) {
    var (first, second) = (exact.startIndex, whole.startIndex)
    while first < exact.endIndex || second < whole.endIndex {
      let node = min(
        first < exact.endIndex ? exact[first].node : .max,
        second < whole.endIndex ? whole[second].node : .max)
      takers.append(node)
      // A dump may name the same subscription twice.
      while first < exact.endIndex, exact[first].node == node { first += 1 }
      while second < whole.endIndex, whole[second].node == node { second += 1 }
    }
  }
}
