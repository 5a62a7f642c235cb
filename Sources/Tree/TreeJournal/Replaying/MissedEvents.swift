package import TreeSnapshot

extension JournalContents {
  /// The events that were raised before a model of their session first registered for them, in the tree
  /// that the app held at a moment: those that no model received, and those that were raised when the
  /// model was in the tree already. Of several, the last. Tests of an inspector don't count.
  ///
  /// Costs a look at each record that is kept, and for each registration one at the sessions around it.
  ///
  /// - Parameter moment: the number of the latest record that counts.
  package func missedEvents(at moment: Int) -> [MissedEvent] {
    guard let tree = try? JournalReplay(of: self, at: moment).tree else { return [] }
    var finder = MissFinder(tree: tree)
    guard let first = checkpointList.first(where: { $0.tree(tree) != nil }), first.moment <= moment,
      let begun = first.tree(tree)
    else { return [] }
    finder.begin(begun)
    let range = (first.moment + 1)..<(moment + 1)
    forEachRecord(in: range, of: [.attached, .registered, .unheard, .delivered]) { record in
      finder.take(record)
      return true
    }
    return finder.missed
  }
}

/// Follows the events of a tree, and who registers for them.
private struct MissFinder {
  private struct Model {
    /// The session that it is, or that is nearest above it.
    var session: Int
    /// The session around that one; nil around the root.
    var outer: Int?
    /// The record that attached it; 0 if that is not kept.
    var attached: Int
  }

  /// A code of a session's events, or all of a domain.
  private struct Topic: Hashable {
    var session: Int
    var domain: String
    var code: String?
  }

  private struct Interest: Hashable {
    var id: Int
    var domain: String
    var code: String?
  }

  private struct Raise {
    var number: Int
    var message: Message
  }

  private let tree: Int
  private(set) var hasBegun = false
  private var models: [Int: Model] = [:]
  private var interests: Set<Interest> = []
  private var lastRaises: [Topic: Raise] = [:]
  private var lastUnheard: [Topic: Raise] = [:]
  private(set) var missed: [MissedEvent] = []

  init(tree: Int) { self.tree = tree }

  /// Begins with the tree as a checkpoint holds it.
  mutating func begin(_ replayed: ReplayedTree) {
    hasBegun = true
    for model in replayed.models {
      let parent = model.parent < 0 ? nil : replayed.models[Int(model.parent)].id
      attach(model.id, below: parent, isSession: model.isSession, record: 0)
      for registration in model.subscriptions where registration.message.kind == .event {
        interests.insert(
          Interest(
            id: model.id, domain: registration.message.domain, code: registration.message.code))
      }
    }
  }

  mutating func take(_ record: JournalRecord) {
    guard hasBegun, record.node.tree == tree else { return }
    if record.event == .attached {
      return attach(
        record.node.id, below: record.parent, isSession: record.isSession, record: record.number)
    }
    guard let message = record.message, message.kind == .event else { return }
    if record.event == .registered { return register(record, message) }
    guard !record.isTest, let code = message.code, let number = record.raise,
      let model = models[record.node.id]
    else { return }
    // An event of a session goes down from the one around it.
    let session = model.session == record.node.id ? model.outer ?? model.session : model.session
    let raise = Raise(
      number: number, message: Message(kind: .event, domain: message.domain, code: code))
    for code in [code, nil] {
      let topic = Topic(session: session, domain: message.domain, code: code)
      lastRaises[topic] = raise
      if record.event == .unheard { lastUnheard[topic] = raise }
    }
  }

  private mutating func attach(_ id: Int, below parent: Int?, isSession: Bool, record: Int) {
    let above = parent.flatMap { models[$0] }
    models[id] = Model(
      session: isSession || above == nil ? id : above?.session ?? id,
      outer: isSession ? above?.session : above?.outer, attached: record)
  }

  private mutating func register(_ record: JournalRecord, _ message: KnownMessage) {
    let id = record.node.id
    let interest = Interest(id: id, domain: message.domain, code: message.code)
    guard interests.insert(interest).inserted, let model = models[id] else { return }
    var last: Raise?
    var session: Int? = model.session
    while let current = session {
      let topic = Topic(session: current, domain: message.domain, code: message.code)
      if let raise = lastUnheard[topic], raise.number > last?.number ?? 0 { last = raise }
      if let raise = lastRaises[topic], raise.number > max(model.attached, last?.number ?? 0) {
        last = raise
      }
      // A circle in a damaged journal ends: the sessions around a session are older.
      session = models[current]?.outer.flatMap { $0 < current ? $0 : nil }
    }
    if let last {
      missed.append(
        MissedEvent(
          id: id, code: message.code, message: last.message, raised: last.number,
          registered: record.number))
    }
  }
}
