import TextIO
import TreeAnalysis
import TreeSnapshot

/// Some models of a tree, and which of them is nearest to each model, for repeated queries. Costs
/// two steps for each of them.
struct NearestModels: Sendable {
  /// Their positions, ascending and each once.
  let positions: [Int]
  private let runs: [NearestRuns.Run]

  init(_ positions: [Int], _ snapshot: Snapshot) {
    self.positions = positions
    runs = Array(snapshot.runs(nearestTo: positions))
  }

  /// Raisers whose message ends at the same model.
  struct Share: Hashable {
    /// The model that handles the message; nil if none does.
    var handler: Int?
    /// The number of raisers.
    var count: Int
    /// The first of them.
    var first: Int
  }

  /// Where a message ends that these models handle, by number of raisers.
  ///
  /// Costs at most a binary search for each raiser; for all models, two steps for each handler.
  ///
  /// - Parameter raisers: the raisers, ascending; nil for every model.
  /// - Returns: the shares in the order of their first raisers; for every model, those without a
  ///   handler last.
  func shares(raisedAt raisers: [Int]?) -> [Share] {
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
  func run(of position: Int) -> NearestRuns.Run {
    self[partitionIndex { $0.positions.upperBound > position }]
  }
}
