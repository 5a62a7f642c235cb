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

/// Some models of a tree, and which of them is nearest to each model, for repeated queries. Costs
/// two steps for each of them.
package struct NearestModels: Sendable {
  /// Their positions, ascending and each once.
  package let positions: [Int]
  private let runs: [NearestRuns.Run]

  package init(_ positions: [Int], _ snapshot: Snapshot) {
    self.positions = positions
    runs = Array(snapshot.runs(nearestTo: positions))
  }

  /// Raisers whose message ends at the same model.
  package struct Share: Hashable {
    /// The model that handles the message; nil if none does.
    package var handler: Int?
    /// The number of raisers.
    package var count: Int
    /// The first of them.
    package var first: Int
  }

  /// Where a message ends that these models handle, by number of raisers.
  ///
  /// Costs at most a binary search for each raiser; for all models, two steps for each handler.
  ///
  /// - Parameter raisers: the raisers, ascending; nil for every model.
  /// - Returns: the shares in the order of their first raisers; for every model, those without a
  ///   handler last.
  package func shares(raisedAt raisers: [Int]?) -> [Share] {
    var shares: [Share] = []
    var places: [Int?: Int] = [:]
    func add(_ run: NearestRuns.Run, _ count: Int, _ first: Int) {
      let place = places[run.nearest, default: shares.count]
      if place == shares.count {
        places[run.nearest] = place
        shares.append(Share(handler: run.nearest.map { positions[$0] }, count: 0, first: first))
      }
      shares[place].count += count
    }
    guard let raisers else {
      for run in runs { add(run, run.positions.count, run.positions.lowerBound) }
      if let loose = places[nil] { shares.append(shares.remove(at: loose)) }
      return shares
    }
    var rest = raisers[...]
    while let first = rest.first {
      let run = runs.run(of: first)
      let own = rest.elements(in: run.positions)
      add(run, own.count, first)
      rest = rest[own.endIndex...]
    }
    return shares
  }
}

extension [NearestRuns.Run] {
  /// The run that contains a position. Costs a binary search.
  package func run(of position: Int) -> NearestRuns.Run {
    self[partitionIndex { $0.positions.upperBound > position }]
  }
}
