import ModelTree
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
  private var messages: [MessageTable.Key: UInt32] = [:]
  /// What models said of themselves when they were looked at last, by their nodes.
  var descriptions: [Int32: Description] = [:]
  /// The models that did something since they were looked at, with the record of it.
  var touched = TouchedModels()
  /// The models that were recorded as leaked.
  var leaked: Set<Int32> = []

  /// The messages that are delivered, the innermost last, and the handlers and actions that run.
  var deliveries: [Delivery] = []
  var running: [Running] = []

  init(journal: Journal, number: UInt64) {
    self.journal = journal
    self.number = number
  }

  private var names: JournalNameWriter { journal.writer.names }

  /// A model of the tree as records name it.
  func name(of model: ObservedModel) -> UInt64 { node(model.id) }

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
  func word(ofCreationOf model: ObservedModel) -> UInt64 {
    let (type, source) = (model.type, model.source)
    if source.kind == .caller { return word(of: source) }
    let place = Creation(
      type: ObjectIdentifier(type), file: source.file.utf8Start, line: source.line)
    return UInt64(creations.value(of: place) { names.text(source.text(of: type)) })
  }

  /// A source as a word of a record.
  func word(of source: SourceLine) -> UInt64 {
    let file = source.file.utf8Start
    let line = UInt64(source.line) << 32
    // Each recorded raise asks for it: reading needs no exclusive access.
    if let name = files[file] { return UInt64(name) | line }
    let name = names.text(source.fileName)
    files[file] = name
    return UInt64(name) | line
  }
}

// What happens in the tree, messages aside.
extension TreeRecorder: TreeObserver {
  func attached(_ model: ObservedModel) {
    let parent = UInt64(truncatingIfNeeded: model.parent?.id ?? 0)
    journal.note(
      .attached, node: name(of: model), name: name(of: model.type),
      other: parent | (model.isSession ? JournalFormat.RecordFlag.isSession : 0),
      source: word(ofCreationOf: model))
    touched.add(model.node)
  }

  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {
    guard isRemoval else { return }
    journal.note(.detached, node: name(of: model), detail: journal.writer.looked)
  }

  func released(_ model: ObservedModel) {
    if model.isRoot {
      journal.forget(number)
      journal.note(
        .detached, node: name(of: model), other: JournalFormat.RecordFlag.isSession,
        detail: journal.writer.looked)
    } else if leaked.remove(model.node) != nil {
      journal.note(.released, node: name(of: model))
    }
  }

  func represented(_ model: ObservedModel, by representation: AnyObject?) {
    journal.note(
      .represented, node: name(of: model),
      name: representation.map { name(of: TypeName.bare(of: type(of: $0))) } ?? 0)
  }

  func registered(_ registration: Registration, in tree: TreeStore) {
    journal.note(
      .registered, node: name(of: ObservedModel(tree: tree, node: registration.node)),
      name: name(of: registration.key, in: tree),
      other: UInt64(registration.payloadType.map { name(ofPayload: $0) } ?? 0),
      source: word(of: registration.source))
  }

  func unregistered(_ registration: Registration, in tree: TreeStore) {
    journal.note(
      .unregistered, node: name(of: ObservedModel(tree: tree, node: registration.node)),
      name: name(of: registration.key, in: tree))
  }

  func declared(_ key: MessageTable.Key, by model: ObservedModel) {
    journal.note(.declared, node: name(of: model), name: name(of: key, in: model.tree))
  }

  func learned(_ vocabulary: [MessageTable.Key], from model: ObservedModel) {
    let names = vocabulary.map { name(of: $0, in: model.tree) }
    journal.note(.vocabulary, node: name(of: model), name: name(ofList: names))
  }

  func labeled(_ key: MessageTable.Key, in tree: TreeStore) { learn(key, of: tree.messages) }

  func provided(_ service: String, at place: Int, by session: ObservedModel) {
    journal.note(
      .provided, node: name(of: session), name: name(of: service), other: UInt64(place))
  }

  func opened(_ session: ObservedModel) { journal.note(.opened, node: name(of: session)) }

  func closed(_ session: ObservedModel) { journal.note(.closed, node: name(of: session)) }
}
