import TreeSnapshot

/// Limits on the size of a search in order. Beyond the first, it only decides whether all can be
/// right.
package enum SequenceLimits {
  /// The maximum number of matching pairs of a slot and a model for the best sequence.
  @TaskLocal package static var pairs = 4_000_000
  /// The maximum number of pairs of a slot and a model for that decision, at one byte each.
  @TaskLocal package static var decided = 100_000_000
}

/// Claims models for lines if the order of both matters. It first satisfies what the lines need,
/// then claims models that must belong to a line, then as many as possible.
struct SequenceSearch {
  /// A place for a model that a line requires or allows.
  private struct Slot {
    /// The index of the line.
    var place: Int
    /// Whether the line requires a model here, or only allows one.
    var isNeeded: Bool
    /// Whether any number of models may occupy it.
    var isRepeated = false
  }

  /// How many models a line looks ahead if no solution is right, or if that is undecided.
  private static let window = 64

  private let matcher: TreeMatcher
  private let spec: SpecLine
  private let lines: [Int]
  private let models: [Int]
  private let isWhole: Bool
  private let isClosed: Bool
  private let counts: [ModelCount]
  private var slots: [Slot] = []
  /// By model: whether it must belong to a line.
  private var isRequired: [Bool]
  private let hasOthers: Bool
  /// By model: the index of its line.
  private var owners: [Int?]

  /// - Parameters:
  ///   - models: the models, in document order.
  ///   - isWhole: whether to claim everything, or only enough to decide whether all is right.
  init(_ matcher: TreeMatcher, _ spec: SpecLine, _ models: [Int], isWhole: Bool) {
    self.matcher = matcher
    self.spec = spec
    self.models = models
    self.isWhole = isWhole
    lines = spec.children
    counts = spec.children.map { matcher.lines[$0].count }
    isClosed = spec.completeness == .exact
    owners = Array(repeating: nil, count: models.count)
    isRequired = Array(repeating: isClosed, count: models.count)
    let limited = lines.filter { matcher.lines[$0].isLimited }
    if !isClosed, !limited.isEmpty {
      // Even if other models are allowed, none may match a line with an upper limit.
      let index = ModelsByName(models, matcher.bound)
      for line in limited {
        for model in index.candidates(for: line)
        where !isRequired[model] && matcher.isMatch(line: line, named: models[model]) {
          isRequired[model] = true
        }
      }
    }
    hasOthers = isRequired.contains(true) && isRequired.contains(false)
  }

  mutating func claims() -> Claims {
    let least = counts.reduce(0) { $0 + $1.least }
    let most = counts.reduce(0) { $0 + min($1.most ?? models.count, models.count) }
    if !isWhole, least > models.count || isClosed && most < models.count {
      return Claims(isRight: false)
    }
    makeSlots()
    // A required match at an end is part of an optimal solution.
    var (low, high) = (0, 0)
    while low < min(slots.count, models.count), isSure(low, low) {
      owners[low] = slots[low].place
      low += 1
    }
    if !isWhole, isClosed, low < slots.count, low < models.count, slots[low].isNeeded {
      return Claims(isRight: false)
    }
    while high < min(slots.count, models.count) - low,
      isSure(slots.count - 1 - high, models.count - 1 - high)
    {
      owners[models.count - 1 - high] = slots[slots.count - 1 - high].place
      high += 1
    }
    let (middle, rest) = (low..<slots.count - high, low..<models.count - high)
    var isDecided = true
    if !middle.isEmpty, !rest.isEmpty, !align(middle, rest) {
      isDecided = claimManyPairs(middle, rest)
    }
    var claims = Claims(given: Array(repeating: [], count: lines.count), isRight: true)
    for (model, owner) in owners.enumerated() {
      if let owner {
        claims.given[owner].append(models[model])
      } else if isRequired[model] {
        claims.isRight = false
      }
    }
    if zip(claims.given, counts).contains(where: { $0.count < $1.least }) { claims.isRight = false }
    if !claims.isRight, !isDecided { matcher.bound.noteUndecided(spec) }
    return claims
  }

  private mutating func makeSlots() {
    for (place, count) in counts.enumerated() {
      let least = min(count.least, models.count + 1)
      slots += Array(repeating: Slot(place: place, isNeeded: true), count: least)
      if let most = count.most, most < models.count {
        slots += Array(repeating: Slot(place: place, isNeeded: false), count: most - count.least)
      } else if count.most != count.least {
        slots.append(Slot(place: place, isNeeded: false, isRepeated: true))
      }
    }
  }

  /// Whether a slot and a model at an end certainly belong together.
  private func isSure(_ slot: Int, _ model: Int) -> Bool {
    slots[slot].isNeeded && (!hasOthers || isRequired[model])
      && matcher.isMatch(line: lines[slots[slot].place], position: models[model])
  }

  // MARK: Between the ends

  /// A model in a slot, and the pair before it.
  private struct Pair {
    var model: Int
    var slot: Int
    var value: Int
    var previous: Int?
  }

  /// Claims models along the most valuable sequence of pairs.
  ///
  /// - Returns: false if there are too many pairs.
  private mutating func align(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    let index = ModelsByName(models[rest], matcher.bound)
    var pairs: [Pair] = []
    /// The best pair whose model is among the first ones, in a Fenwick tree.
    var best = [Int?](repeating: nil, count: rest.count + 1)
    func isBetter(_ one: Int, _ other: Int?) -> Bool {
      guard let other else { return true }
      return (pairs[one].value, pairs[other].model) > (pairs[other].value, pairs[one].model)
    }
    func bestPair(before end: Int) -> Int? {
      var found: Int?
      var node = end
      while node > 0 {
        if let pair = best[node], isBetter(pair, found) { found = pair }
        node &= node - 1
      }
      return found
    }
    let unit = rest.count + 1
    var fitting: (place: Int, models: [Int]) = (-1, [])
    for slot in middle {
      let (place, isNeeded) = (slots[slot].place, slots[slot].isNeeded)
      if fitting.place != place {
        let own = index.candidates(for: lines[place]).filter {
          matcher.isMatch(line: lines[place], named: models[rest.lowerBound + $0])
        }
        fitting = (place, own)
      }
      if pairs.count + fitting.models.count > SequenceLimits.pairs { return false }
      // Backward, so that no model follows another in the same slot.
      for model in slots[slot].isRepeated ? fitting.models : fitting.models.reversed() {
        let previous = bestPair(before: model)
        let worth =
          (isNeeded ? unit * unit : 0) + (isRequired[rest.lowerBound + model] ? unit : 0) + 1
        let value = worth + (previous.map { pairs[$0].value } ?? 0)
        pairs.append(Pair(model: model, slot: slot, value: value, previous: previous))
        var node = model + 1
        while node <= rest.count {
          if isBetter(pairs.count - 1, best[node]) { best[node] = pairs.count - 1 }
          node += node & -node
        }
      }
    }
    var next = bestPair(before: rest.count)
    while let pair = next.map({ pairs[$0] }) {
      owners[rest.lowerBound + pair.model] = slots[pair.slot].place
      next = pair.previous
    }
    return true
  }

  // MARK: Too many pairs

  /// Claims models so that everything is right, if possible.
  ///
  /// - Returns: whether it is impossible if the claims aren't right; false if undecided.
  private mutating func claimManyPairs(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    let canFollow = middle.count <= SequenceLimits.decided / rest.count
    if !isRequired[rest].contains(true), !isWhole || !canFollow {
      // Taking the first match leaves the most models for later slots.
      if claimFirst(middle, rest) { return true }
    } else if !canFollow {
      takeAsItComes(middle, rest)
      return false
    } else if claimRight(middle, rest) {
      return true
    }
    if isWhole { takeAsItComes(middle, rest) }
    return true
  }

  /// Claims, for each required slot, the first match after the previous slot's model.
  private mutating func claimFirst(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    var model = rest.lowerBound
    var claimed: [(model: Int, place: Int)] = []
    for slot in middle where slots[slot].isNeeded {
      let place = slots[slot].place
      guard let first = (model..<rest.upperBound).first(where: { fits(slot, $0) }) else {
        return false
      }
      claimed.append((first, place))
      model = first + 1
    }
    for (model, place) in claimed { owners[model] = place }
    return true
  }

  /// Claims models by tracking which slots can be filled before each model.
  private mutating func claimRight(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    // By model and slot: whether the preceding slots can be filled from the preceding models.
    let width = middle.count + 1
    var isReached = [Bool](repeating: false, count: (rest.count + 1) * width)
    isReached[0] = true
    for step in 0...rest.count {
      var isDeadEnd = true
      for done in 0..<width where isReached[step * width + done] {
        isDeadEnd = false
        if done < middle.count, !slots[middle.lowerBound + done].isNeeded {
          isReached[step * width + done + 1] = true
        }
        guard step < rest.count else { continue }
        let model = rest.lowerBound + step
        if !isRequired[model] { isReached[(step + 1) * width + done] = true }
        guard done < middle.count, fits(middle.lowerBound + done, model) else { continue }
        let isRepeated = slots[middle.lowerBound + done].isRepeated
        isReached[(step + 1) * width + (isRepeated ? done : done + 1)] = true
      }
      if isDeadEnd { return false }
    }
    guard isReached[rest.count * width + middle.count] else { return false }
    // Back from the end, preferring to take a model over passing it.
    var (step, done) = (rest.count, middle.count)
    while step > 0 {
      let (model, before) = (rest.lowerBound + step - 1, (step - 1) * width)
      let isPassed = !isRequired[model] && isReached[before + done]
      if done < middle.count, slots[middle.lowerBound + done].isRepeated, isReached[before + done],
        fits(middle.lowerBound + done, model)
      {
        owners[model] = slots[middle.lowerBound + done].place
        step -= 1
      } else if done > 0, !slots[middle.lowerBound + done - 1].isRepeated,
        isReached[before + done - 1], fits(middle.lowerBound + done - 1, model)
      {
        owners[model] = slots[middle.lowerBound + done - 1].place
        (step, done) = (step - 1, done - 1)
      } else if isPassed {
        step -= 1
      } else {
        done -= 1
      }
    }
    return true
  }

  private func fits(_ slot: Int, _ model: Int) -> Bool {
    matcher.isMatch(line: lines[slots[slot].place], position: models[model])
  }

  private mutating func takeAsItComes(_ middle: Range<Int>, _ rest: Range<Int>) {
    var model = rest.lowerBound
    for slot in middle {
      let place = slots[slot].place
      repeat {
        let end = min(model + Self.window, rest.upperBound)
        let near = (model..<end).first {
          matcher.isMatch(line: lines[place], position: models[$0])
        }
        guard let near else { break }
        owners[near] = place
        model = near + 1
      } while slots[slot].isRepeated
    }
  }
}
