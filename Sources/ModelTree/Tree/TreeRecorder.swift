import TreeJournal
import TreeSnapshot

/// A tree of a journal, and the names in it of what the tree's records name.
@MainActor
final class TreeRecorder {
  let journal: Journal
  /// The tree's number in the journal.
  let number: UInt64

  private var types: [ObjectIdentifier: UInt32] = [:]
  private var payloads: [ObjectIdentifier: UInt32] = [:]
  private var files: [UnsafePointer<UInt8>: UInt32] = [:]
  /// The names of places in initializers, which are no plain line.
  private var creations: [Creation: UInt32] = [:]
  private struct Creation: Hashable {
    let type: ObjectIdentifier
    let file: UnsafePointer<UInt8>
    let line: UInt32
  }
  private var messages = MessageTable.Column<UInt32>()
  /// What models said of themselves when they were looked at last, by their nodes.
  var descriptions: [Int32: Description] = [:]
  /// The models that did something since they were looked at, with the record of it.
  var touched = TouchedModels()

  init(journal: Journal, number: UInt64) {
    self.journal = journal
    self.number = number
  }

  private var names: JournalNameWriter { journal.writer.names }

  /// A model of the tree as records name it.
  func node(_ id: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: id) & JournalFormat.idMask | number << JournalFormat.idBits
  }

  /// The name of a type.
  func name(of type: AnyClass) -> UInt32 {
    if let name = types[ObjectIdentifier(type)] { return name }
    let name = names.text("\(type)")
    types[ObjectIdentifier(type)] = name
    return name
  }

  /// The name of a type of payloads.
  func name(ofPayload type: Any.Type) -> UInt32 {
    if let name = payloads[ObjectIdentifier(type)] { return name }
    let name = names.text(TypeName(type).text)
    payloads[ObjectIdentifier(type)] = name
    return name
  }

  /// A text's name, such as a service's.
  func name(of text: String) -> UInt32 { names.text(text) }

  /// The name of a message of the tree, or of a whole domain.
  func name(of key: MessageTable.Key, in store: TreeStore) -> UInt32 {
    messages[key] ?? learn(key, of: store.messages)
  }

  /// Gives a message its name, or a name its label, which was not known at first.
  @discardableResult
  func learn(_ key: MessageTable.Key, of table: MessageTable) -> UInt32 {
    let code = table.code(of: key)
    let name = names.message(
      kind: table.kind(of: key), domain: table.domain(of: key), code: code?.code, label: code?.label
    )
    messages[key] = name
    return name
  }

  /// The name of a list of messages.
  func name(ofList list: [UInt32]) -> UInt32 { names.list(list) }

  /// The place that created a model, as a word of a record.
  func word(ofCreation links: TreeStore.Links) -> UInt64 {
    let (type, source) = (links.type, links.source)
    if source.kind == .caller { return word(of: source) }
    let place = Creation(
      type: ObjectIdentifier(type), file: source.file.utf8Start, line: source.line)
    if let name = creations[place] { return UInt64(name) }
    let name = names.text(links.creation)
    creations[place] = name
    return UInt64(name)
  }

  /// A source as a word of a record.
  func word(of source: SourceLocation) -> UInt64 {
    let file = source.file.utf8Start
    let line = UInt64(source.line) << 32
    if let name = files[file] { return UInt64(name) | line }
    let name = names.text(source.fileName)
    files[file] = name
    return UInt64(name) | line
  }
}

// What a tree tells its journal, after each change.
extension TreeStore {
  /// Records the tree in a journal from now on, and in no other.
  func record(in journal: Journal) {
    if self.journal?.journal === journal { return }
    self.journal.map { $0.journal.forget($0.number) }
    if let appName { journal.setAppName(appName) }
    self.journal = journal.join(self)
  }

  /// A model as records name it.
  private func name(_ node: Int32, _ recorder: TreeRecorder) -> UInt64 {
    recorder.node(links[Int(node)].id)
  }

  // MARK: Changes

  func recordAttached(_ node: Int32, _ recorder: TreeRecorder) {
    let links = links[Int(node)]
    let parent = UInt64(truncatingIfNeeded: self.links[Int(links.parent)].id)
    recorder.journal.note(
      .attached, node: recorder.node(links.id), name: recorder.name(of: links.type),
      other: parent | (links.isSession ? JournalFormat.RecordFlag.isSession : 0),
      source: recorder.word(ofCreation: links))
    recorder.touched.add(node)
  }

  /// Records that a model leaves the tree.
  func recordDetached(_ node: Int32, _ recorder: TreeRecorder) {
    let journal = recorder.journal
    journal.note(.detached, node: name(node, recorder), detail: journal.writer.looked)
  }

  /// Records that the root session is gone, and with it the tree.
  func recordEnd(_ root: Int32, _ recorder: TreeRecorder) {
    recorder.journal.note(
      .detached, node: name(root, recorder), other: JournalFormat.RecordFlag.isSession,
      detail: recorder.journal.writer.looked)
  }

  func recordRegistered(
    _ node: Int32, _ key: MessageTable.Key, _ source: SourceLocation,
    _ payload: (any ValueHandling)?, _ recorder: TreeRecorder
  ) {
    recorder.journal.note(
      .registered, node: name(node, recorder), name: recorder.name(of: key, in: self),
      other: UInt64(payload.map { recorder.name(ofPayload: $0.type) } ?? 0),
      source: recorder.word(of: source))
  }

  func record(
    _ event: JournalEvent, _ node: Int32, _ key: MessageTable.Key, _ recorder: TreeRecorder
  ) {
    recorder.journal.note(
      event, node: name(node, recorder), name: recorder.name(of: key, in: self))
  }

  /// Records a change, if there is a journal.
  ///
  /// - Parameters:
  ///   - text: the record's name.
  ///   - place: the place of a service among its session's.
  func record(
    _ event: JournalEvent, _ node: Int32, name text: @autoclosure () -> String? = nil,
    place: Int = 0
  ) {
    guard let journal else { return }
    journal.journal.note(
      event, node: name(node, journal), name: text().map { journal.name(of: $0) } ?? 0,
      other: UInt64(place))
  }

  /// Records that the codes of a domain have become known.
  func recordVocabulary(_ keys: [MessageTable.Key], of node: Int32, _ recorder: TreeRecorder) {
    let names = keys.map { recorder.name(of: $0, in: self) }
    recorder.journal.note(
      .vocabulary, node: name(node, recorder), name: recorder.name(ofList: names))
  }

  // MARK: Messages

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
    return journal.journal.writeMessage(
      event, node: name(raise.node, journal), name: journal.name(of: raise.key, in: self),
      flags: raise.isTest ? JournalFormat.RecordFlag.isTest : 0,
      taker: taker == Self.none ? 0 : UInt64(truncatingIfNeeded: links[Int(taker)].id),
      count: count,
      source: raise.notes?.source.map { journal.word(of: $0) } ?? 0,
      texts: raise.notes?.texts ?? RecordTexts(),
      takerSource: source.map { journal.word(of: $0) } ?? 0,
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
  func run(at node: Int32, _ handling: Handling, _ handle: () -> Void) {
    if journal == nil, recorder == nil { handle() } else { runRecorded(at: node, handling, handle) }
  }

  private func runRecorded(at node: Int32, _ handling: Handling, _ handle: () -> Void) {
    var isUncaught = false
    var mark: JournalWriter.Mark?
    var cause: UInt64?
    switch handling {
    case .ended(let event, let raise, let hops, let source):
      isUncaught = event == .uncaught
      mark = recordOutcome(event, of: raise, taker: node, count: hops, source: source)?.delivered
      cause = mark?.number
    case .received(let made, let raise, let source, let hasRecord):
      // An earlier receiver's handler may have set another journal, which knows nothing of the event.
      let record = made.flatMap { $0.journal === journal?.journal ? $0 : nil }
      cause = record?.delivered.number
      if hasRecord, let record, !record.isThinned {
        mark = recordReceived(node, record, raise, source)
      }
    }
    // The handler may set another journal.
    let writer = journal?.journal.writer
    if let cause { journal?.touched.add(node, cause) }
    let outer = journal.flatMap { journal in
      cause.map { journal.journal.writer.begin($0, name(node, journal)) }
    }
    if let recorder {
      recorder.record(stop(at: node), isUncaught: isUncaught, handle)
    } else {
      handle()
    }
    guard let writer, let outer else { return }
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
  /// Whether they were left out, and counted by the record that both are.
  var isThinned = false
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
