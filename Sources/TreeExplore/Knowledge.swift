import TreeSnapshot

/// What was seen so far, from which runs learn: which steps were tried at which shapes, and the ways that led
/// to something new.
struct Knowledge {
  /// A way that reached something new.
  struct Way {
    var steps: [Step]
    /// The shape at its end.
    var end: Shape
    /// How often a run began with it.
    var uses = 0
  }

  private struct Trial: Hashable {
    var shape: Shape
    var step: UInt64
  }

  /// What became of the steps with an action at a shape.
  private struct Results {
    var done = 0
    var refused = 0
  }

  private var trials: [Trial: Int] = [:]
  private var results: [Trial: Results] = [:]
  private(set) var visits: [Shape: Int] = [:]
  private(set) var ways: [Way] = []
  private var known: Set<[Step]> = []
  var words = WordPool()

  /// The most ways that are kept.
  private static let mostWays = 400

  /// Notes a shape.
  ///
  /// - Returns: whether it is new.
  mutating func visit(_ shape: Shape) -> Bool {
    visits[shape, default: 0] += 1
    return visits[shape] == 1
  }

  /// Notes a step that was taken at a shape.
  mutating func note(_ step: Step, at shape: Shape, isRefused: Bool) {
    trials[Trial(shape: shape, step: step.digest), default: 0] += 1
    let trial = Trial(shape: shape, step: step.nameDigest)
    if isRefused { results[trial, default: Results()].refused += 1 }
    if !isRefused { results[trial, default: Results()].done += 1 }
  }

  /// How much a step is wanted at a shape: less the more often it was tried there.
  func interest(in step: Step, at shape: Shape) -> Double {
    let tried = trials[Trial(shape: shape, step: step.digest)] ?? 0
    let result = results[Trial(shape: shape, step: step.nameDigest)] ?? Results()
    // What was never possible here probably isn't now.
    let isPossible = result.done > 0 || result.refused < 2
    return (isPossible ? 1 : 0.02) / Double(1 + tried * tried)
      / Double(1 + result.done / 2 + result.refused).squareRoot()
  }

  /// Keeps a way that reached something new.
  mutating func keep(_ steps: [Step], end: Shape) {
    guard !steps.isEmpty, ways.count < Self.mostWays, known.insert(steps).inserted else { return }
    ways.append(Way(steps: steps, end: end))
  }

  /// Chooses the way that a run begins with: rather one to a shape that was seen little.
  mutating func way(_ dice: inout Dice) -> [Step] {
    let weights = ways.map { way in
      1 / Double(1 + way.uses) / Double(1 + (visits[way.end] ?? 0)).squareRoot()
    }
    guard let place = dice.pick(weights: weights) else { return [] }
    ways[place].uses += 1
    return ways[place].steps
  }
}

extension Step {
  /// A number for the step. Long words count as one.
  fileprivate var digest: UInt64 {
    var digest = Digest()
    switch self {
    case .perform(let words): for word in words { digest.mix(word) }
    case .pass: digest.mix("pass")
    default: digest.mix(line)
    }
    return digest.value
  }

  /// A number for the kind of step, whatever its words.
  fileprivate var nameDigest: UInt64 {
    var digest = Digest()
    digest.mix("name")
    switch self {
    case .perform(let words): digest.mix(words.first ?? "")
    case .pass: digest.mix("pass")
    case .answer: digest.mix("answer")
    default: digest.mix(line)
    }
    return digest.value
  }
}
