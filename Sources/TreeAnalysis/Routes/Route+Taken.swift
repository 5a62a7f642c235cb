package import TreeSnapshot

extension Route {
  /// The way that a message really took. Who took it was recorded; why the others let it pass is
  /// read from the snapshot.
  package init(
    _ taken: TakenRoute, of message: Message, raisedAt raiser: Int, in snapshot: Snapshot
  ) {
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
      positions[id].map {
        Hop(node: $0, verdict: verdict, reason: snapshot.reason(for: message, at: $0))
      }
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
