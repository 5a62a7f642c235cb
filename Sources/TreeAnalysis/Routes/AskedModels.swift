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

  /// The models that a message is about, found for one message after the other: their memory stays.
  struct Models {
    /// The models that take it, in document order.
    var takers: [Int] = []
    /// The models that are known to raise it, in document order.
    var raisers: [Int] = []
    /// The first models from which no model takes it, as far as they were found.
    fileprivate var lost: [Int] = []
    /// Those of the last event, and of the last other message: mostly the next one is lost at the same, and
    /// shares their array then.
    private var lastLost: (event: [Int], other: [Int]) = ([], [])
    fileprivate var walk = NearestWalk()

    /// Forgets the message before.
    mutating func removeAll() {
      if !takers.isEmpty { takers.removeAll(keepingCapacity: true) }
      if !raisers.isEmpty { raisers.removeAll(keepingCapacity: true) }
      if !lost.isEmpty { lost.removeAll(keepingCapacity: true) }
      walk.restart()
    }

    /// What `Coverage.firstLost` becomes.
    fileprivate mutating func firstLost(_ kind: Message.Kind) -> [Int] {
      func kept(_ last: inout [Int], _ lost: [Int]) -> [Int] {
        if last != lost { last = lost }
        return last
      }
      return kind == .event ? kept(&lastLost.event, lost) : kept(&lastLost.other, lost)
    }
  }

  /// What becomes of an error or a bubble.
  func rising(_ subject: MessageSubject, _ models: inout Models) -> Coverage {
    let columns = snapshot.columns
    var handlers = models.takers.map { Coverage.Handler(node: $0, from: 0, raisers: 0) }
    var uncaught = 0
    var hidden: [(handler: Int, by: Int)] = []
    var lostRaisers: [Int] = []
    while let run = models.walk.next(models.takers, columns) {
      let count = selected?.elements(in: run.positions).count ?? run.positions.count
      let raisers = models.raisers.isEmpty ? [] : models.raisers.elements(in: run.positions)
      guard let nearest = run.nearest else {
        uncaught += count
        append(lostIn: run.positions, besides: raisers, to: &models.lost)
        if !raisers.isEmpty { lostRaisers += raisers }
        continue
      }
      handlers[nearest].from += count
      handlers[nearest].raisers += raisers.count
      if let next = run.next, run.positions.lowerBound == models.takers[nearest] {
        hidden.append((next, nearest))
      }
    }
    let shadows = hidden.map { handler, by in
      Coverage.Shadow(node: models.takers[handler], by: models.takers[by], from: handlers[by].from)
    }
    return Coverage(
      subject: subject, handlers: handlers, uncaught: uncaught, shadows: shadows,
      raisers: models.raisers.count,
      lostRaisers: selected == nil ? lostRaisers : lostRaisers.filter(isAsked),
      firstLost: models.firstLost(subject.kind))
  }

  /// Adds the first of the models that were asked about at some positions, besides others.
  ///
  /// - Parameter others: these are there, too, ascending.
  private func append(
    lostIn positions: Range<Int>, besides others: ArraySlice<Int>, to models: inout [Int]
  ) {
    var others = others
    func append(_ lost: some Sequence<Int>) {
      for position in lost {
        while let other = others.first, other < position { others.removeFirst() }
        if others.first == position { continue }
        models.append(position)
        if models.count == Coverage.mostLost { break }
      }
    }
    if models.count == Coverage.mostLost { return }
    if let selected { append(selected.elements(in: positions)) } else { append(positions) }
  }

  /// What becomes of an event.
  func event(_ subject: MessageSubject, _ models: inout Models) -> Coverage {
    let (takers, raisers) = (models.takers, models.raisers)
    var handlers = takers.map { taker in
      Coverage.Handler(node: taker, from: reach[Int(scopes.innermost[taker])], raisers: 0)
    }
    if !raisers.isEmpty {
      for (place, count) in scopes.counts(at: takers, raisedAt: raisers).enumerated() {
        handlers[place].raisers = count
      }
    }
    append(unheardBy: takers, to: &models.lost)
    let lostRaisers = raisers.filter {
      isAsked($0) && isUnheard(in: scopes.index(ofEventsFrom: $0), takers)
    }
    if !lostRaisers.isEmpty { put(first: lostRaisers, among: &models.lost) }
    return Coverage(
      subject: subject, handlers: handlers, uncaught: count - scopes.raisers(above: takers, reach),
      shadows: [], raisers: raisers.count, lostRaisers: lostRaisers,
      firstLost: models.firstLost(subject.kind))
  }

  /// Puts the sessions first that models are known to raise an event from.
  private func put(first raisers: [Int], among sessions: inout [Int]) {
    var first: [Int] = []
    for raiser in raisers where first.count < Coverage.mostLost {
      let session = scopes.subtree(of: scopes.index(ofEventsFrom: raiser)).lowerBound
      if !first.contains(session) { first.append(session) }
    }
    let others = sessions.filter { !first.contains($0) }
    sessions = Array((first + others).prefix(Coverage.mostLost))
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
    var models: [Int] = []
    if kind == .event {
      append(unheardBy: [], to: &models)
    } else {
      append(lostIn: snapshot.positions, besides: [], to: &models)
    }
    return models
  }

  /// Adds the positions of the first sessions whose events come to none of some models, though one of the
  /// models that are asked about raises them from there. Costs a step and a search for each of those models,
  /// and a step for each session that is found.
  ///
  /// - Parameter takers: those models, ascending.
  private func append(unheardBy takers: [Int], to found: inout [Int]) {
    var next = 0
    var nextTaker = 0
    while next < raisingSessions.count, found.count < Coverage.mostLost {
      Steps.note()
      let session = scopes.subtree(of: raisingSessions[next])
      while nextTaker < takers.count, takers[nextTaker] < session.lowerBound {
        Steps.note()
        nextTaker += 1
      }
      if nextTaker < takers.count, takers[nextTaker] < session.upperBound {
        // Behind all sessions, one in the other, that the model is in.
        let taker = takers[nextTaker]
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
  }
}
