/// Claims models for lines in any order: at most one line per model, and no line takes a model that
/// another needs.
///
/// First, each line takes free models. A line that still lacks one takes it from another line that
/// can have a different one, and so on along the shortest path (Kuhn's algorithm). A free model
/// that must belong to a line finds one in the same way, without depriving any line of a model it
/// needs.
struct ClaimSearch {
  private let matcher: TreeMatcher
  private let lines: [Int]
  private let counts: [ModelCount]
  private let models: [Int]
  private let isWhole: Bool
  /// By line: the candidates, and how many of them were tried.
  private let candidates: [[Int]]
  private var looked: [Int]
  /// By model: whether it must belong to a line.
  private var isRequired: [Bool]
  /// By model: the line that has it.
  private var owners: [Int?]
  private var given: [Int]
  /// Models and lines that lead nowhere.
  private var deadModels: Set<Int> = []
  private var deadLines: Set<Int> = []

  /// - Parameters:
  ///   - models: the models, in document order.
  ///   - isWhole: whether to claim everything, or only enough to decide whether all is right.
  init(_ matcher: TreeMatcher, _ spec: SpecLine, _ models: [Int], isWhole: Bool) {
    self.matcher = matcher
    self.models = models
    self.isWhole = isWhole
    lines = spec.children
    counts = spec.children.map { matcher.lines[$0].count }
    let index = ModelsByName(models, matcher.bound)
    candidates = spec.children.map(index.candidates)
    looked = Array(repeating: 0, count: lines.count)
    given = looked
    owners = Array(repeating: nil, count: models.count)
    isRequired = matcher.required(models, below: spec)
  }

  mutating func claims() -> Claims {
    var isRight = true
    for place in lines.indices {
      while given[place] < counts[place].least {
        if takeFree(place) || takeFromOthers(place) { continue }
        if !isWhole { return Claims(isRight: false) }
        isRight = false
        break
      }
    }
    let required = isRequired
    fill { required[$0] }
    for model in models.indices where owners[model] == nil && isRequired[model] {
      if findLine(for: model) { continue }
      if !isWhole { return Claims(isRight: false) }
      isRight = false
    }
    guard isWhole else { return Claims(isRight: isRight) }
    fill { _ in true }
    var claims = Claims(given: Array(repeating: [], count: lines.count), isRight: isRight)
    for (model, owner) in owners.enumerated() {
      if let owner { claims.given[owner].append(models[model]) }
    }
    return claims
  }

  private func fits(_ place: Int, _ model: Int) -> Bool {
    matcher.isMatch(line: lines[place], named: models[model])
  }

  private func hasRoom(_ place: Int) -> Bool { given[place] < counts[place].most ?? .max }

  // MARK: Free models

  /// Gives a line the first free model that it hasn't tried.
  private mutating func takeFree(_ place: Int, _ isWanted: (Int) -> Bool = { _ in true }) -> Bool {
    while looked[place] < candidates[place].count {
      let model = candidates[place][looked[place]]
      looked[place] += 1
      if owners[model] == nil, isWanted(model), fits(place, model) {
        owners[model] = place
        given[place] += 1
        return true
      }
    }
    return false
  }

  /// Gives each line without a model one, then as many as it may have.
  private mutating func fill(_ isWanted: (Int) -> Bool) {
    if !owners.indices.contains(where: { owners[$0] == nil && isWanted($0) }) { return }
    looked = Array(repeating: 0, count: lines.count)
    for place in lines.indices where given[place] == 0 && hasRoom(place) {
      _ = takeFree(place, isWanted)
    }
    for place in lines.indices {
      while hasRoom(place), takeFree(place, isWanted) {}
    }
  }

  // MARK: Paths through other lines

  /// Gives a line a model of another line that can have a different one.
  private mutating func takeFromOthers(_ start: Int) -> Bool {
    /// By model: the line that takes it; by line: the model that it gives up.
    var takers: [Int: Int] = [:]
    var lost: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let place = queue[head]
      head += 1
      for model in candidates[place]
      where takers[model] == nil && !deadModels.contains(model) && fits(place, model) {
        takers[model] = place
        guard let owner = owners[model] else {
          var (free, place) = (model, place)
          while true {
            owners[free] = place
            guard place != start, let next = lost[place], let taker = takers[next] else { break }
            (free, place) = (next, taker)
          }
          given[start] += 1
          return true
        }
        if owner != start, lost[owner] == nil {
          lost[owner] = model
          queue.append(owner)
        }
      }
    }
    deadModels.formUnion(takers.keys)
    return false
  }

  /// Finds a line for a model that must belong to one; the line may have to give up an optional
  /// model.
  private mutating func findLine(for start: Int) -> Bool {
    /// By line: the model that it receives.
    var comers: [Int: Int] = [:]
    var seen: Set<Int> = [start]
    var queue = [start]
    var head = 0
    func settle(_ end: Int) {
      var place = end
      while let model = comers[place] {
        let old = owners[model]
        owners[model] = place
        guard let old else { break }
        place = old
      }
    }
    while head < queue.count {
      let model = queue[head]
      head += 1
      for place in lines.indices
      where comers[place] == nil && !deadLines.contains(place) && owners[model] != place {
        guard matcher.isMatch(line: lines[place], position: models[model]) else { continue }
        comers[place] = model
        if hasRoom(place) {
          given[place] += 1
          settle(place)
          return true
        }
        for own in candidates[place] where owners[own] == place && seen.insert(own).inserted {
          if !isRequired[own] {
            owners[own] = nil
            settle(place)
            return true
          }
          queue.append(own)
        }
      }
    }
    deadLines.formUnion(comers.keys)
    return false
  }
}
