import TextIO
public import TreeSnapshot

/// The routes of one message, raised at every model of a tree, summed up.
public struct Coverage: Sendable {
  /// A model that handles or receives the message, and from how many models.
  package struct Handler: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// The number of selected models whose message it gets.
    package var from: Int
    /// The number of those models that are known to raise it.
    package var raisers: Int
  }

  /// A model that doesn't get the message because a nearer one does.
  package struct Shadow: Hashable, Sendable {
    /// The position of the model that doesn't get it.
    package var node: Int
    /// The position of the nearer model.
    package var by: Int
    /// The number of selected models for which this is so.
    package var from: Int
  }

  /// The message.
  package let message: KnownMessage
  /// Its key in the tree; nil if the tree doesn't know it.
  package let key: MessageKey?
  /// The models that handle it, in document order. For an event, these are its receivers, several
  /// of which may receive it from the same model.
  package var handlers: [Handler]
  /// The number of models whose message isn't handled or received.
  package var uncaught: Int
  /// The models that would handle it without a nearer handler, in the order of the nearer ones;
  /// none for an event.
  package var shadows: [Shadow]
  /// The number of models that are known to raise it.
  package var raisers: Int
  /// The selected models that are known to raise it and whose message isn't handled or received, in
  /// document order.
  package var lostRaisers: [Int] = []
  /// The first other selected models whose message isn't handled, in document order. For an event,
  /// the first sessions from which selected models raise it without a receiver; those of
  /// `lostRaisers` come first. At most `mostLost`.
  package var firstLost: [Int] = []

  /// The maximum number to keep: enough to name five and to know whether there are more.
  package static let mostLost = 6

  /// The handlers that the message never reaches, although it has known raisers.
  package var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Snapshot {
  /// Returns the routes of every message that the tree declares, handles, or raises, raised at
  /// every model, summed up.
  ///
  /// Costs one pass over the tree, and for each message one step for each of its subscriptions.
  ///
  /// - Parameter selected: the positions of the raisers to include, ascending; nil for all.
  /// - Returns: the declared messages first, then the others in document order.
  public func coverage(raisedAt selected: [Int]? = nil) -> [Coverage] {
    let (index, asked) = (MessageIndex(self), AskedModels(self, selected))
    return index.messages.map { asked.coverage(of: $0, in: index) }
  }

  /// The coverage of a message that the tree doesn't declare, handle, or raise: no model gets it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the raisers to include, ascending; nil for all.
  package func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    AskedModels(self, selected).coverage(
      of: KnownMessage(kind: message.kind, domain: message.domain, code: message.code), nil,
      takers: [], raisers: [])
  }
}

/// The models whose routes a coverage sums up.
struct AskedModels: Sendable {
  private let snapshot: Snapshot
  /// Their positions, ascending.
  private let asked: [Int]
  private let scopes: SessionScopes
  /// By session: how many of these models raise their events there.
  private let raising: [Int]
  /// By session: how many of these models' events reach it.
  private let reach: [Int]

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    self.snapshot = snapshot
    asked = selected ?? Array(snapshot.positions)
    scopes = SessionScopes(snapshot)
    raising = scopes.raiserCounts(of: asked)
    reach = scopes.reach(raising)
  }

  /// The coverage of a message of the tree. Costs a few searches for each of its subscriptions.
  func coverage(of key: MessageKey, in index: MessageIndex) -> Coverage {
    coverage(
      of: index.message(key), key, takers: index.takers(of: key),
      raisers: index.raisers[key].map(\.node))
  }

  /// The coverage of a message that some models of the tree, ascending, get and raise.
  func coverage(
    of message: KnownMessage, _ key: MessageKey?, takers: [Int], raisers: [Int]
  ) -> Coverage {
    var coverage = Coverage(
      message: message, key: key, handlers: [], uncaught: 0, shadows: [], raisers: raisers.count)
    if message.kind == .event {
      addEvent(takers, raisers, to: &coverage)
    } else {
      addRising(takers, raisers, to: &coverage)
    }
    return coverage
  }

  /// A handler gets the message from the models below it, less those below a nearer handler.
  private func addRising(_ takers: [Int], _ raisers: [Int], to coverage: inout Coverage) {
    var handlers = takers.map { taker in
      let subtree = snapshot[taker].subtree
      return Coverage.Handler(
        node: taker, from: asked.elements(in: subtree).count,
        raisers: raisers.elements(in: subtree).count)
    }
    coverage.uncaught = asked.count
    var unhandled: [Range<Int>] = []
    var start = 0
    /// The indices of the handlers around the present one, the nearest last.
    var open: [Int] = []
    var hidden: [(by: Int, handler: Int)] = []
    for (index, taker) in takers.enumerated() {
      while let last = open.last, snapshot[takers[last]].subtree.upperBound <= taker {
        open.removeLast()
      }
      if let around = open.last {
        handlers[around].from -= handlers[index].from
        handlers[around].raisers -= handlers[index].raisers
        hidden.append((index, around))
      } else {
        coverage.uncaught -= handlers[index].from
        unhandled.append(start..<taker)
        start = snapshot[taker].subtree.upperBound
      }
      open.append(index)
    }
    unhandled.append(start..<snapshot.count)
    coverage.handlers = handlers
    coverage.shadows = hidden.map { by, handler in
      Coverage.Shadow(node: takers[handler], by: takers[by], from: handlers[by].from)
    }
    for range in unhandled {
      let lost = raisers.elements(in: range).filter(isAsked)
      coverage.lostRaisers += lost
      for model in asked.elements(in: range) {
        if coverage.firstLost.count == Coverage.mostLost { break }
        if !lost[...].holds(model) { coverage.firstLost.append(model) }
      }
    }
  }

  private func addEvent(_ takers: [Int], _ raisers: [Int], to coverage: inout Coverage) {
    func isHeard(_ session: Int) -> Bool {
      !takers.elements(in: scopes.subtree(of: session)).isEmpty
    }
    coverage.handlers = zip(takers, scopes.counts(at: takers, raisedAt: raisers)).map {
      Coverage.Handler(node: $0, from: reach[scopes.innermost[$0]], raisers: $1)
    }
    coverage.uncaught = asked.count - scopes.raisers(above: takers, reach)
    if coverage.uncaught == 0 { return }
    coverage.lostRaisers = raisers.filter {
      isAsked($0) && !isHeard(scopes.index(ofEventsFrom: $0))
    }
    // The sessions of known raisers come first.
    var lost: [Int] = []
    func add(_ session: Int) {
      if lost.count < Coverage.mostLost, !lost.contains(session) { lost.append(session) }
    }
    for raiser in coverage.lostRaisers { add(scopes.index(ofEventsFrom: raiser)) }
    for session in raising.indices where lost.count < Coverage.mostLost {
      if raising[session] > 0, !isHeard(session) { add(session) }
    }
    coverage.firstLost = lost.map { scopes.sessions[$0] }
  }

  private func isAsked(_ position: Int) -> Bool { asked.holds(position) }
}
