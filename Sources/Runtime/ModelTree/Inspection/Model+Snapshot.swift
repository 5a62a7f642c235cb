public import TreeSnapshot

extension Model {
  /// Takes a snapshot of the model and everything below it. Costs a walk over the models.
  ///
  /// - Parameter name: the tree's name, usually its app's.
  public func snapshot(name: String? = nil) -> Snapshot {
    var writer = SnapshotWriter(store: store, name: name)
    return writer.write(from: self)
  }
}

/// Writes the models of a store into a snapshot.
@MainActor
private struct SnapshotWriter {
  private let store: TreeStore
  private var builder: SnapshotBuilder
  // Caches of values that are slow to create.
  private var types: [ObjectIdentifier: String] = [:]
  private var payloads: [ObjectIdentifier: String] = [:]
  private var sources: [Place: String] = [:]

  private struct Place: Hashable {
    let file: UnsafePointer<UInt8>
    let line: UInt32
  }

  init(store: TreeStore, name: String?) {
    self.store = store
    builder = SnapshotBuilder(name: name)
  }

  mutating func write(from top: Model) -> Snapshot {
    let vocabulary = store.messages.vocabulary
    let models = top.subtree
    for model in models { write(model, isTop: model === top) }
    // Last, because labels and states run the app's code, which may change the tree, and the
    // snapshot shows one moment.
    for (number, model) in models.enumerated() {
      builder.describe(node: number, label: model.label, state: model.state)
    }
    for declared in vocabulary {
      let value = store.valueType(of: declared.message)
      builder.declare(
        declared.message, label: declared.label, payload: value.map { name(ofPayload: $0) })
    }
    do {
      return try builder.finish()
    } catch {
      // Each model has one parent, written before it: only more than 2³¹ models could fail.
      preconditionFailure("a tree of models is one tree: \(error)")
    }
  }

  private mutating func write(_ model: Model, isTop: Bool) {
    let links = store.links[Int(model.node)]
    let session = links.isSession ? model as? Session : nil
    builder.addNode(
      id: links.id, parent: isTop ? nil : store.links[Int(links.parent)].id,
      type: name(of: type(of: model)), isSession: links.isSession,
      isUnopened: session.map { model.node != store.rootNode && !$0.isRunning } ?? false,
      representation: model.representation.map { TypeName.bare(of: type(of: $0)) },
      source: links.source.kind == .caller ? text(of: links.source) : links.creation)
    for service in session?.serviceNames ?? [] { builder.provide(service: service) }
    for service in WrappedProperties.of(type(of: model)).services { builder.ask(service: service) }
    for work in store.work.running(of: model.node) {
      builder.work(Work(source: text(of: work.source), since: work.since), ofNodeWithID: links.id)
    }
    for registration in store.registrations(of: model.node) {
      builder.subscribe(
        store.messages.subscription(
          of: registration.key, text(of: registration.source),
          payload: registration.payloadType.map { name(ofPayload: $0) }))
    }
    for raised in store.raises[model.node] ?? [] {
      guard let declared = store.messages.declaredMessage(of: raised) else { continue }
      builder.raise(declared.message, label: declared.label)
    }
  }

  private mutating func name(of type: AnyClass) -> String {
    types.value(of: ObjectIdentifier(type)) { TypeName.of(type) }
  }

  private mutating func name(ofPayload type: Any.Type) -> String {
    payloads.value(of: ObjectIdentifier(type)) { TypeName(type).text }
  }

  /// A line of source: `RootRouter.swift:20`.
  private mutating func text(of source: SourceLine) -> String {
    sources.value(of: Place(file: source.file.utf8Start, line: source.line)) { source.text }
  }
}
