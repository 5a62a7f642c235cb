import TreeSnapshot

// Looks at single models.
extension ReplayedTree {
  /// Calls `body` with the id and the type of a model and of each below it, in document order.
  func forEachModel(from id: Int, _ body: (Int, String) -> Void) {
    guard let top = indices[id] else { return }
    var index = top
    while index >= 0 {
      body(models[Int(index)].id, type(at: index))
      index = next(after: index, within: top)
    }
  }

  private func type(at index: Int32) -> String { names.text(models[Int(index)].type) ?? "…" }

  /// The id of the root.
  package var root: Int? { models.first?.id }

  /// The type of a model; nil where it is not in the tree.
  package func type(of id: Int) -> String? { indices[id].map(type) }

  /// The model above another.
  package func parent(of id: Int) -> Int? {
    guard let index = indices[id] else { return nil }
    let parent = models[Int(index)].parent
    return parent < 0 ? nil : models[Int(parent)].id
  }

  /// Whether a model has no children.
  package func isLeaf(_ id: Int) -> Bool {
    indices[id].map { models[Int($0)].firstChild < 0 } ?? true
  }

  /// The children of a model, in their order.
  package func children(of id: Int) -> [Int] {
    guard let index = indices[id] else { return [] }
    var children: [Int] = []
    var child = models[Int(index)].firstChild
    while child >= 0 {
      children.append(models[Int(child)].id)
      child = models[Int(child)].nextSibling
    }
    return children
  }

  /// The ids of all models, in document order.
  package var ids: [Int] {
    var ids: [Int] = []
    if let root { forEachModel(from: root) { id, _ in ids.append(id) } }
    return ids
  }

  /// The messages that a model is registered for, and those that it is known to raise.
  package func messages(of id: Int) -> [JournalMessage] {
    guard let index = indices[id] else { return [] }
    let model = models[Int(index)]
    return model.subscriptions.map(\.message) + model.raises
  }
}
