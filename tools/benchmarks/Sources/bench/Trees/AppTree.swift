import ModelTree

/// A tree the way apps look, only larger: made in document order, with most models between 8 and
/// 20 levels deep, none deeper than 28, and no more than a few children for most. It is the same in
/// every run.
struct AppTree {
  let session = Session()
  /// A model in the midst of the tree.
  let middle: Model

  /// Makes a tree of `count` models below its session.
  ///
  /// - Parameters:
  ///   - count: how many; one at least.
  ///   - chosen: how many of them, spread evenly, are handed to `prepare`.
  ///   - prepare: may register them for something.
  init(models count: Int, chosen: Int = 0, _ prepare: (Model) -> Void = { _ in }) {
    var growth = Growth(from: session)
    var middle: Model = session
    for index in 0..<count {
      let model = growth.next()
      // True `chosen` times, as a straight line on a screen goes up by one.
      if index * chosen / count != (index + 1) * chosen / count { prepare(model) }
      if index == count / 2 { middle = model }
    }
    self.middle = middle
  }

  /// Where the next model is attached. It needs no more memory than the way from the session to the
  /// last model, so it may stand beside what is measured.
  struct Growth {
    private var random = FixedRandom()
    private var ancestors: [Model]

    init(from session: Session) { ancestors = [session] }

    /// Below the last model, or after going up a few levels: the deeper, the likelier.
    mutating func next() -> Model {
      while ancestors.count > 1, random.below(28) < ancestors.count { ancestors.removeLast() }
      let parent = ancestors[ancestors.count - 1]
      let model = PlainModel(parent: parent)
      ancestors.append(model)
      return model
    }
  }
}
