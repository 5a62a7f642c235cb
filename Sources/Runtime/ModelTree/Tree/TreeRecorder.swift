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
  /// The models that were recorded as leaked.
  var leaked: Set<Int32> = []

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
    types.value(of: ObjectIdentifier(type)) { names.text(TypeName.of(type)) }
  }

  /// The name of a type of payloads.
  func name(ofPayload type: Any.Type) -> UInt32 {
    payloads.value(of: ObjectIdentifier(type)) { names.text(TypeName(type).text) }
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
    return UInt64(creations.value(of: place) { names.text(links.creation) })
  }

  /// A source as a word of a record.
  func word(of source: SourceLocation) -> UInt64 {
    let file = source.file.utf8Start
    let line = UInt64(source.line) << 32
    // Each recorded raise asks for it: reading needs no exclusive access.
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
    if let clock = heldClock as? ExplorableClock { journal.hold(by: clock) }
    self.journal = journal.join(self)
  }

  /// A model as records name it.
  func name(_ node: Int32, _ recorder: TreeRecorder) -> UInt64 {
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
    recorder.journal.note(event, node: name(node, recorder), name: recorder.name(of: key, in: self))
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
}
