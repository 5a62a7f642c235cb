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

  /// Whether anything records what handlers do: a journal, or the test of an inspector.
  var isRecorded: Bool { journal != nil || recorder != nil }

  /// Begins to record a handler, which is about to run.
  func begin(_ handling: Handling, at node: Int32) -> RecordedHandling {
    var running = RecordedHandling(recorder: recorder)
    var cause: UInt64 = 0
    switch handling {
    case .ended(let event, let raise, let hops, let source):
      running.isUncaught = event == .uncaught
      running.mark =
        recordOutcome(event, of: raise, taker: node, count: hops, source: source)?.delivered
      cause = running.mark?.number ?? 0
    case .received(let made, let raise, let source, let hasRecord):
      // An earlier receiver's handler may have set another journal, which knows nothing of the event.
      if let made, made.journal === journal?.journal {
        cause = made.delivered.number
        if hasRecord { running.mark = recordReceived(node, made, raise, source) }
      }
    }
    if let journal, cause > 0 {
      journal.touched.add(node, cause)
      running.writer = journal.journal.writer
      running.outer = journal.journal.writer.begin(cause, name(node, journal))
    }
    recorder?.beginHandling(at: stop(at: node))
    return running
  }

  /// Records that a handler has returned.
  func end(_ running: RecordedHandling) {
    running.recorder?.endHandling(isUncaught: running.isUncaught)
    guard let writer = running.writer else { return }
    writer.resume(running.outer)
    if let mark = running.mark { writer.finish(mark, missing: 0) }
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
  /// Records the route of the test that it belongs to; nil outside of tests.
  let recorder: RouteRecorder?
}

/// A handler that runs, as far as it is recorded. It may set another journal: its end goes to the one in
/// which it began.
struct RecordedHandling {
  let recorder: RouteRecorder?
  var isUncaught = false
  var writer: JournalWriter?
  var outer = JournalWriter.Origin()
  var mark: JournalWriter.Mark?
}

/// What is recorded of a handler that runs.
enum Handling {
  /// It takes an error or a bubble after some hops, or an error that no model is registered for.
  case ended(JournalEvent, Raise, hops: Int, SourceLocation? = nil)
  /// It is one of those that receive an event, whose records these are, and may have a record of its own.
  case received(DeliveryRecord?, Raise, SourceLocation, hasRecord: Bool)
}
