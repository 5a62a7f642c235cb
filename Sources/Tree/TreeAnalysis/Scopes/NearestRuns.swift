package import TreeSnapshot

/// Adjacent models of a tree with the same nearest model among some given ones: the model itself or
/// its nearest ancestor among them.
package struct NearestRun {
  /// The positions, at least one.
  package var positions: Range<Int>
  /// The index of the nearest model among the given ones; nil if there is none at or above these.
  package var nearest: Int?
}

extension Snapshot {
  /// The runs of positions with the same nearest model, in document order. They determine which model
  /// handles an error or a bubble, and which session provides a service.
  ///
  /// Costs two steps for each given model, whatever the size of the tree.
  ///
  /// - Parameter models: the models, ascending and each once.
  package func runs(nearestTo models: [Int]) -> [NearestRun] {
    var runs: [NearestRun] = []
    var (position, nextModel) = (0, 0)
    /// The indices of the given models at or above the position, the nearest last.
    var open: [Int] = []
    func end(of index: Int) -> Int { Int(columns.subtreeEnds[models[index]]) }
    while position < count {
      while let last = open.last, end(of: last) <= position { open.removeLast() }
      if nextModel < models.count, models[nextModel] == position {
        open.append(nextModel)
        nextModel += 1
      }
      var upper = open.last.map(end) ?? count
      if nextModel < models.count { upper = min(upper, models[nextModel]) }
      runs.append(NearestRun(positions: position..<upper, nearest: open.last))
      position = upper
    }
    return runs
  }
}
