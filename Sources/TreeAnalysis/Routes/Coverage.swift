public import TreeSnapshot

/// What becomes of one message, wherever in a tree it is raised.
public struct Coverage: Sendable {
  /// A model that takes the message, and from how many models.
  public struct Handler: Hashable, Sendable {
    /// The model's position.
    public var node: Int
    /// From how many of the models that were asked about it gets the message.
    public var from: Int
    /// How many of them are known to raise it.
    public var raisers: Int
  }

  /// A model that does not get the message because a nearer one does.
  public struct Shadow: Hashable, Sendable {
    /// The position of the model that does not get it.
    public var node: Int
    /// The position of the nearer one.
    public var by: Int
    /// From how many models.
    public var from: Int
  }

  /// The message.
  public var message: KnownMessage
  /// Who takes it, in document order. For an event these are its receivers, of which each may get
  /// it from the same model.
  public var handlers: [Handler]
  /// From how many models nobody takes it.
  public var uncaught: Int
  /// Who would take it if a nearer one did not, in the order of the nearer ones; none for an event.
  public var shadows: [Shadow]
  /// How many models are known to raise it.
  public var raisers: Int

  /// The handlers that the message never reaches, though somebody is known to raise it: nobody who
  /// does stands where the message would come to them.
  public var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Snapshot {
  /// What becomes of every message that the tree declares, listens for or raises, raised at every
  /// model.
  ///
  /// Costs one pass over the tree, and for each message as many steps as it has registrations.
  ///
  /// - Parameter selected: the positions of the models to ask about, ascending; nil for all.
  /// - Returns: the messages that the app declares first, then the others in document order.
  public func coverage(raisedAt selected: [Int]? = nil) -> [Coverage] {
    let index = MessageIndex(self)
    let asked = Asked(self, selected)
    return index.messages.map { key in
      key.kind == .event ? asked.event(key, index) : asked.rising(key, index)
    }
  }
}

extension Snapshot {
  /// What becomes of a message that the tree neither declares nor listens for nor raises: nobody
  /// takes it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the models to ask about, ascending; nil for all.
  public func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    Coverage(
      message: KnownMessage(kind: message.kind, domain: message.domain, code: message.code),
      handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0)
  }

  /// The first models from which nobody takes a message, in document order; for an event, the first
  /// sessions in which nobody hears it.
  ///
  /// Costs as many steps as there are handlers, and as many as are found; for an event a pass over
  /// the tree.
  ///
  /// - Parameters:
  ///   - coverage: what becomes of the message, in this snapshot.
  ///   - selected: the positions of the models that were asked about, ascending; nil for all.
  ///   - limit: how many are wanted.
  public func uncaughtModels(
    of coverage: Coverage, raisedAt selected: [Int]? = nil, limit: Int
  ) -> [Int] {
    let takers = coverage.handlers.map(\.node)
    if coverage.message.kind == .event {
      return Array(SessionCounts(self, selected).unheardSessions(takers).prefix(limit))
    }
    var found: [Int] = []
    var next = 0
    var position = 0
    while position < count, found.count < limit {
      while next < takers.count, takers[next] < position { next += 1 }
      if next < takers.count, takers[next] == position {
        position = self[position].subtree.upperBound
      } else {
        if selected.map({ $0.count(in: position..<position + 1) > 0 }) ?? true {
          found.append(position)
        }
        position += 1
      }
    }
    return found
  }
}

/// The models that are asked about, counted so that a subtree's number of them is one subtraction.
private struct Asked {
  private let snapshot: Snapshot
  /// How many of the models before a position are asked about; nil where all are.
  private let before: [Int32]?
  /// The models from which events go down from each session, that of the sessions around it
  /// included: how many may raise what a model of this session hears.
  private let sessions: SessionCounts

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    self.snapshot = snapshot
    before = selected.map { Self.counts($0, snapshot.count) }
    sessions = SessionCounts(snapshot, selected)
  }

  fileprivate static func counts(_ ascending: [Int], _ count: Int) -> [Int32] {
    var before = [Int32](repeating: 0, count: count + 1)
    for position in ascending { before[position + 1] = 1 }
    for position in 0..<count { before[position + 1] += before[position] }
    return before
  }

  private func count(in range: Range<Int>) -> Int {
    guard let before else { return range.count }
    return Int(before[range.upperBound] - before[range.lowerBound])
  }

  // MARK: Errors and bubbles

  func rising(_ key: MessageIndex.Key, _ index: MessageIndex) -> Coverage {
    let takers = index.takers(of: key)
    let raisers = index.raisers[key] ?? []
    var handlers = takers.map { taker in
      let subtree = snapshot[taker.node].subtree
      return Coverage.Handler(
        node: taker.node, from: count(in: subtree), raisers: raisers.count(in: subtree))
    }
    // What a nearer handler takes does not come to the one around it.
    var around: [Int?] = []
    var open: [Int] = []
    var uncaught = count(in: snapshot.positions)
    for (place, taker) in takers.enumerated() {
      while let last = open.last, snapshot[takers[last].node].subtree.upperBound <= taker.node {
        open.removeLast()
      }
      around.append(open.last)
      open.append(place)
    }
    for (place, outer) in around.enumerated() {
      let subtree = snapshot[takers[place].node].subtree
      if let outer {
        handlers[outer].from -= count(in: subtree)
        handlers[outer].raisers -= raisers.count(in: subtree)
      } else {
        uncaught -= count(in: subtree)
      }
    }
    let shadows = around.enumerated().compactMap { place, outer in
      outer.map {
        Coverage.Shadow(
          node: handlers[$0].node, by: handlers[place].node, from: handlers[place].from)
      }
    }
    return Coverage(
      message: index.message(key), handlers: handlers, uncaught: uncaught, shadows: shadows,
      raisers: raisers.count)
  }

  // MARK: Events

  func event(_ key: MessageIndex.Key, _ index: MessageIndex) -> Coverage {
    let takers = index.takers(of: key)
    let raisers = index.raisers[key] ?? []
    let raiserCounts = raisers.isEmpty ? nil : SessionCounts(snapshot, raisers, like: sessions)
    let handlers = takers.map { taker in
      Coverage.Handler(
        node: taker.node, from: sessions.reaching(taker.node),
        raisers: raiserCounts?.reaching(taker.node) ?? 0)
    }
    return Coverage(
      message: index.message(key), handlers: handlers,
      uncaught: sessions.unheard(takers.map(\.node)), shadows: [], raisers: raisers.count)
  }
}
