package import TextIO
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
  package let subject: Subject
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
  /// The first other models from which no model takes it, of those that were asked about, in document order;
  /// for an event, the first sessions that these models raise it from and in which no model receives it. At
  /// most as many as `mostLost`.
  package var firstLost: [Int] = []

  /// How many of these are kept: enough to name five, and to know whether there are more.
  package static let mostLost = 6

  /// The message with its names. Costs a copy of them.
  package var message: KnownMessage { subject.message }

  /// The handlers that the message never reaches, although models are known to raise it: none of
  /// these is where the message would come from.
  package var idle: [Int] { raisers == 0 ? [] : handlers.filter { $0.raisers == 0 }.map(\.node) }
}

extension Coverage {
  /// A message: by its names in a tree, of which only those are copied that somebody asks for.
  package enum Subject: Sendable {
    /// A message that the tree knows.
    case known(MessageKey, label: Symbol, Columns)
    /// Any other message.
    case other(KnownMessage)

    /// The kind.
    package var kind: Message.Kind {
      switch self {
      case .known(let key, _, _): key.kind
      case .other(let message): message.kind
      }
    }

    /// Its key in the tree; nil where the tree does not know it.
    package var key: MessageKey? {
      switch self {
      case .known(let key, _, _): key
      case .other: nil
      }
    }

    var message: KnownMessage {
      switch self {
      case .known(let key, let label, let columns):
        KnownMessage(
          kind: key.kind, domain: columns.symbols.string(key.domain),
          code: columns.symbols.optionalString(key.code),
          label: columns.symbols.optionalString(label))
      case .other(let message): message
      }
    }

    /// Adds `error NetworkErrors.101 (badToken)`.
    package func append(to text: inout StyledText) {
      switch self {
      case .known(let key, let label, let columns):
        let code = key.code.isNone ? nil : key.code
        KnownMessage.write(key.kind, key.domain, code, label.isNone ? nil : label) {
          text.append(untrusted: $0)
        } sign: {
          text.append(ascii: $0)
        } name: {
          text.append($0, of: columns)
        }
      case .other(let message): text.append(untrusted: message.description)
      }
    }
  }
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
      subject: .other(
        KnownMessage(kind: message.kind, domain: message.domain, code: message.code)),
      handlers: [], uncaught: selected?.count ?? count, shadows: [], raisers: 0,
      firstLost: Asked(self, selected).firstLost(message.kind))
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
    let subject = index.subject(number)
    return subject.kind == .event
      ? asked.event(subject, takers, raisers) : asked.rising(subject, takers, raisers)
  }
}

/// The models that are asked about. A class: closures that look at it would copy all of a struct.
private final class Asked {
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

  func rising(_ subject: Coverage.Subject, _ takers: [Int], _ raisers: [Int]) -> Coverage {
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

  func event(_ subject: Coverage.Subject, _ takers: [Int], _ raisers: [Int]) -> Coverage {
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
