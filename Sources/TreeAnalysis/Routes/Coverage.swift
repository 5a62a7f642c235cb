public import TreeSnapshot

/// What becomes of one message, wherever in a tree it is raised.
public struct Coverage: Sendable {
  /// A model that takes the message, and from how many models.
  package struct Handler: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// From how many of the models that were asked about it gets the message.
    package var from: Int
    /// How many of them are known to raise it.
    package var raisers: Int
  }

  /// A model that does not get the message because a nearer one does.
  package struct Shadow: Hashable, Sendable {
    /// The position of the model that does not get it.
    package var node: Int
    /// The position of the nearer one.
    package var by: Int
    /// From how many models.
    package var from: Int
  }

  /// The message.
  package var message: KnownMessage
  /// The models that take it, in document order. For an event these are its receivers, of which each
  /// may receive it from the same model.
  package var handlers: [Handler]
  /// From how many models no model takes it.
  package var uncaught: Int
  /// The models that would take it if a nearer one did not, in the order of the nearer ones; none for
  /// an event.
  package var shadows: [Shadow]
  /// How many models are known to raise it.
  package var raisers: Int
  /// The models that are known to raise it and were asked about, and from which no model takes it, in
  /// document order.
  package var lostRaisers: [Int] = []

  /// The handlers that the message never reaches, although models are known to raise it: none of
  /// these is where the message would come from.
  package var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Snapshot {
  /// What becomes of every message that the tree declares, is registered for or raises, raised at
  /// every model.
  ///
  /// Costs one pass over the tree, and for each message as many steps as it has subscriptions.
  ///
  /// - Parameter selected: the positions of the models to ask about, ascending; nil for all.
  /// - Returns: the messages that the app declares first, then the others in document order.
  public func coverage(raisedAt selected: [Int]? = nil) -> [Coverage] {
    let index = MessageIndex(self)
    let asked = Asked(self, selected)
    return index.messages.map { key in
      let takers = index.takers(of: key)
      let raisers = (index.raisers[key] ?? []).map(\.node)
      let message = index.message(key)
      return key.kind == .event
        ? asked.event(message, takers, raisers) : asked.rising(message, takers, raisers)
    }
  }

  /// What becomes of a message that the tree neither declares nor is registered for nor raises: no
  /// model takes it.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - selected: the positions of the models to ask about, ascending; nil for all.
  package func coverage(ofUnknown message: Message, raisedAt selected: [Int]? = nil) -> Coverage {
    Coverage(
      message: KnownMessage(kind: message.kind, domain: message.domain, code: message.code),
      handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0)
  }

  /// The first models from which no model takes a message, in document order; for an event, the
  /// first sessions in which no model receives it.
  ///
  /// Costs as many steps as there are handlers, and as many as are found; for an event a pass over
  /// the tree.
  ///
  /// - Parameters:
  ///   - coverage: what becomes of the message, in this snapshot.
  ///   - selected: the positions of the models that were asked about, ascending; nil for all.
  ///   - limit: how many are wanted.
  package func uncaughtModels(
    of coverage: Coverage, raisedAt selected: [Int]? = nil, limit: Int
  ) -> [Int] {
    let takers = coverage.handlers.map(\.node)
    if coverage.message.kind == .event {
      let asked = Asked(self, selected)
      return asked.unheardSessions(takers).prefix(limit).map { asked.scopes.sessions[$0] }
    }
    var found: [Int] = []
    for run in runs(nearestTo: takers) where run.nearest == nil {
      if let selected {
        found += selected.elements(in: run.positions).prefix(limit - found.count)
      } else {
        found += run.positions.prefix(limit - found.count)
      }
      if found.count == limit { break }
    }
    return found
  }
}

/// The models that are asked about.
private struct Asked {
  private let snapshot: Snapshot
  private let selected: [Int]?
  let scopes: SessionScopes
  /// How many of the models raise their events from each session, and how many such events come to
  /// what is registered in it.
  private let raising: [Int]
  private let reach: [Int]

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    self.snapshot = snapshot
    self.selected = selected
    scopes = SessionScopes(snapshot)
    raising =
      selected.map(scopes.raiserCounts) ?? scopes.raiserCounts(of: snapshot.positions)
    reach = scopes.reach(raising)
  }

  func rising(_ message: KnownMessage, _ takers: [Int], _ raisers: [Int]) -> Coverage {
    var handlers = takers.map { Coverage.Handler(node: $0, from: 0, raisers: 0) }
    var uncaught = 0
    var hidden: [(handler: Int, by: Int)] = []
    var lostRaisers: [Int] = []
    for run in snapshot.runs(nearestTo: takers) {
      let count = selected?.elements(in: run.positions).count ?? run.positions.count
      guard let nearest = run.nearest else {
        uncaught += count
        lostRaisers += raisers.elements(in: run.positions)
        continue
      }
      handlers[nearest].from += count
      if !raisers.isEmpty { handlers[nearest].raisers += raisers.elements(in: run.positions).count }
      if let next = run.next, run.positions.lowerBound == takers[nearest] {
        hidden.append((next, nearest))
      }
    }
    let shadows = hidden.map { handler, by in
      Coverage.Shadow(node: takers[handler], by: takers[by], from: handlers[by].from)
    }
    return Coverage(
      message: message, handlers: handlers, uncaught: uncaught, shadows: shadows,
      raisers: raisers.count, lostRaisers: lostRaisers.filter(isAsked))
  }

  func event(_ message: KnownMessage, _ takers: [Int], _ raisers: [Int]) -> Coverage {
    let raiserReach = raisers.isEmpty ? nil : scopes.reach(scopes.raiserCounts(of: raisers))
    let handlers = takers.map { taker in
      let session = Int(scopes.innermost[taker])
      return Coverage.Handler(
        node: taker, from: reach[session], raisers: raiserReach?[session] ?? 0)
    }
    let unheard = unheardSessions(takers)
    let sessions = Set(unheard.map { scopes.sessions[$0] })
    return Coverage(
      message: message, handlers: handlers, uncaught: unheard.reduce(0) { $0 + raising[$1] },
      shadows: [], raisers: raisers.count,
      lostRaisers: raisers.filter {
        isAsked($0) && sessions.contains(snapshot.eventSession(ofRaiserAt: $0))
      })
  }

  private func isAsked(_ position: Int) -> Bool {
    guard let selected else { return true }
    return !selected.elements(in: position..<position + 1).isEmpty
  }

  /// The indices of the sessions whose events come to none of some models, though one of the models
  /// that are asked about raises them from there.
  func unheardSessions(_ takers: [Int]) -> [Int] {
    scopes.sessions(without: takers).filter { raising[$0] > 0 }
  }
}
