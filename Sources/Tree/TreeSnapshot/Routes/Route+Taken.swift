extension Route {
  /// Creates the route that a message actually took. Its handlers were recorded; the reasons of the
  /// other models come from the snapshot.
  init(_ taken: TakenRoute, raisedAt raiser: Int, in snapshot: Snapshot) {
    let message = taken.message
    let positions = Dictionary(
      uniqueKeysWithValues: zip(snapshot.positions.map { snapshot[$0].id }, snapshot.positions))
    let takers = taken.takers.compactMap { positions[$0.id] }
    func hop(_ id: Int, _ verdict: Verdict) -> Hop? {
      let query = RouteQuery(
        message, verdict == .handled ? .fitting : .unfitting, in: snapshot.columns)
      return positions[id].map { Hop(node: $0, verdict: verdict, reason: query.reason(at: $0)) }
    }
    let hops =
      taken.passed.compactMap { hop($0.id, .passed) }
      + taken.takers.compactMap { hop($0.id, .handled) }
    let outcome: Outcome =
      switch (message.kind, takers.first) {
      case (.event, nil): .unheard
      case (.event, _): .delivered(to: takers)
      case (_, let handler?): .handled(by: handler)
      case (.error, nil): .uncaught
      case (.bubble, nil): .unhandled
      }
    self.init(
      message: message, raiser: raiser, hops: message.kind == .event ? [] : hops, outcome: outcome)
  }
}
