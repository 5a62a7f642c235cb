extension Snapshot {
  /// The sessions around a model, including the model if it is one, the nearest first.
  package func sessions(around position: Int) -> some Sequence<Int> {
    let columns = columns
    return sequence(first: position) { node in
      let parent = Int(columns.parents[node])
      return parent < 0 ? nil : parent
    }.lazy.filter { columns.nodes.fixed[$0].isSession }
  }

  /// The position of the session from which an event raised at a model travels: the nearest one
  /// above it, or otherwise the root. Costs a walk up to it.
  package func eventSession(ofRaiserAt raiser: Int) -> Int {
    sessions(around: raiser).first { $0 != raiser } ?? 0
  }
}
