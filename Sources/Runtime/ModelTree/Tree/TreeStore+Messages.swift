import TreeJournal
import TreeSnapshot

// What a tree tells its journal of messages.
extension TreeStore {
  /// Records that a message was raised, and what became of it.
  ///
  /// - Parameters:
  ///   - taker: the model that takes it; `none` if none does.
  ///   - count: the hops up to the taker, or the number of receivers.
  ///   - source: where the taker registered.
  ///   - rest: the receivers that get no records of their own.
  /// - Returns: the two records, the second of which gets its duration later; nil without a journal.
  @discardableResult
  func recordOutcome(
    _ event: JournalEvent, of raise: Raise, taker: Int32 = TreeStore.none, count: Int = 0,
    source: SourceLocation? = nil, rest: ArraySlice<Model> = []
  ) -> DeliveryRecord? {
    guard let journal else { return nil }
    journal.touched.add(raise.node)
    var (raised, registered): (UInt64, UInt64) = (0, 0)
    if let source = raise.notes?.source { raised = journal.word(of: source) }
    if let source { registered = journal.word(of: source) }
    return journal.journal.writeMessage(
      event, node: name(raise.node, journal), name: journal.name(of: raise.key, in: self),
      flags: raise.isTest ? JournalFormat.RecordFlag.isTest : 0,
      taker: taker == Self.none ? 0 : UInt64(truncatingIfNeeded: links[Int(taker)].id),
      count: count,
      source: raised,
      texts: raise.notes?.texts ?? RecordTexts(),
      takerSource: registered,
      rest: rest.isEmpty ? RecordTexts() : Self.texts(of: rest))
  }

  /// How many receivers of each type there are, in the order in which the first of each comes; those of
  /// the thirteenth type and later are counted together.
  private static func texts(of receivers: ArraySlice<Model>) -> RecordTexts {
    var types: [Model.Type] = []
    var counts: [ObjectIdentifier: Int] = [:]
    for receiver in receivers {
      let type = type(of: receiver)
      counts[ObjectIdentifier(type), default: 0] += 1
      if counts[ObjectIdentifier(type)] == 1 { types.append(type) }
    }
    var texts = RecordTexts()
    var others = receivers.count
    for type in types.prefix(12) {
      let count = counts[ObjectIdentifier(type)] ?? 0
      texts.add(.rest, "\(type)".cut(toBytes: 40), number: count)
      others -= count
    }
    if others > 0 { texts.add(.rest, "…", number: others) }
    return texts
  }

  /// Runs what a message leads to.
  func run(because key: MessageTable.Key?, _ work: () -> Void) {
    let outer = cause
    cause = key
    work()
    cause = outer
  }

  /// Runs a handler of a node's model, and records it if there is a journal or a test under way.
  func run(at node: Int32, _ handling: @autoclosure () -> Handling, _ handle: () -> Void) {
    if journal == nil, recorder == nil { return handle() }
    runRecorded(at: node, handling(), handle)
  }

  // Without closures: each is checked for its actor at every call.
  private func runRecorded(at node: Int32, _ handling: Handling, _ handle: () -> Void) {
    var isUncaught = false
    var mark: JournalWriter.Mark?
    var cause: UInt64 = 0
    switch handling {
    case .ended(let event, let raise, let hops, let source):
      isUncaught = event == .uncaught
      mark = recordOutcome(event, of: raise, taker: node, count: hops, source: source)?.delivered
      cause = mark?.number ?? 0
    case .received(let made, let raise, let source, let hasRecord):
      // An earlier receiver's handler may have set another journal, which knows nothing of the event.
      if let made, made.journal === journal?.journal {
        cause = made.delivered.number
        if hasRecord { mark = recordReceived(node, made, raise, source) }
      }
    }
    // The handler may set another journal.
    var writer: JournalWriter?
    var outer = JournalWriter.Origin()
    if let journal, cause > 0 {
      journal.touched.add(node, cause)
      writer = journal.journal.writer
      outer = journal.journal.writer.begin(cause, name(node, journal))
    }
    if let recorder {
      recorder.record(stop(at: node), isUncaught: isUncaught, handle)
    } else {
      handle()
    }
    guard let writer else { return }
    writer.resume(outer)
    if let mark { writer.finish(mark, missing: 0) }
  }

  /// Records that a model receives an event.
  private func recordReceived(
    _ node: Int32, _ record: DeliveryRecord, _ raise: Raise, _ source: SourceLocation
  ) -> JournalWriter.Mark? {
    guard let journal else { return nil }
    return journal.journal.writeEnd(
      .init(
        .received, node: name(node, journal), name: journal.name(of: raise.key, in: self),
        other: raise.isTest ? JournalFormat.RecordFlag.isTest : 0,
        source: journal.word(of: source)), of: record.raised)
  }
}

/// The records of a message: that it was raised, and what became of it.
struct DeliveryRecord {
  let journal: Journal
  let raised: UInt64
  let delivered: JournalWriter.Mark
}

/// A message that is under way.
struct Raise {
  let key: MessageTable.Key
  /// The node of its raiser.
  let node: Int32
  let isTest: Bool
  /// What a journal keeps of it; nil without one.
  let notes: RaiseNotes?
}

/// What is recorded of a handler that runs.
enum Handling {
  /// It takes an error or a bubble after some hops, or an error that no model is registered for.
  case ended(JournalEvent, Raise, hops: Int, SourceLocation? = nil)
  /// It is one of those that receive an event, whose records these are, and may have a record of its own.
  case received(DeliveryRecord?, Raise, SourceLocation, hasRecord: Bool)
}
