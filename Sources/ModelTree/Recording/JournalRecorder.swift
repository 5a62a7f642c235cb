import TreeJournal

/// Records what happens in the trees of a journal, each with its cause.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed.
final class JournalRecorder {
  let writer: JournalWriter

  private var trees: [JoinedTree] = []
  private var lastTree: UInt64 = 0

  /// Asks for `describe()` once no code of the app runs.
  @exclusivity(unchecked) var requestDescriptions: ((Presence) -> Void)?
  /// What those who asked refer to.
  private let presence = Presence()
  @exclusivity(unchecked) private var isRequested = false

  init(_ writer: JournalWriter) {
    self.writer = writer
    presence.recorder = self
  }

  deinit { presence.recorder = nil }

  /// Leads to a recorder for as long as there is one.
  ///
  /// `unowned(unsafe)`: a weak reference would make each retain of the recorder several times as slow, on
  /// every way through a tree. The recorder takes itself out of here when it ends.
  final class Presence {
    unowned(unsafe) fileprivate(set) var recorder: JournalRecorder?
  }

  // MARK: Trees

  /// Adds a tree as it is now.
  ///
  /// - Returns: what records its changes; nil where the journal cannot tell more trees apart.
  func join(_ tree: any RecordedTree) -> TreeRecorder? {
    guard lastTree < JournalFormat.mostTrees else { return nil }
    lastTree += 1
    let recorder = TreeRecorder(journal: self, number: lastTree)
    trees.append(JoinedTree(tree: tree, recorder: recorder))
    writer.beginSegment(models: modelCount, checkpoint)
    request()
    return recorder
  }

  /// The number under which objects are recorded that are no models.
  private(set) lazy var treeOfObjects: UInt64 = {
    lastTree = min(lastTree + 1, JournalFormat.mostTrees)
    return lastTree
  }()

  /// Forgets a tree, which is gone or has another journal.
  func forget(_ number: UInt64) {
    trees.removeAll { $0.recorder.number == number }
  }

  private var modelCount: Int { trees.reduce(0) { $0 + $1.tree.modelCount } }

  private func checkpoint() -> JournalCheckpoint {
    JournalCheckpoint(
      measuring: trees.compactMap { joined in
        joined.tree.checkpoint(joined.recorder, nil)
      })
  }

  // MARK: Labels and states

  // They are the app's code, which must not run while the app is in the middle of something: models are
  // asked once the main actor is free, shortly before the next checkpoint is due.
  private func request() {
    guard !isRequested, writer.bytesNeeded == nil, let requestDescriptions else { return }
    isRequested = true
    requestDescriptions(presence)
  }

  /// Writes a checkpoint with what models say of themselves.
  func describe() {
    isRequested = false
    // The trees may have outgrown the journal meanwhile.
    guard writer.bytesNeeded == nil else { return }
    // Retained first, as the models may end trees, and change them: they are written as they are then.
    let retained = trees.map { (recorder: $0.recorder, tree: $0.tree) }
    let described = retained.map { ($0.recorder, $0.tree, $0.tree.descriptions()) }
    let checkpoints = described.compactMap { recorder, tree, descriptions in
      tree.checkpoint(recorder, descriptions)
    }
    writer.beginSegment(described: JournalCheckpoint(measuring: checkpoints, isDescribed: true))
  }

  // MARK: Records

  /// Writes a record of a change, then a checkpoint where one is due.
  ///
  /// - Returns: the record's number.
  @discardableResult
  func note(
    _ event: JournalEvent, node: UInt64, name: UInt32 = 0, other: UInt64 = 0, detail: UInt64 = 0
  ) -> UInt64 {
    let number = writer.write(event, node: node, name: name, other: other, detail: detail)
    if writer.isFull { makeRoom() }
    return number
  }

  @inline(never)
  private func makeRoom() {
    // Whoever records may not retain this, and to look at the tree may end an object of the app, whose
    // end is the app's code.
    let kept = Unmanaged.passRetained(self)
    defer { kept.release() }
    if writer.makeRoom(models: { modelCount }, checkpoint: checkpoint) { request() }
  }

  /// Writes that a message was raised, and what became of it, then a checkpoint where one is due. Both are
  /// of the same time: no handler runs between the two.
  ///
  /// - Parameters:
  ///   - event: what became of it.
  ///   - node: its raiser.
  ///   - name: its name.
  ///   - flags: of both records.
  ///   - taker: who takes it, with flags of the second record alone.
  ///   - count: the hops up to the taker, or the number of receivers.
  ///   - detail: of the first record.
  /// - Returns: the second record, whose duration is added later.
  func writeMessage(
    _ event: JournalEvent, node: UInt64, name: UInt32, flags: UInt64, taker: UInt64, count: Int,
    detail: UInt64 = 0
  ) -> JournalWriter.Mark {
    let count = UInt64(UInt32(clamping: count))
    let mark =
      writer.hasRoomForTwo
      ? writer.writeMessage(
        event, node: node, name: name, flags: flags, taker: taker, count: count, detail: detail)
      : writeInTurn(event, node, name, flags, taker, count, detail)
    if writer.isFull { makeRoom() }
    return mark
  }

  /// The same, with what is due between the two.
  @inline(never)
  private func writeInTurn(
    _ event: JournalEvent, _ node: UInt64, _ name: UInt32, _ flags: UInt64, _ taker: UInt64,
    _ count: UInt64, _ detail: UInt64
  ) -> JournalWriter.Mark {
    // A checkpoint between the two may end an object of the app, and that is recorded, too.
    let raised = note(.raised, node: node, name: name, other: flags, detail: detail)
    return writer.writeOutcome(
      event, of: raised, node: node, name: name, other: flags | taker, count: count)
  }
}

extension JournalRecorder {
  /// A handler begins.
  ///
  /// - Parameters:
  ///   - cause: the record that names it.
  ///   - handler: its model, with its tree.
  /// - Returns: what `end` needs.
  @inline(__always)
  func begin(_ cause: UInt64, _ handler: UInt64) -> JournalWriter.Origin {
    writer.begin(cause, handler)
  }

  /// The handler has ended: adds how long it took.
  @inline(__always)
  func end(_ mark: JournalWriter.Mark, _ outer: JournalWriter.Origin) {
    writer.resume(outer)
    writer.finish(mark, missing: 0)
  }
}

/// A tree whose changes are recorded.
protocol RecordedTree: AnyObject {
  /// How many models it has, those included that left it and are still alive.
  var modelCount: Int { get }

  /// The tree as it is now; nil where it is gone.
  func checkpoint(
    _ recorder: TreeRecorder, _ descriptions: ModelDescriptions?
  ) -> (any CheckpointedTree)?

  /// What the models say of themselves.
  func descriptions() -> ModelDescriptions
}

/// A tree of a journal.
///
/// `unowned(unsafe)`: a weak reference to either would make each of its retains several times as slow,
/// on every way through the tree. The tree retains its recorder, and both leave the journal before they
/// end: with the root session, or for another journal.
private struct JoinedTree {
  unowned(unsafe) let tree: any RecordedTree
  unowned(unsafe) let recorder: TreeRecorder
}

/// Records the changes of one tree.
final class TreeRecorder {
  let journal: JournalRecorder
  let number: UInt64
  /// The tree's number where a model's id leaves room for it.
  private let tree: UInt64

  fileprivate init(journal: JournalRecorder, number: UInt64) {
    self.journal = journal
    self.number = number
    tree = number << JournalFormat.idBits
    unretainedNames = .passUnretained(journal.writer.names)
  }

  /// A model of the tree as records name it.
  @inline(__always)
  func node(_ id: Int) -> UInt64 { UInt64(truncatingIfNeeded: id) & JournalFormat.idMask | tree }

  // MARK: Names

  /// Not retained once more: the journal holds them, and a retain takes a tenth of a record.
  private let unretainedNames: Unmanaged<JournalNameWriter>

  @inline(__always)
  private func withNames<Name>(_ body: (JournalNameWriter) -> Name) -> Name {
    unretainedNames._withUnsafeGuaranteedRef(body)
  }

  /// The questions that names answer.
  private enum Asker {
    static let type: UInt64 = 1
    static let file: UInt64 = 2
    static let message: UInt64 = 3
  }

  /// The name of a type.
  @inline(__always)
  func name(of type: AnyClass) -> UInt32 {
    let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    return withNames { $0.name(Asker.type, address) } ?? newName(of: type, address)
  }

  @inline(never)
  private func newName(of type: AnyClass, _ address: UInt64) -> UInt32 {
    withNames { $0.remember(Asker.type, address, $0.text(String(describing: type))) }
  }

  /// A text's name, such as a service's.
  func name(of text: String) -> UInt32 { withNames { $0.text(text) } }

  /// The message that was named last, as the next one is often the same, and its name.
  @exclusivity(unchecked) private var lastMessage: (number: Int, name: UInt32)?

  /// The name of a message of the tree, by its number there; nil where it has none yet.
  @inline(__always)
  func name(ofMessage number: Int) -> UInt32? {
    if let lastMessage, lastMessage.number == number { return lastMessage.name }
    return knownName(ofMessage: number)
  }

  private func knownName(ofMessage number: Int) -> UInt32? {
    let detail = UInt64(bitPattern: Int64(number))
    let name = withNames { $0.name(Asker.message | self.number << 8, detail) }
    if let name { lastMessage = (number, name) }
    return name
  }

  /// Gives a message of the tree its name.
  ///
  /// - Parameter number: the message's number in the tree.
  @inline(never)
  func newName(
    ofMessage number: Int, kind: UInt32, domain: String, code: String?, label: String?
  ) -> UInt32 {
    let detail = UInt64(bitPattern: Int64(number))
    return withNames { names in
      let name = names.message(kind: kind, domain: domain, code: code, label: label)
      return names.remember(Asker.message | self.number << 8, detail, name)
    }
  }

  /// Gives a message its label, which was not known at first.
  func learn(kind: UInt32, domain: String, code: String, label: String) {
    _ = withNames { $0.message(kind: kind, domain: domain, code: code, label: label) }
  }

  /// The name of a list of messages.
  func name(ofList list: [UInt32]) -> UInt32 { withNames { $0.list(list) } }

  /// The tree is about to give its messages other numbers.
  func forgetMessages() {
    lastMessage = nil
    journal.writer.names.forgetAnswers()
  }

  /// A source as a word of a record.
  @inline(__always)
  func word(of source: SourceLocation) -> UInt64 {
    guard let file = source.file else { return UInt64(source.line) << 32 }
    let address = UInt64(UInt(bitPattern: file))
    let name = withNames { $0.name(Asker.file, address) } ?? newName(ofFile: source, address)
    return UInt64(name) | UInt64(source.line) << 32
  }

  @inline(never)
  private func newName(ofFile source: SourceLocation, _ address: UInt64) -> UInt32 {
    withNames { $0.remember(Asker.file, address, $0.text(source.fileName)) }
  }
}
