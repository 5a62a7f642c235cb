/// A limit on the size of a search in order.
package enum SequenceLimits {
  /// The maximum number of pairs of a slot and a model, at one byte each. Beyond it, each slot takes the
  /// first model that comes.
  @TaskLocal package static var pairs = 100_000_000
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

  /// How many models a line looks ahead once there are too many pairs.
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
    isRequired = matcher.required(models, below: spec)
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
      isDecided = takeAsItComes(middle, rest)
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

  /// The last step of a sequence of pairs of a slot and a model.
  private enum Step: UInt8 {
    case passModel, passSlot, pair
  }

  /// Claims models along the most valuable sequence of pairs.
  ///
  /// - Returns: false if there are too many pairs.
  private mutating func align(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    if middle.count > SequenceLimits.pairs / rest.count { return false }
    let index = ModelsByName(models[rest], matcher.bound)
    let unit = rest.count + 1
    // By number of models: the value of the best sequence of these and the slots so far.
    var values = [Int](repeating: 0, count: rest.count + 1)
    // By slot and model: the last step of the best sequence up to both.
    var steps: [Step] = []
    steps.reserveCapacity(middle.count * rest.count)
    var fitting: (place: Int, isFitting: [Bool]) = (-1, [])
    for slot in middle.map({ slots[$0] }) {
      if fitting.place != slot.place {
        fitting = (slot.place, Array(repeating: false, count: rest.count))
        for model in index.candidates(for: lines[slot.place]) {
          fitting.isFitting[model] = matcher.isMatch(
            line: lines[slot.place], named: models[rest.lowerBound + model])
        }
      }
      var before = values[0]
      for model in 0..<rest.count {
        var (value, step) = (values[model + 1], Step.passSlot)
        if fitting.isFitting[model] {
          let worth =
            (slot.isNeeded ? unit * unit : 0) + (isRequired[rest.lowerBound + model] ? unit : 0) + 1
          let taken = (slot.isRepeated ? values[model] : before) + worth
          if taken > value { (value, step) = (taken, .pair) }
        }
        before = values[model + 1]
        // The first of several models that are as good.
        if values[model] >= value { (value, step) = (values[model], .passModel) }
        values[model + 1] = value
        steps.append(step)
      }
    }
    var (slot, model) = (middle.count, rest.count)
    while slot > 0, model > 0 {
      switch steps[(slot - 1) * rest.count + model - 1] {
      case .passModel: model -= 1
      case .passSlot: slot -= 1
      case .pair:
        let taken = slots[middle.lowerBound + slot - 1]
        model -= 1
        owners[rest.lowerBound + model] = taken.place
        if !taken.isRepeated { slot -= 1 }
      }
    }
    return true
  }

  /// Claims for each slot the first match after the previous slot's model.
  ///
  /// - Returns: whether it is impossible if the claims aren't right; false if undecided.
  private mutating func takeAsItComes(_ middle: Range<Int>, _ rest: Range<Int>) -> Bool {
    // If no model must belong to a line, this leaves the most models for later slots.
    let isDecided = !isRequired[rest].contains(true)
    var window = isDecided ? rest.count : Self.window
    var model = rest.lowerBound
    for slot in middle where slots[slot].isNeeded || !isDecided {
      let place = slots[slot].place
      repeat {
        let end = min(model + window, rest.upperBound)
        let near = (model..<end).first {
          matcher.isMatch(line: lines[place], position: models[$0])
        }
        guard let near else {
          window = Self.window
          break
        }
        owners[near] = place
        model = near + 1
      } while slots[slot].isRepeated
    }
    return isDecided
  }
}
