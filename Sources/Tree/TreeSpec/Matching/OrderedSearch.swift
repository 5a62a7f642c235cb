/// Gives each line the models that it needs, in the order of the lines: the way from the first line and
/// the first model to the last ones that costs least.
///
/// On the way, a line takes the next model, a line ends, or a model is left out. Taking a model that fits
/// costs nothing; a model that a line lacks, or that is too many, costs two; taking one that differs costs
/// less than both. Ways are tried from the cheapest on, so lines and models that fit cost a step each, and
/// differences cost as many more steps as they are far from the end.
struct OrderedSearch {
  private let siblings: Siblings
  private let matcher: TreeMatcher
  private let isExact: Bool
  private var steps: [Step] = []
  /// By cost: the steps to try.
  private var open: [[Int]] = []
  private var seen: Set<State> = []

  /// What is taken so far.
  private struct State: Hashable {
    /// The next line, and how many models it has.
    var line: Int32 = 0
    var count: Int32 = 0
    /// The next model.
    var model: Int32 = 0
  }

  private struct Step {
    var state: State
    /// The step before; -1 for the first.
    var origin: Int32
    var move = Move.end
  }

  private enum Move {
    case take
    /// The line ends.
    case end
    /// The model is left out, as one too many or as one of those that are allowed.
    case extra, other
  }

  /// The most steps to try. Beyond it, the lines and the models have little in common.
  private static let limit = 400_000

  /// - Parameter isExact: whether the claims must be complete.
  init(_ siblings: Siblings, _ matcher: TreeMatcher, isExact: Bool) {
    self.siblings = siblings
    self.matcher = matcher
    self.isExact = isExact
  }

  /// The claims; nil if there are no complete ones, or if finding the best takes too many steps.
  mutating func claims() -> Claims? {
    add(State(), .end, origin: -1, cost: 0)
    var cost = 0
    while cost < open.count {
      guard let number = open[cost].popLast() else {
        cost += 1
        continue
      }
      let state = steps[number].state
      guard seen.insert(state).inserted else { continue }
      if state.line == siblings.lines.count, state.model == siblings.models.count {
        return claims(upTo: number)
      }
      if !isExact, seen.count > Self.limit { return nil }
      expand(state, number, cost)
    }
    return nil
  }

  /// Adds the steps after a state; the best is added last, and tried first.
  private mutating func expand(_ state: State, _ number: Int, _ cost: Int) {
    let (line, model) = (Int(state.line), Int(state.model))
    if model < siblings.models.count {
      let isOther = siblings.allowsOthers && !isLimited(model)
      var next = state
      next.model += 1
      add(next, isOther ? .other : .extra, origin: number, cost: cost + (isOther ? 0 : 2))
    }
    guard line < siblings.lines.count else { return }
    let own = siblings.lines[line]
    let lacking = own.least - Int(state.count)
    add(
      State(line: state.line + 1, count: 0, model: state.model), .end, origin: number,
      cost: cost + 2 * max(0, lacking))
    guard model < siblings.models.count, own.most.map({ Int(state.count) < $0 }) ?? true else {
      return
    }
    var next = state
    next.model += 1
    // Without a limit, only whether there are enough matters.
    if own.most != nil || lacking > 0 { next.count += 1 }
    let position = siblings.models[model]
    if matcher.fits(own.index, position) {
      add(next, .take, origin: number, cost: cost)
    } else if !isExact, matcher.comparison.matchesName(own.index, position) {
      let price = matcher.comparison.matchesLabel(own.index, position) ? 1 : 3
      add(next, .take, origin: number, cost: cost + price)
    }
  }

  /// Whether a model fits a line with a limit, so that no other may.
  private func isLimited(_ model: Int) -> Bool {
    siblings.lines.contains { $0.isLimited && matcher.fits($0.index, siblings.models[model]) }
  }

  private mutating func add(_ state: State, _ move: Move, origin: Int, cost: Int) {
    if seen.contains(state) || isExact && cost > 0 { return }
    while open.count <= cost { open.append([]) }
    open[cost].append(steps.count)
    steps.append(Step(state: state, origin: Int32(truncatingIfNeeded: origin), move: move))
  }

  private func claims(upTo last: Int) -> Claims {
    var claims = Claims(siblings)
    var number = last
    while number >= 0 {
      let step = steps[number]
      let (line, model) = (Int(step.state.line), Int(step.state.model) - 1)
      switch step.move {
      case .take: claims.take(model, by: line)
      case .extra: claims.extra.insert(model)
      case .end, .other: break
      }
      number = Int(step.origin)
    }
    return claims
  }
}
