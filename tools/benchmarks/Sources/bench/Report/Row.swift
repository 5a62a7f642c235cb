/// The printed result of a measurement. Unknown values are nil.
struct Row {
  var name: String
  var unit: Measurement.Unit
  var ours: Samples?
  /// The peer or the limit with its figure, or the reason that there is none.
  var against: String
  /// How many times better it is than the peer or the limit.
  var ratio: Double?
  var target: Target
  var met: Bool?

  /// The target, as a number and as text.
  struct Target {
    var number: Double?
    var text: String
  }
}

extension Row {
  init(of measurement: Measurement, _ outcome: Measurement.Outcome) {
    self.init(
      name: measurement.name, unit: measurement.unit, ours: outcome.ours, against: "no peer",
      target: Target(measurement.target, measurement.unit))
    if case .atMost(let limit) = measurement.target {
      var against = "limit \(limit.short) \(unit.rawValue)"
      if case .measured(let name, let samples) = outcome.peer {
        against += "; \(name) \(samples.median.short) \(unit.rawValue)"
      }
      compare(with: limit, against)
      return
    }
    switch outcome.peer {
    case .measured(let name, let samples): compare(with: samples, name, measurement.target)
    case .missing(let reason): against = reason
    case nil: break
    }
  }

  private mutating func compare(with limit: Double, _ description: String) {
    guard let ours else { return }
    against = description
    ratio = ours.median == 0 ? nil : limit / ours.median
    met = ours.median <= limit
  }

  private mutating func compare(
    with peer: Samples, _ name: String, _ goal: Measurement.Target
  ) {
    guard let ours else { return }
    let figure = "\(peer.median.short) \(unit.rawValue)"
    let ratio = peer.median / ours.median
    self.ratio = ratio
    switch goal {
    case .timesThePeer(let times):
      against = "\(name) \(figure)"
      met = ratio >= times
    case .atMostPeer(let times):
      let limit = times * peer.median
      compare(with: limit, "\(times.plain) × \(name) \(figure)")
      target = Target(.atMost(limit), unit)
    case .sameAsPeer(let least):
      let probability = RankTest.probability(ours, peer)
      against = "\(name) \(figure), p \(probability.short)"
      // The layout in memory can make either of them faster; only a slower result is a cost.
      met = probability >= least || ratio >= 1
    case .shown: against = "\(name) \(figure)"
    case .atMost: break
    }
  }
}

extension Row.Target {
  init(_ target: Measurement.Target, _ unit: Measurement.Unit) {
    switch target {
    case .timesThePeer(let times): self.init(number: times, text: "≥ \(times.plain) ×")
    case .atMost(let limit): self.init(number: limit, text: "≤ \(limit.short) \(unit.rawValue)")
    // Known once the peer's figure is, or never.
    case .atMostPeer, .shown: self.init(number: nil, text: "-")
    case .sameAsPeer(let probability):
      self.init(number: probability, text: "p ≥ \(probability.short)")
    }
  }
}
