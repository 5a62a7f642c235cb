import ModelTree

/// A tree like an app's, only larger: created in document order, with most models between 8 and 20
/// levels deep, none deeper than 28, and a few children for most. It is the same in every run.
@MainActor struct AppTree {
  let session = Session()
  /// A model in the middle of the tree.
  let middle: Model

  /// Creates a tree of `count` models below its session.
  ///
  /// - Parameters:
  ///   - count: the number of models, at least one.
  ///   - chosen: how many of them, evenly distributed, `makeChosen` creates; the others are plain.
  ///   - makeChosen: creates a model below another.
  init(
    models count: Int, chosen: Int = 0,
    makeChosen: (Model) -> Model = { PlainModel(parent: $0) }
  ) {
    var growth = TreeGrowth<Model>(from: session)
    var middle: Model = session
    for index in 0..<count {
      // True `chosen` times, like the steps of a straight line on a screen.
      let isChosen = index * chosen / count != (index + 1) * chosen / count
      let model = growth.next(isChosen ? makeChosen : { PlainModel(parent: $0) })
      if index == count / 2 { middle = model }
    }
    self.middle = middle
  }
}
