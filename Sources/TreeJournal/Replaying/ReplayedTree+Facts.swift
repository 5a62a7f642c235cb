import TreeSnapshot

extension ReplayedTree {
  /// How large a tree is.
  package struct Size {
    /// How many levels lie below the root.
    package var depth = 0
    /// How many models there are.
    package var nodes = 0
    /// How many children the model with most of them has.
    package var children = 0
    /// How many sessions there are.
    package var sessions = 0
  }

  /// How large it is. Costs a look at each model.
  package var size: Size {
    var size = Size()
    var depths = Array(repeating: 0, count: models.count)
    var counts = depths
    var index: Int32 = isThere ? 0 : -1
    while index >= 0 {
      let place = Int(index)
      size.nodes += 1
      if models[place].isSession { size.sessions += 1 }
      let parent = Int(models[place].parent)
      if parent >= 0 {
        depths[place] = depths[parent] + 1
        counts[parent] += 1
        size.depth = max(size.depth, depths[place])
        size.children = max(size.children, counts[parent])
      }
      index = next(after: index, within: 0)
    }
    return size
  }

  /// The types of a model and of all below it.
  package func types(from id: Int) -> Set<String> {
    guard let top = indices[id] else { return [] }
    var types: Set<UInt32> = []
    var index = top
    while index >= 0 {
      types.insert(models[Int(index)].type)
      index = next(after: index, within: top)
    }
    return Set(types.map { names.text($0) ?? "…" })
  }

  /// Calls `body` with the id and the type of each model.
  func forEachModel(_ body: (Int, String) -> Void) {
    for model in models { body(model.id, names.text(model.type) ?? "…") }
  }

  /// Calls `body` with the id of each model, and that of its parent.
  func forEachParent(_ body: (Int, Int?) -> Void) {
    for model in models { body(model.id, model.parent < 0 ? nil : models[Int(model.parent)].id) }
  }

  /// Calls `body` with each subscription and the id of its model.
  func forEachSubscription(_ body: (Int, Subscription) -> Void) {
    for model in models {
      for registration in model.subscriptions {
        let source = names.source(registration.source)
        body(
          model.id,
          registration.message.subscription(
            source: source, payload: registration.payload))
      }
    }
  }

  /// The id of the root.
  package var root: Int? { models.first?.id }
}
