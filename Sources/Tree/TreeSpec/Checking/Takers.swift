import TextIO
import TreeAnalysis
import TreeSnapshot

/// The models that take a message or provide a service.
struct Takers {
  /// Their positions, ascending and each once.
  private let positions: [Int]
  private let snapshot: Snapshot
  private let runs: [NearestRun]
  /// Of an event: the sessions.
  private let sessions: SessionScopes?

  /// Costs two steps for each of them.
  init(_ positions: [Int], _ snapshot: Snapshot, sessions: SessionScopes? = nil) {
    self.positions = positions
    self.snapshot = snapshot
    self.sessions = sessions
    runs = sessions == nil ? snapshot.runs(nearestTo: positions) : []
  }

  /// What raisers with the same takers have in common: the first taker at the raiser or above it, if any; of
  /// an event, the session from which it travels. Costs a binary search.
  func end(of raiser: Int) -> Int? {
    if let sessions { return sessions.session(ofEventsFrom: raiser) }
    return runs[runs.partitionIndex { $0.positions.upperBound > raiser }].nearest.map {
      positions[$0]
    }
  }

  /// The models that take what ends there.
  func models(at end: Int?) -> [Int] {
    guard let end else { return [] }
    return sessions == nil ? [end] : Array(positions.elements(in: snapshot[end].subtree))
  }

  /// The raisers of the same end, each group and the groups ascending.
  func groups(of raisers: [Int]) -> [(takers: [Int], end: Int?, raisers: [Int])] {
    Dictionary(grouping: raisers, by: end).map { (models(at: $0), $0, $1) }
      .sorted { $0.raisers[0] < $1.raisers[0] }
  }
}
