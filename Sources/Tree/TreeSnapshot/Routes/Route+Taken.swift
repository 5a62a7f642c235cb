extension Route {
  /// Creates the route that a message actually took. Its handlers were recorded; the reasons of the
  /// other models come from the snapshot.
  init(_ taken: TakenRoute, raisedAt raiser: Int, in snapshot: Snapshot) {
    let message = taken.message
    let positions = Dictionary(
      uniqueKeysWithValues: zip(snapshot.positions.map { snapshot[$0].id }, snapshot.positions))
    let takers = taken.takers.compactMap { positions[$0.id] }
    if message.kind == .event {
      self.init(
        message: message, raiser: raiser, hops: [],
        outcome: takers.isEmpty ? .unheard : .delivered(to: takers))
      return
    }
    func hop(_ id: Int, _ verdict: Verdict) -> Hop? {
      let query = RouteQuery(
        message, verdict == .handled ? .fitting : .unfitting, in: snapshot.columns)
      return positions[id].map { Hop(node: $0, verdict: verdict, reason: query.reason(at: $0)) }
    }
    let hops =
      taken.passed.compactMap { hop($0.id, .passed) }
      + taken.takers.compactMap { hop($0.id, .handled) }
    let outcome: Outcome =
      if let handler = takers.first {
        .handled(by: handler)
      } else {
        message.kind == .error ? .uncaught : .unhandled
      }
    self.init(message: message, raiser: raiser, hops: hops, outcome: outcome)
  }
}
