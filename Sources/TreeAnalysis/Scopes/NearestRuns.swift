package import TreeSnapshot

/// For each model of a tree the nearest of some models: the model itself or the next one above it.
///
/// This decides which model takes a rising message, and which session provides a service: the models
/// from which a walk upwards ends at the same model are runs of positions. Costs two steps for each of those models,
/// however large the tree is.
package struct NearestRuns: Sequence, IteratorProtocol {
  /// Positions side by side that have the same nearest model.
  package struct Run {
    /// The positions, at least one.
    package var positions: Range<Int>
    /// The index of the nearest model among the given ones; nil where none is at or above these.
    package var nearest: Int?
    /// The index of the next one above that; nil where there is none.
    package var next: Int?
  }

  private let models: [Int]
  private let columns: Columns
  private var walk = NearestWalk()

  fileprivate init(_ models: [Int], _ columns: Columns) {
    self.models = models
    self.columns = columns
  }

  package mutating func next() -> Run? { walk.next(models, columns) }
}

/// The way from one run to the next, which may be gone again for other models: its memory stays.
struct NearestWalk {
  private var position = 0
  private var nextModel = 0
  /// The indices of the models at or above the position, the nearest last.
  private var open: [Int] = []

  /// Goes back to where all runs begin.
  mutating func restart() {
    (position, nextModel) = (0, 0)
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
  }

  /// The next run of positions that have the same nearest model.
  ///
  /// - Parameter models: the models, ascending and each once; the same ones until the walk begins again.
  mutating func next(_ models: [Int], _ columns: Columns) -> NearestRuns.Run? {
    func end(_ index: Int) -> Int { Int(columns.subtreeEnds[models[index]]) }
    guard position < columns.nodes.ids.count else { return nil }
    while let last = open.last, end(last) <= position { open.removeLast() }
    if nextModel < models.count, models[nextModel] == position {
      open.append(nextModel)
      nextModel += 1
    }
    var upper = open.last.map { end($0) } ?? columns.nodes.ids.count
    if nextModel < models.count { upper = Swift.min(upper, models[nextModel]) }
    defer { position = upper }
    return NearestRuns.Run(
      positions: position..<upper, nearest: open.last,
      next: open.count > 1 ? open[open.count - 2] : nil)
  }
}

extension Snapshot {
  /// The runs of positions that have the same nearest model, in document order.
  ///
  /// - Parameter models: the models, ascending and each once.
  package func runs(nearestTo models: [Int]) -> NearestRuns { NearestRuns(models, columns) }

  /// How many of some models a message from each of which ends at the same taker.
  package struct Share: Hashable {
    /// The model that takes the message; nil where none does.
    package var handler: Int?
    /// How many models raise it to there.
    package var count: Int
    /// The first of them.
    package var first: Int
  }

  /// Where an error or a bubble ends, by how many raisers.
  ///
  /// Costs as many steps as there are takers and raisers; where all models raise it, only the takers
  /// count.
  ///
  /// - Parameters:
  ///   - takers: the models that take the message, ascending.
  ///   - raisers: the models that raise it, ascending; nil for every model.
  /// - Returns: the shares in the order of their first raisers; for every model, those without a
  ///   handler last.
  package func shares(of takers: [Int], raisedAt raisers: [Int]?) -> [Share] {
    var shares: [Share] = []
    var places: [Int?: Int] = [:]
    var rest = raisers?[...]
    for run in runs(nearestTo: takers) {
      if rest?.isEmpty == true { break }
      let own = rest?.prefix { $0 < run.positions.upperBound }
      rest?.removeFirst(own?.count ?? 0)
      guard let first = own.map(\.first) ?? run.positions.first else { continue }
      let place = places[run.nearest, default: shares.count]
      if place == shares.count {
        places[run.nearest] = place
        shares.append(Share(handler: run.nearest.map { takers[$0] }, count: 0, first: first))
      }
      shares[place].count += own?.count ?? run.positions.count
    }
    if raisers == nil, let loose = places[nil] { shares.append(shares.remove(at: loose)) }
    return shares
  }
}

extension [NearestRuns.Run] {
  /// The run that holds a position. Costs a binary search.
  package func run(of position: Int) -> NearestRuns.Run {
    self[partitionIndex { $0.positions.upperBound > position }]
  }
}
