/// One thing that is measured, and what it is held to.
struct Measurement: Sendable {
  var name: String
  var unit: Unit
  var target: Target
  var run: @Sendable (Workbench) throws -> Outcome

  enum Unit: String, Sendable {
    case milliseconds = "ms"
    case megabytes = "MB"
  }

  enum Target: Sendable {
    /// As many times as fast as the peer, at least.
    case timesThePeer(Double)
    /// Less than a fixed limit.
    case below(Double)
  }

  /// What was found: our own samples, and those of the peer where there is one.
  struct Outcome {
    var ours: Samples
    var peer: Peer?
  }

  enum Peer {
    case measured(name: String, Samples)
    /// Why the peer could not be measured, and what to do about it.
    case missing(String)
  }

  /// Measures; a row without figures tells why it could not be done.
  func row(on workbench: Workbench) -> Row {
    do {
      return row(of: try run(workbench))
    } catch {
      return Row(name: name, unit: unit, target: target, against: "\(error)")
    }
  }

  private func row(of outcome: Outcome) -> Row {
    var row = Row(name: name, unit: unit, target: target, ours: outcome.ours, against: "")
    switch (target, outcome.peer) {
    case (.below(let limit), _):
      row.against = "limit \(limit.short) \(unit.rawValue)"
      row.ratio = limit / outcome.ours.median
      row.met = outcome.ours.median < limit
    case (.timesThePeer(let times), .measured(let name, let samples)):
      let ratio = samples.median / outcome.ours.median
      row.against = "\(name) \(samples.median.short) \(unit.rawValue)"
      row.ratio = ratio
      row.met = ratio >= times
    case (.timesThePeer, .missing(let reason)):
      row.against = reason
    case (.timesThePeer, nil):
      row.against = "no peer"
    }
    return row
  }
}

/// What is printed of one measurement. Whatever could not be found is nil.
struct Row {
  var name: String
  var unit: Measurement.Unit
  var target: Measurement.Target
  var ours: Samples?
  /// The peer or the limit with its figure, or why there is none.
  var against: String
  /// How many times better than the peer or the limit.
  var ratio: Double?
  var met: Bool?
}
