import TextIO
import TreeSnapshot

/// The models that are asked about. A class: closures that look at it would copy all of a struct.
final class AskedModels {
  private let snapshot: Snapshot
  private let selected: [Int]?
  private let scopes: SessionScopes
  /// The indices of the sessions that the models raise events from.
  private let raisingSessions: [Int]
  /// How many of these are a session or around it, by its index.
  private let raisingDepths: [Int]
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
    raisingDepths = scopes.reach(raising.map { min($0, 1) })
    reach = scopes.reach(raising)
    count = selected?.count ?? snapshot.count
  }

  func rising(_ subject: MessageSubject, _ takers: [Int], _ raisers: [Int]) -> Coverage {
    var handlers = takers.map { Coverage.Handler(node: $0, from: 0, raisers: 0) }
    var uncaught = 0
    var hidden: [(handler: Int, by: Int)] = []
    var lostRaisers: [Int] = []
    var firstLost: [Int] = []
    for run in snapshot.runs(nearestTo: takers) {
      let count = selected?.elements(in: run.positions).count ?? run.positions.count
      guard let nearest = run.nearest else {
        uncaught += count
        append(lostIn: run.positions, besides: raisers, to: &firstLost)
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
      subject: subject, handlers: handlers, uncaught: uncaught, shadows: shadows,
      raisers: raisers.count,
      lostRaisers: selected == nil ? lostRaisers : lostRaisers.filter(isAsked),
      firstLost: firstLost)
  }

  /// Adds the first of the models that were asked about at some positions, besides others.
  private func append(lostIn positions: Range<Int>, besides others: [Int], to models: inout [Int]) {
    func append(_ lost: some Sequence<Int>) {
      for position in lost where others.first(in: position..<position + 1) == nil {
        models.append(position)
        if models.count == Coverage.mostLost { break }
      }
    }
    if models.count == Coverage.mostLost { return }
    models.reserveCapacity(Coverage.mostLost)
    if let selected { append(selected.elements(in: positions)) } else { append(positions) }
  }

  func event(_ subject: MessageSubject, _ takers: [Int], _ raisers: [Int]) -> Coverage {
    let raiserCounts = scopes.counts(at: takers, raisedAt: raisers)
    let handlers = takers.indices.map { index in
      Coverage.Handler(
        node: takers[index], from: reach[Int(scopes.innermost[takers[index]])],
        raisers: raiserCounts[index])
    }
    return Coverage(
      subject: subject, handlers: handlers, uncaught: count - scopes.raisers(above: takers, reach),
      shadows: [], raisers: raisers.count,
      lostRaisers: raisers.filter {
        isAsked($0) && isUnheard(in: scopes.index(ofEventsFrom: $0), takers)
      }, firstLost: unheardSessions(takers))
  }

  private func isAsked(_ position: Int) -> Bool {
    guard let selected else { return true }
    return !selected.elements(in: position..<position + 1).isEmpty
  }

  private func isUnheard(in session: Int, _ takers: [Int]) -> Bool {
    takers.first(in: scopes.subtree(of: session)) == nil
  }

  /// The first models from which no model takes a message of a kind that nobody is registered for.
  func firstLost(_ kind: Message.Kind) -> [Int] {
    if kind == .event { return unheardSessions([]) }
    var models: [Int] = []
    append(lostIn: snapshot.positions, besides: [], to: &models)
    return models
  }

  /// The positions of the first sessions whose events come to none of some models, though one of the
  /// models that are asked about raises them from there. Costs two searches for each of those models, and
  /// one for each session that is found.
  private func unheardSessions(_ takers: [Int]) -> [Int] {
    var found: [Int] = []
    var next = 0
    while next < raisingSessions.count, found.count < Coverage.mostLost {
      Steps.note()
      let session = scopes.subtree(of: raisingSessions[next])
      if let taker = takers.first(in: session) {
        // Behind all sessions, one in the other, that the model is in.
        let depth = raisingDepths[raisingSessions[next]] - next
        next = (next..<raisingSessions.count).partitionIndex { place in
          let session = raisingSessions[place]
          return !scopes.subtree(of: session).contains(taker)
            || raisingDepths[session] - place != depth
        }
      } else {
        found.append(session.lowerBound)
        next += 1
      }
    }
    return found
  }
}
