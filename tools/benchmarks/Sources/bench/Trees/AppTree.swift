import ModelTree

/// A tree the way apps look, only larger: made in document order, with most models between 8 and
/// 20 levels deep, none deeper than 28, and no more than a few children for most. It is the same in
/// every run.
@MainActor struct AppTree {
  let session = Session()
  /// A model in the midst of the tree.
  let middle: Model

  /// Makes a tree of `count` models below its session.
  ///
  /// - Parameters:
  ///   - count: how many; one at least.
  ///   - chosen: how many of them, spread evenly, are made by `makeChosen`; the others are plain.
  ///   - makeChosen: makes a model below another.
  init(
    models count: Int, chosen: Int = 0,
    makeChosen: (Model) -> Model = { PlainModel(parent: $0) }
  ) {
    var growth = TreeGrowth<Model>(from: session)
    var middle: Model = session
    for index in 0..<count {
      // True `chosen` times, as a straight line on a screen goes up by one.
      let isChosen = index * chosen / count != (index + 1) * chosen / count
      let model = growth.next(isChosen ? makeChosen : { PlainModel(parent: $0) })
      if index == count / 2 { middle = model }
    }
    self.middle = middle
  }
}
