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
    Array(coverages(raisedAt: selected))
  }

  /// The same, computed for each message on demand, because all results together take much memory.
  package func coverages(raisedAt selected: [Int]?) -> LazyMapCollection<[MessageKey], Coverage> {
    let (index, asked) = (MessageIndex(self), AskedModels(self, selected))
    return index.messages.lazy.map { asked.coverage(of: $0, in: index) }
  }

  /// The coverage of a message that the tree doesn't declare, handle, or raise: no model gets it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the raisers to include, ascending; nil for all.
  package func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    Coverage(
      message: KnownMessage(kind: message.kind, domain: message.domain, code: message.code),
      key: nil, handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0,
      firstLost: AskedModels(self, selected).firstLost(message.kind))
  }
}

/// The models whose routes a coverage sums up.
struct AskedModels: Sendable {
  private let snapshot: Snapshot
  /// Their positions, ascending; nil for all models.
  private let selected: [Int]?
  private let scopes: SessionScopes
  /// The indices of the sessions from which these models raise events.
  private let raisingSessions: [Int]
  /// By session index: how many of these sessions are the session or around it.
  private let raisingDepths: [Int]
  /// By session: the number of these models whose events reach it.
  private let reach: [Int]

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    self.snapshot = snapshot
    self.selected = selected
    scopes = SessionScopes(snapshot)
    let raising = selected.map(scopes.raiserCounts) ?? scopes.raiserCounts(of: snapshot.positions)
    raisingSessions = raising.indices.filter { raising[$0] > 0 }
    raisingDepths = scopes.reach(raising.map { min($0, 1) })
    reach = scopes.reach(raising)
  }

  /// The coverage of a message of the tree. Costs one step for each of its subscriptions.
  func coverage(of key: MessageKey, in index: MessageIndex) -> Coverage {
    let (takers, raisers) = (index.takers(of: key), index.raisers[key].map(\.node))
    let message = index.message(key)
    return key.kind == .event
      ? event(message, key, takers, raisers) : rising(message, key, takers, raisers)
  }

  private func rising(
    _ message: KnownMessage, _ key: MessageKey, _ takers: [Int], _ raisers: [Int]
  ) -> Coverage {
    var handlers = takers.map { Coverage.Handler(node: $0, from: 0, raisers: 0) }
    var uncaught = 0
    var hidden: [(handler: Int, by: Int)] = []
    var (lost, lostRaisers): ([Int], [Int]) = ([], [])
    for run in snapshot.runs(nearestTo: takers) {
      let count = selected?.elements(in: run.positions).count ?? run.positions.count
      let raisers = raisers.elements(in: run.positions)
      guard let nearest = run.nearest else {
        uncaught += count
        append(lostIn: run.positions, besides: raisers, to: &lost)
        lostRaisers += raisers
        continue
      }
      handlers[nearest].from += count
      handlers[nearest].raisers += raisers.count
      if let next = run.next, run.positions.lowerBound == takers[nearest] {
        hidden.append((next, nearest))
      }
    }
    let shadows = hidden.map { handler, by in
      Coverage.Shadow(node: takers[handler], by: takers[by], from: handlers[by].from)
    }
    return Coverage(
      message: message, key: key, handlers: handlers, uncaught: uncaught, shadows: shadows,
      raisers: raisers.count, lostRaisers: lostRaisers.filter(isAsked), firstLost: lost)
  }

  /// Appends the first of these models at some positions, after others.
  ///
  /// - Parameter others: models at the same positions, ascending.
  private func append(
    lostIn positions: Range<Int>, besides others: ArraySlice<Int>, to models: inout [Int]
  ) {
    if models.count == Coverage.mostLost { return }
    // One more than the number of others suffices to find the rest.
    let most = Coverage.mostLost + others.count
    let asked = selected.map { Array($0.elements(in: positions).prefix(most)) }
    for position in asked ?? Array(positions.prefix(most)) where models.count < Coverage.mostLost {
      if others.first(in: position..<position + 1) == nil { models.append(position) }
    }
  }

  private func event(
    _ message: KnownMessage, _ key: MessageKey, _ takers: [Int], _ raisers: [Int]
  ) -> Coverage {
    let known = scopes.counts(at: takers, raisedAt: raisers)
    let handlers = zip(takers, known).map { taker, raisers in
      Coverage.Handler(node: taker, from: reach[scopes.innermost[taker]], raisers: raisers)
    }
    let lostRaisers = raisers.filter {
      isAsked($0) && takers.first(in: scopes.subtree(of: scopes.index(ofEventsFrom: $0))) == nil
    }
    // The sessions of known raisers come first.
    var lost: [Int] = []
    for raiser in lostRaisers where lost.count < Coverage.mostLost {
      let session = scopes.session(ofEventsFrom: raiser)
      if !lost.contains(session) { lost.append(session) }
    }
    lost += unheardSessions(takers).filter { !lost.contains($0) }
    return Coverage(
      message: message, key: key, handlers: handlers,
      uncaught: (selected?.count ?? snapshot.count) - scopes.raisers(above: takers, reach),
      shadows: [], raisers: raisers.count, lostRaisers: lostRaisers,
      firstLost: Array(lost.prefix(Coverage.mostLost)))
  }

  private func isAsked(_ position: Int) -> Bool {
    selected.map { $0.first(in: position..<position + 1) != nil } ?? true
  }

  /// The first models from which a message of a kind without subscriptions isn't handled or
  /// received.
  func firstLost(_ kind: Message.Kind) -> [Int] {
    if kind == .event { return unheardSessions([]) }
    var models: [Int] = []
    append(lostIn: snapshot.positions, besides: [], to: &models)
    return models
  }

  /// The positions of the first sessions whose events reach none of some models, among the sessions
  /// from which the selected models raise events. Costs a step and a search for each of those
  /// models, and a step for each session in the result.
  ///
  /// - Parameter takers: those models, ascending.
  private func unheardSessions(_ takers: [Int]) -> [Int] {
    var sessions: [Int] = []
    var next = 0
    var nextTaker = 0
    while next < raisingSessions.count, sessions.count < Coverage.mostLost {
      let session = scopes.subtree(of: raisingSessions[next])
      while nextTaker < takers.count, takers[nextTaker] < session.lowerBound {
        nextTaker += 1
      }
      if nextTaker < takers.count, takers[nextTaker] < session.upperBound {
        // After all nested sessions that contain the model.
        let taker = takers[nextTaker]
        let depth = raisingDepths[raisingSessions[next]] - next
        next = (next..<raisingSessions.count).partitionIndex { place in
          let session = raisingSessions[place]
          return !scopes.subtree(of: session).contains(taker)
            || raisingDepths[session] - place != depth
        }
      } else {
        sessions.append(session.lowerBound)
        next += 1
      }
    }
    return sessions
  }
}
