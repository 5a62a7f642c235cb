import TextIO
import TreeSnapshot

extension ReplayedTree {
  private func add(
    _ model: Model, parent: Int?, to builder: inout SnapshotBuilder,
    source: (UInt64) -> String?
  ) {
    Steps.note()
    builder.addNode(
      id: model.id, parent: parent, type: names.text(model.type) ?? "…",
      label: model.description?.label, isSession: model.isSession,
      isUnopened: model.isUnopened, representation: model.representation,
      source: source(model.source))
    for registration in model.subscriptions {
      builder.subscribe(
        registration.message.subscription(
          source: source(registration.source), payload: registration.payload))
    }
    for service in model.services { builder.provide(service: service) }
    for raised in model.raises {
      if let message = raised.message { builder.raise(message, label: raised.label) }
    }
    for entry in model.description?.state ?? [] { builder.describe(entry) }
    if let record = model.description?.asOf { builder.setAge(record) }
  }

  /// The tree as a snapshot.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(name: String?) throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in vocabulary {
      if let message = declared.message { builder.declare(message, label: declared.label) }
    }
    var sources: [UInt64: String?] = [:]
    func source(_ word: UInt64) -> String? {
      if let source = sources[word] { return source }
      let text = names.source(word)
      sources[word] = text
      return text
    }
    var index: Int32 = 0
    while index >= 0 {
      let model = models[Int(index)]
      add(
        model, parent: model.parent < 0 ? nil : models[Int(model.parent)].id, to: &builder,
        source: source)
      index = next(after: index, within: 0)
    }
    return try builder.finish()
  }
}
