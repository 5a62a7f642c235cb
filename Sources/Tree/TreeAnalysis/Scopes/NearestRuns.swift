import TextIO
package import TreeSnapshot

/// For each model of a tree, the nearest of some given models: the model itself or its nearest
/// ancestor among them.
///
/// This determines which model handles an error or a bubble, and which session provides a service:
/// the positions with the same nearest model form runs. Costs two steps for each given model,
/// whatever the size of the tree.
package struct NearestRuns: Sequence, IteratorProtocol {
  /// Adjacent positions with the same nearest model.
  package struct Run {
    /// The positions, at least one.
    package var positions: Range<Int>
    /// The index of the nearest model among the given ones; nil if there is none at or above these.
    package var nearest: Int?
    /// The index of the next one above that, if any.
    package var next: Int?
  }

  private let models: [Int]
  private let columns: Columns
  private var position = 0
  private var nextModel = 0
  /// The indices of the given models at or above the position, the nearest last.
  private var open: [Int] = []

  fileprivate init(_ models: [Int], _ columns: Columns) {
    self.models = models
    self.columns = columns
  }

  package mutating func next() -> Run? {
    let count = columns.nodes.ids.count
    guard position < count else { return nil }
    while let last = open.last, end(of: last) <= position { open.removeLast() }
    if nextModel < models.count, models[nextModel] == position {
      open.append(nextModel)
      nextModel += 1
    }
    var upper = open.last.map(end) ?? count
    if nextModel < models.count { upper = Swift.min(upper, models[nextModel]) }
    defer { position = upper }
    return Run(
      positions: position..<upper, nearest: open.last,
      next: open.count > 1 ? open[open.count - 2] : nil)
  }

  private func end(of index: Int) -> Int { Int(columns.subtreeEnds[models[index]]) }
}

extension Snapshot {
  /// The runs of positions with the same nearest model, in document order.
  ///
  /// - Parameter models: the models, ascending and each once.
  package func runs(nearestTo models: [Int]) -> NearestRuns { NearestRuns(models, columns) }
}
