import ModelTree
import TextIO
import TreeJournal
import TreeSnapshot

// The messages of a tree, and the actions and the work that cause them.
extension TreeRecorder {
  /// A message that is delivered.
  struct Delivery {
    let raised: Int
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
    let (raiser, message) = (raise.raiser, raise.message)
    touched.add(raiser.node)
    let event: JournalEvent =
      switch raise.outcome {
      case .handled: .handled
      case .uncaught: .uncaught
      case .unhandled: .unhandled
      case .delivered(let receivers): receivers.isEmpty ? .unheard : .delivered
      }
    let record = journal.writeMessage(
      of: node(raiser), json(of: raise.key, in: raiser.tree), event, isTest: message.isTest
    ) { line in
      if let source = message.location { line.write(", \"source\": ", json(of: source)) }
      writeTexts(of: message, to: &line)
    } taken: { line in
      switch raise.outcome {
      case .handled(let model, let hops, let registered):
        line.write(", \"handler\": ", model.id)
        line.write(", \"hops\": ", hops)
        line.write(", \"source\": ", json(of: registered))
      case .uncaught:
        let root = raiser.root
        if root.isRoot, root.model != nil { line.write(", \"handler\": ", root.id) }
      case .unhandled: break
      case .delivered(let receivers):
        if receivers.isEmpty { break }
        line.write(", \"count\": ", receivers.count)
        Self.write(receivers.dropFirst(Self.mostReceivers), to: &line)
      }
    }
    deliveries.append(Delivery(raised: record.raised, outcome: record.outcome))
  }

  func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) {
    guard let delivery = deliveries.last else { return }
    var mark: JournalWriter.Mark? = delivery.outcome
    if case .delivered = raise.outcome {
      mark = nil
      if place < Self.mostReceivers, let source {
        mark = journal.write(
          .received, node(model), of: delivery.raised, isTest: raise.message.isTest
        ) { line in
          line.write(", \"message\": ", json(of: raise.key, in: model.tree))
          line.write(", \"source\": ", json(of: source))
        }
      }
    }
    let cause = delivery.outcome.number
    touched.add(model.node, cause)
    running.append(Running(outer: journal.writer.begin(cause, node(model)), mark: mark))
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
    if let mark = ending.mark { journal.writer.finish(mark) }
  }

  /// Writes what a journal keeps of a message besides its name and its line.
  private func writeTexts(of message: any HandledMessage, to line: inout JournalLine) {
    if journal.texts == .names { return }
    if let error = message as? ModelError {
      line.write(", \"context\": ", text: error.context)
      if let underlying = error.underlying, !(underlying is any ErrorMessage) {
        line.write(", \"underlying\": ", text: "\(underlying)")
      }
    }
    if journal.payloads == .described, let payload = message.payload {
      line.write(", \"value\": ", text: "\(payload)")
    }
  }

  /// Writes how many receivers of each type there are, in the order in which the first of each comes; those
  /// of the thirteenth type and later are counted together.
  private static func write(_ receivers: ArraySlice<Model>, to line: inout JournalLine) {
    if receivers.isEmpty { return }
    var types: [Model.Type] = []
    var counts: [ObjectIdentifier: Int] = [:]
    for receiver in receivers {
      let type = type(of: receiver)
      counts[ObjectIdentifier(type), default: 0] += 1
      if counts[ObjectIdentifier(type)] == 1 { types.append(type) }
    }
    var rest = types.prefix(12).map { type in
      ("\(type)".cut(toBytes: 40), counts[ObjectIdentifier(type)] ?? 0)
    }
    let others = receivers.count - rest.reduce(0) { $0 + $1.1 }
    if others > 0 { rest.append(("…", others)) }
    for (place, (type, count)) in rest.enumerated() {
      line.write(place == 0 ? ", \"rest\": [{\"type\": " : ", {\"type\": ", text: type)
      line.write(", \"count\": ", count)
      line.write("}")
    }
    line.write("]")
  }

  // MARK: Actions

  func actionBegins(_ name: String, _ words: [String], at model: ObservedModel) {
    let mark = journal.beginAction([name] + words, at: node(model))
    running.append(Running(outer: journal.writer.begin(mark.number, node(model)), mark: mark))
    touched.add(model.node, journal.writer.latest)
  }

  func actionEnded() { endRunning() }

  func perform<Result>(
    _ name: String, _ words: [String], at model: ObservedModel,
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let node = node(model)
    let mark = journal.beginAction([name] + words, at: node)
    defer {
      touched.add(model.node, mark.number)
      journal.writer.finish(mark)
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
  private let node: JournalNode
  private let source: [UInt8]
  /// What the start and the answer are caused by.
  private let origin: JournalWriter.Origin
  private let started: Int
  /// What takes the answer: the cause before, and the record of the end; nil for that if nothing takes it.
  private var taking: (outer: JournalWriter.Origin, mark: JournalWriter.Mark?)?

  init(of model: ObservedModel, _ source: SourceLine, in recorder: TreeRecorder) {
    self.recorder = recorder
    place = model.node
    let (node, source) = (recorder.node(model), recorder.json(of: source))
    (self.node, self.source) = (node, source)
    origin = recorder.journal.writer.origin
    started = recorder.journal.write(.started, node) { $0.write(", \"source\": ", source) }.number
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
    let mark = recorder.journal.write(.ended, node, of: started) { line in
      line.write(", \"source\": ", source)
      line.write(", \"outcome\": ", text: outcome.rawValue)
    }
    if origin.isNone { _ = writer.begin(mark.number, node) }
    recorder.touched.add(place, mark.number)
    taking = (outer, outcome == .answered || outcome == .failed ? mark : nil)
  }

  func finished() {
    guard let taking else { return }
    recorder.journal.writer.resume(taking.outer)
    if let mark = taking.mark { recorder.journal.writer.finish(mark) }
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
      let node = JournalNode(tree: tree, id: 0)
      let mark = beginAction(words, at: node)
      return (mark, writer.begin(mark.number, node))
    }
    defer {
      MainActor.assumeIsolated {
        writer.resume(outer)
        writer.finish(mark)
        lookNow()
      }
    }
    return try body()
  }

  /// The most bytes of an action's words, and of a state that one record describes.
  static let mostWordBytes = 800

  /// - Parameter words: the action's name, and what follows it.
  fileprivate func beginAction(_ words: [String], at node: JournalNode) -> JournalWriter.Mark {
    var kept = words.isEmpty ? [""] : Array(words.prefix(1))
    var room = Self.mostWordBytes
    for word in words.dropFirst() where texts == .all {
      let word = word.cut(toBytes: JournalFormat.mostTextBytes)
      room -= word.utf8.count
      if room < 0 { break }
      kept.append(word)
    }
    return write(.performed, node) {
      $0.write(", \"words\": ", list: kept.map { JSONText.string($0).bytes })
    }
  }
}
