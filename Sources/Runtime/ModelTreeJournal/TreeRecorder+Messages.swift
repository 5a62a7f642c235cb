import ModelTree
import TreeJournal
import TreeSnapshot

// The messages of a tree, and the actions and the work that cause them.
extension TreeRecorder {
  /// A message that is delivered.
  struct Delivery {
    let raised: UInt64
    let outcome: JournalWriter.Mark
  }

  /// A handler or an action that runs.
  struct Running {
    /// The cause of records before.
    let outer: JournalWriter.Origin
    /// The record that gets its duration; nil if it has none of its own.
    let mark: JournalWriter.Mark?
  }

  /// The most receivers of an event that have records of their own.
  private static let mostReceivers = 32

  func raised(_ raise: Raise) {
    let raiser = raise.raiser
    touched.add(raiser.node)
    let source = raise.message.location.map { word(of: $0) } ?? 0
    let texts = texts(of: raise.message)
    var (event, taker, count, takerSource): (JournalEvent, UInt64, Int, UInt64)
    var rest = RecordTexts()
    switch raise.outcome {
    case .handled(let model, let hops, let registered):
      let id = UInt64(truncatingIfNeeded: model.id)
      (event, taker, count, takerSource) = (.handled, id, hops, word(of: registered))
    case .uncaught:
      (event, taker, count, takerSource) = (.uncaught, 0, 0, 0)
      let root = raiser.root
      if root.isRoot, root.model != nil { taker = UInt64(truncatingIfNeeded: root.id) }
    case .unhandled: (event, taker, count, takerSource) = (.unhandled, 0, 0, 0)
    case .delivered(let receivers):
      event = receivers.isEmpty ? .unheard : .delivered
      (taker, count, takerSource) = (0, receivers.count, 0)
      rest = Self.texts(of: receivers.dropFirst(Self.mostReceivers))
    }
    let record = journal.writeMessage(
      event, node: name(of: raiser), name: name(of: raise.key, in: raiser.tree),
      flags: raise.message.isTest ? JournalFormat.RecordFlag.isTest : 0,
      taker: taker, count: count, source: source, texts: texts, takerSource: takerSource,
      rest: rest)
    deliveries.append(Delivery(raised: record.raised, outcome: record.delivered))
  }

  func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) {
    guard let delivery = deliveries.last else { return }
    var mark: JournalWriter.Mark? = delivery.outcome
    if case .delivered = raise.outcome {
      mark = nil
      if place < Self.mostReceivers, let source {
        mark = journal.writeEnd(
          .init(
            .received, node: name(of: model), name: name(of: raise.key, in: model.tree),
            other: raise.message.isTest ? JournalFormat.RecordFlag.isTest : 0,
            source: word(of: source)), of: delivery.raised)
      }
    }
    let cause = delivery.outcome.number
    touched.add(model.node, cause)
    let outer = journal.writer.begin(cause, name(of: model))
    running.append(Running(outer: outer, mark: mark))
  }

  func handlerEnded(_ raise: Raise, at model: ObservedModel) { endRunning() }

  func finished(_ raise: Raise, missed: Int) {
    guard let delivery = deliveries.popLast() else { return }
    if case .delivered(let receivers) = raise.outcome, !receivers.isEmpty {
      journal.writer.finish(delivery.outcome, missing: missed)
    }
  }

  private func endRunning() {
    guard let ending = running.popLast() else { return }
    journal.writer.resume(ending.outer)
    if let mark = ending.mark { journal.writer.finish(mark, missing: 0) }
  }

  /// What a journal keeps of a message besides its name and its line.
  private func texts(of message: any HandledMessage) -> RecordTexts {
    var texts = RecordTexts()
    if journal.texts == .names { return texts }
    if let error = message as? ModelError {
      if let context = error.context { texts.add(.context, context) }
      if let underlying = error.underlying, !(underlying is any ErrorMessage) {
        texts.add(.underlying, "\(underlying)")
      }
    }
    if journal.payloads == .described, let payload = message.payload {
      texts.add(.payload, "\(payload)")
    }
    return texts
  }

  /// How many receivers of each type there are, in the order in which the first of each comes; those of
  /// the thirteenth type and later are counted together.
  private static func texts(of receivers: ArraySlice<Model>) -> RecordTexts {
    var texts = RecordTexts()
    if receivers.isEmpty { return texts }
    var types: [Model.Type] = []
    var counts: [ObjectIdentifier: Int] = [:]
    for receiver in receivers {
      let type = type(of: receiver)
      counts[ObjectIdentifier(type), default: 0] += 1
      if counts[ObjectIdentifier(type)] == 1 { types.append(type) }
    }
    var others = receivers.count
    for type in types.prefix(12) {
      let count = counts[ObjectIdentifier(type)] ?? 0
      texts.add(.rest, "\(type)".cut(toBytes: 40), number: count)
      others -= count
    }
    if others > 0 { texts.add(.rest, "…", number: others) }
    return texts
  }

  // MARK: Actions

  func actionBegins(_ name: String, _ words: [String], at model: ObservedModel) {
    let node = self.name(of: model)
    let mark = journal.beginAction(name, words, at: node)
    running.append(Running(outer: journal.writer.begin(mark.number, node), mark: mark))
    touched.add(model.node, journal.writer.latest)
  }

  func actionEnded() { endRunning() }

  func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let node = self.name(of: model)
    let mark = journal.beginAction(name, words, at: node)
    defer {
      touched.add(model.node, mark.number)
      journal.writer.finish(mark, missing: 0)
    }
    return try await journal.writer.performing(mark.number, node, body)
  }

  // MARK: Work

  func started(by model: ObservedModel, at source: SourceLine) -> (any WorkObserver)? {
    WorkRecord(of: model, source, in: self)
  }
}

/// The records of a piece of asynchronous work.
@MainActor
private final class WorkRecord: WorkObserver {
  private let recorder: TreeRecorder
  /// The model's place in its tree, and its name in records.
  private let place: Int32
  private let node: UInt64
  private let source: UInt64
  /// What the start and the answer are caused by.
  private let origin: JournalWriter.Origin
  private let started: UInt64
  /// What takes the answer: the cause before, and the record of the end.
  private var taking: (outer: JournalWriter.Origin, mark: JournalWriter.Mark)?

  init(of model: ObservedModel, _ source: SourceLine, in recorder: TreeRecorder) {
    self.recorder = recorder
    place = model.node
    node = recorder.name(of: model)
    self.source = recorder.word(of: source)
    origin = recorder.journal.writer.origin
    started = recorder.journal.note(.started, node: node, source: self.source)
  }

  func run<Answer>(_ work: @MainActor () async throws -> Answer) async throws -> Answer {
    try await work()
  }

  func waitForTurn() async {}

  // What takes the answer is caused by what started the work, or by the record if nothing did.
  func ended(_ end: WorkEnd) {
    let outcome: WorkOutcome =
      switch end {
      case .answered: .answered
      case .failed: .failed
      case .cancelled: .cancelled
      case .dropped: .dropped
      }
    let writer = recorder.journal.writer
    let outer = writer.resume(origin)
    let mark = recorder.journal.writeEnd(
      .init(.ended, node: node, other: UInt64(outcome.rawValue), source: source), of: started)
    if origin.isNone { _ = writer.begin(mark.number, node) }
    recorder.touched.add(place, mark.number)
    taking = (outer, mark)
  }

  func finished() {
    guard let taking else { return }
    recorder.journal.writer.resume(taking.outer)
    recorder.journal.writer.finish(taking.mark, missing: 0)
  }
}

extension Journal {
  /// Records an action that is done from outside, on no model of its own, and does it.
  ///
  /// - Parameters:
  ///   - words: the action's name, and what follows it.
  ///   - tree: the number of the tree in the journal.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  package nonisolated func perform<Result>(
    _ words: [String], ofTree tree: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    let (mark, outer) = MainActor.assumeIsolated {
      let node = UInt64(truncatingIfNeeded: tree) << JournalFormat.idBits
      let mark = beginAction(words.first ?? "", Array(words.dropFirst()), at: node)
      return (mark, writer.begin(mark.number, node))
    }
    defer {
      MainActor.assumeIsolated {
        writer.resume(outer)
        writer.finish(mark, missing: 0)
        lookNow()
      }
    }
    return try body()
  }

  fileprivate func beginAction(
    _ action: String, _ words: [String], at node: UInt64
  ) -> JournalWriter.Mark {
    var texts = RecordTexts()
    if self.texts == .all { for word in words { texts.add(.word, word) } }
    return write(
      .init(
        .performed, node: node, name: writer.names.text(action), texts: texts))
  }
}
