import TextIO
package import TreeSnapshot

// The tree, or a part of it, as a picture.
extension ReplayedTree {
  /// A model and its children as a tree of their own. Costs a look at each child.
  ///
  /// - Parameters:
  ///   - id: the model.
  ///   - standIn: the type of the one model that stands for all below a child, by the child's id.
  /// - Returns: the tree; nil where the model is not there.
  package func surroundings(of id: Int, standIn: (Int) -> String) -> Snapshot? {
    guard let index = indices[id] else { return nil }
    var builder = SnapshotBuilder()
    add(models[Int(index)], parent: nil, to: &builder)
    for (number, child) in children(of: id).enumerated() {
      guard let index = indices[child] else { continue }
      add(models[Int(index)], parent: id, to: &builder)
      if isLeaf(child) { continue }
      // No model has so high a number.
      builder.addNode(id: Int.max - number, parent: child, type: standIn(child))
    }
    return try? builder.finish()
  }

  /// A model and all below it as a tree of their own; nil where it is not there. Costs a look at each.
  package func subtree(of id: Int) -> Snapshot? {
    guard let top = indices[id] else { return nil }
    var builder = SnapshotBuilder()
    var index = top
    while index >= 0 {
      let model = models[Int(index)]
      add(
        model, parent: index == top || model.parent < 0 ? nil : models[Int(model.parent)].id,
        to: &builder)
      index = next(after: index, within: top)
    }
    return try? builder.finish()
  }

  private func add(_ model: Model, parent: Int?, to builder: inout SnapshotBuilder) {
    add(model, parent: parent, to: &builder, source: names.source)
  }

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
      builder.subscribe(registration.message.subscription(source: source(registration.source)))
    }
    for service in model.services { builder.provide(service: service) }
    for raised in model.raises {
      if let message = raised.message { builder.raise(message, label: raised.label) }
    }
    for entry in model.description?.state ?? [] { builder.describe(entry) }
  }

  /// The tree as a snapshot.
  ///
  /// - Parameters:
  ///   - name: what the tree is called.
  ///   - asOf: the record as of which labels and states are; nil if they are as of the moment.
  func snapshot(name: String?, asOf: Int?) throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in vocabulary {
      if let message = declared.message { builder.declare(message, label: declared.label) }
    }
    var sources: [UInt64: String?] = [:]
    func source(_ word: UInt64) -> String? {
      if let known = sources[word] { return known }
      let text = names.source(word)
      sources[word] = text
      return text
    }
    var index: Int32 = 0
    while index >= 0 {
      let model = models[Int(index)]
      if model.description != nil { builder.asOf = asOf }
      add(
        model, parent: model.parent < 0 ? nil : models[Int(model.parent)].id, to: &builder,
        source: source)
      index = next(after: index, within: 0)
    }
    return try builder.finish()
  }
}
