package import TreeSnapshot

/// Who takes each message of a tree, wherever it is raised: for asking about many messages. Costs one
/// pass over the tree to make.
package struct RouteTable {
  /// What becomes of a rising message that is raised at some models.
  package struct Share: Hashable {
    /// The model that takes it; nil where nobody does.
    package var handler: Int?
    /// How many of the models this is true for.
    package var count: Int
    /// The first of them.
    package var first: Int
  }

  private let snapshot: Snapshot
  private let index: MessageIndex

  /// Looks through a tree.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    index = MessageIndex(snapshot)
  }

  /// The messages of a kind that the tree declares, listens for or raises, each once; a whole domain
  /// where nothing is known of its codes.
  package func messages(_ kind: Message.Kind) -> [KnownMessage] {
    index.messages.filter { $0.kind == kind }.map(index.message)
  }

  /// The models that take a message when it comes to them, in document order.
  package func takers(of message: KnownMessage) -> [Int] {
    let symbols = snapshot.columns.symbols
    guard let domain = symbols.find(message.domain) else { return [] }
    // A code that the tree does not hold may still belong to a domain that is listened for whole.
    let code = message.code.flatMap { symbols.find($0) } ?? Symbol.none
    return index.takers(of: MessageIndex.Key(kind: message.kind, domain: domain, code: code))
      .map(\.node)
  }

  /// Who takes an error or a bubble, by how many raisers.
  ///
  /// Costs as many steps as there are takers and raisers; where all models raise it, only the takers
  /// count.
  ///
  /// - Parameters:
  ///   - takers: who takes the message, in document order.
  ///   - raisers: who raises it, ascending; nil for every model.
  package func shares(of takers: [Int], raisedAt raisers: [Int]?) -> [Share] {
    if let raisers { return shares(of: takers, raisers) }
    var shares: [Share] = []
    var open: [Int] = []
    var covered = 0
    var firstLoose = 0
    for (place, taker) in takers.enumerated() {
      let subtree = snapshot[taker].subtree
      while let last = open.last, snapshot[takers[last]].subtree.upperBound <= taker {
        open.removeLast()
      }
      if let outer = open.last {
        shares[outer].count -= subtree.count
      } else {
        covered += subtree.count
        if firstLoose == taker { firstLoose = subtree.upperBound }
      }
      shares.append(Share(handler: taker, count: subtree.count, first: taker))
      open.append(place)
    }
    let loose = snapshot.count - covered
    if loose > 0 { shares.append(Share(handler: nil, count: loose, first: firstLoose)) }
    return shares
  }

  private func shares(of takers: [Int], _ raisers: [Int]) -> [Share] {
    var shares: [Share] = []
    var places: [Int: Int] = [:]
    var open: [Int] = []
    var next = 0
    for raiser in raisers {
      while next < takers.count, takers[next] <= raiser {
        while let last = open.last, snapshot[last].subtree.upperBound <= takers[next] {
          open.removeLast()
        }
        open.append(takers[next])
        next += 1
      }
      while let last = open.last, snapshot[last].subtree.upperBound <= raiser { open.removeLast() }
      let handler = open.last
      if let place = places[handler ?? -1] {
        shares[place].count += 1
      } else {
        places[handler ?? -1] = shares.count
        shares.append(Share(handler: handler, count: 1, first: raiser))
      }
    }
    return shares
  }
}
