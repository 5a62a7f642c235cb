import ModelTree
import TextIO
import TreeJournal
import TreeSnapshot

/// A tree of a journal, and the JSON of what the tree's records name again and again.
@MainActor
final class TreeRecorder {
  let journal: Journal
  /// The tree's number in the journal.
  let number: Int

  private var types: [ObjectIdentifier: [UInt8]] = [:]
  private var payloads: [ObjectIdentifier: [UInt8]] = [:]
  private var sources: [Source: [UInt8]] = [:]
  private struct Source: Hashable {
    /// The type that was created there; nil if that doesn't matter.
    let type: ObjectIdentifier?
    let file: UnsafePointer<UInt8>
    let line: UInt32
  }
  private var messages: [MessageTable.Key: [UInt8]] = [:]
  /// What models said of themselves when they were looked at last, by their nodes.
  var descriptions: [Int32: Description] = [:]
  /// The models that did something since they were looked at, with the record of it.
  var touched = TouchedModels()
  /// The models that were recorded as leaked.
  var leaked: Set<Int32> = []

  /// The messages that are delivered, the innermost last, and the handlers and actions that run.
  var deliveries: [Delivery] = []
  var running: [Running] = []

  init(journal: Journal, number: Int) {
    self.journal = journal
    self.number = number
  }

  /// A model of the tree as records name it.
  func node(_ model: ObservedModel) -> JournalNode { JournalNode(tree: number, id: model.id) }

  /// The JSON of a type.
  func json(of type: AnyClass) -> [UInt8] {
    types.value(of: ObjectIdentifier(type)) { JSONText.string(TypeName.of(type)).bytes }
  }

  /// The JSON of the type of a registration's payloads; nil if it takes none.
  func payload(of registration: Registration) -> [UInt8]? {
    registration.payloadType.map { type in
      payloads.value(of: ObjectIdentifier(type)) { JSONText.string(TypeName(type).text).bytes }
    }
  }

  /// The JSON of a message of the tree, or of a whole domain.
  func json(of key: MessageTable.Key, in tree: TreeStore) -> [UInt8] {
    messages[key] ?? learn(key, of: tree.messages)
  }

  /// Gives a message its JSON, or the JSON its label, which was not known at first.
  @discardableResult
  private func learn(_ key: MessageTable.Key, of table: MessageTable) -> [UInt8] {
    let code = table.code(of: key)
    let message = KnownMessage(
      kind: table.kind(of: key), domain: table.domain(of: key), code: code?.code, label: code?.label
    )
    messages[key] = message.json
    return message.json
  }

  /// The JSON of the place that created a model.
  func creation(of model: ObservedModel) -> [UInt8] {
    let (type, source) = (model.type, model.source)
    if source.kind == .caller { return json(of: source) }
    let place = Source(
      type: ObjectIdentifier(type), file: source.file.utf8Start, line: source.line)
    return sources.value(of: place) { JSONText.string(source.text(of: type)).bytes }
  }

  /// The JSON of a line of source.
  func json(of source: SourceLine) -> [UInt8] {
    let place = Source(type: nil, file: source.file.utf8Start, line: source.line)
    return sources.value(of: place) { JSONText.string(source.text).bytes }
  }
}

// What happens in the tree, messages aside.
extension TreeRecorder: TreeObserver {
  func attached(_ model: ObservedModel) {
    journal.write(.attached, node(model)) { line in
      if let parent = model.parent?.id, parent != 0 { line.write(", \"parent\": ", parent) }
      line.write(", \"type\": ", json(of: model.type))
      if model.isSession { line.write(", \"session\": true") }
      line.write(", \"source\": ", creation(of: model))
    }
    touched.add(model.node)
  }

  func detached(_ model: ObservedModel, from parent: ObservedModel, isRemoval: Bool) {
    if isRemoval { detached(model) }
  }

  private func detached(_ model: ObservedModel, isEnd: Bool = false) {
    let looked = journal.writer.looked
    journal.write(.detached, node(model)) { line in
      if isEnd { line.write(", \"session\": true") }
      if looked != 0 { line.write(", \"since\": ", looked) }
    }
  }

  func released(_ model: ObservedModel) {
    if model.isRoot {
      journal.forget(number)
      detached(model, isEnd: true)
    } else if leaked.remove(model.node) != nil {
      journal.write(.released, node(model))
    }
  }

  func represented(_ model: ObservedModel, by representation: AnyObject?) {
    journal.write(.represented, node(model)) { line in
      let name = representation.map { TypeName.bare(of: type(of: $0)) }
      line.write(", \"representation\": ", text: name)
    }
  }

  func registered(_ registration: Registration, in tree: TreeStore) {
    journal.write(.registered, node(ObservedModel(tree: tree, node: registration.node))) { line in
      line.write(", \"message\": ", json(of: registration.key, in: tree))
      line.write(", \"payload\": ", payload(of: registration))
      line.write(", \"source\": ", json(of: registration.source))
    }
  }

  func unregistered(_ registration: Registration, in tree: TreeStore) {
    journal.write(.unregistered, node(ObservedModel(tree: tree, node: registration.node))) {
      $0.write(", \"message\": ", json(of: registration.key, in: tree))
    }
  }

  func declared(_ key: MessageTable.Key, by model: ObservedModel) {
    journal.write(.declared, node(model)) {
      $0.write(", \"message\": ", json(of: key, in: model.tree))
    }
  }

  func learned(_ vocabulary: [MessageTable.Key], from model: ObservedModel) {
    journal.write(.vocabulary, node(model)) {
      $0.write(", \"messages\": ", list: vocabulary.map { json(of: $0, in: model.tree) })
    }
  }

  func labeled(_ key: MessageTable.Key, in tree: TreeStore) { learn(key, of: tree.messages) }

  func provided(_ service: String, at place: Int, by session: ObservedModel) {
    journal.write(.provided, node(session)) { line in
      line.write(", \"service\": ", text: service)
      line.write(", \"place\": ", place)
    }
  }

  func opened(_ session: ObservedModel) { journal.write(.opened, node(session)) }

  func closed(_ session: ObservedModel) { journal.write(.closed, node(session)) }
}
