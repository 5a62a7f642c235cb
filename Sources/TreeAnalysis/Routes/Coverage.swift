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
  /// Its key in the tree; nil where the tree does not know it.
  package var key: MessageKey?
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
    Array(coverages(raisedAt: selected))
  }

  /// The same, found for each message when it is asked for: what becomes of many takes much memory.
  package func coverages(raisedAt selected: [Int]?) -> Coverages { Coverages(self, selected) }

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
}

/// What becomes of each message of a tree, found when it is asked for.
package struct Coverages: Sequence, IteratorProtocol {
  private let index: MessageIndex
  private let asked: Asked
  private var position = 0

  fileprivate init(_ snapshot: Snapshot, _ selected: [Int]?) {
    index = MessageIndex(snapshot)
    asked = Asked(snapshot, selected)
  }

  /// How many messages there are.
  package var count: Int { index.numbers.count }

  /// What becomes of the next message. Costs as many steps as it has subscriptions.
  package mutating func next() -> Coverage? {
    guard position < count else { return nil }
    let number = index.numbers[position]
    position += 1
    let takers = index.takers(ofMessage: number)
    let raisers = index.raisers.entries(of: number).map(\.node)
    let (key, message) = (index.key(ofMessage: number), index.message(number))
    var coverage =
      key.kind == .event
      ? asked.event(message, takers, raisers) : asked.rising(message, takers, raisers)
    coverage.key = key
    return coverage
  }
}

/// Finds the models from which no model takes a message, for one message after the other.
package struct UncaughtModels {
  private let snapshot: Snapshot
  private let asked: Asked

  /// Prepares a tree. Costs a pass over it.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - selected: the positions of the models that were asked about, ascending; nil for all.
  package init(_ snapshot: Snapshot, raisedAt selected: [Int]? = nil) {
    self.snapshot = snapshot
    asked = Asked(snapshot, selected)
  }

  /// The first models from which no model takes a message, in document order; for an event, the
  /// first sessions in which no model receives it.
  ///
  /// Costs as many steps as there are handlers, and as many as are found.
  ///
  /// - Parameters:
  ///   - coverage: what becomes of the message, in this tree.
  ///   - limit: how many are wanted.
  package func first(_ limit: Int, of coverage: Coverage) -> [Int] {
    if limit == 0 { return [] }
    let takers = coverage.handlers.map(\.node)
    if coverage.message.kind == .event {
      return asked.unheardSessions(takers, limit: limit)
    }
    var found: [Int] = []
    for run in snapshot.runs(nearestTo: takers) where run.nearest == nil {
      if let selected = asked.selected {
        found += selected.elements(in: run.positions).prefix(limit - found.count)
      } else {
        found += run.positions.prefix(limit - found.count)
      }
      if found.count == limit { break }
    }
    return found
  }
}

/// The models that are asked about. A class: closures that look at it would copy all of a struct.
private final class Asked {
  private let snapshot: Snapshot
  let selected: [Int]?
  private let scopes: SessionScopes
  /// The indices of the sessions that the models raise events from.
  private let raisingSessions: [Int]
  /// How many such events come to what is registered in each session.
  private let reach: [Int]
  /// How many models there are.
  private let count: Int

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    self.snapshot = snapshot
    self.selected = selected
    scopes = SessionScopes(snapshot)
    let raising = selected.map(scopes.raiserCounts) ?? scopes.raiserCounts(of: snapshot.positions)
    raisingSessions = raising.indices.filter { raising[$0] > 0 }
    reach = scopes.reach(raising)
    count = selected?.count ?? snapshot.count
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
      raisers: raisers.count,
      lostRaisers: selected == nil ? lostRaisers : lostRaisers.filter(isAsked))
  }

  func event(_ message: KnownMessage, _ takers: [Int], _ raisers: [Int]) -> Coverage {
    let raiserCounts = scopes.counts(at: takers, raisedAt: raisers)
    let handlers = takers.indices.map { index in
      Coverage.Handler(
        node: takers[index], from: reach[Int(scopes.innermost[takers[index]])],
        raisers: raiserCounts[index])
    }
    return Coverage(
      message: message, handlers: handlers, uncaught: count - scopes.raisers(above: takers, reach),
      shadows: [], raisers: raisers.count,
      lostRaisers: raisers.filter {
        isAsked($0) && isUnheard(in: scopes.index(ofEventsFrom: $0), takers)
      })
  }

  private func isAsked(_ position: Int) -> Bool {
    guard let selected else { return true }
    return !selected.elements(in: position..<position + 1).isEmpty
  }

  private func isUnheard(in session: Int, _ takers: [Int]) -> Bool {
    takers.elements(in: scopes.subtree(of: session)).isEmpty
  }

  /// The positions of the first sessions whose events come to none of some models, though one of the
  /// models that are asked about raises them from there.
  func unheardSessions(_ takers: [Int], limit: Int) -> [Int] {
    var found: [Int] = []
    for session in raisingSessions where isUnheard(in: session, takers) {
      found.append(scopes.sessions[session])
      if found.count == limit { break }
    }
    return found
  }
}
