import TextIO

/// Which models belong to which lines: as many as the lines ask for and allow, and no model to two
/// lines.
///
/// Models and lines that are interchangeable are groups with a number. This is a maximum flow (Dinic's
/// algorithm), raised in steps, of which none takes back what the one before gave: first what each line
/// needs, then one model for each line that may have one, then all the others; and at each step first
/// of the models that must belong to a line.
struct Assignment {
  /// A group of lines: how many models they need and may have together, and the groups of models
  /// that fit.
  struct Demand {
    var least: Int
    var most: Int
    var fits: [Int]
  }

  private let demands: [Demand]
  private let supplies: [Int]
  /// By demand and place in its `fits`: how many are given.
  private(set) var given: [[Int]]
  private var takenOf: [Int]
  private var receivedBy: [Int]
  private var limits: [Int]
  /// By supply: whether it may be taken at this step.
  private var isOpen: [Bool]
  /// By supply: whether all of it must be taken.
  private let isRequired: [Bool]

  /// By supply: the demands that take from it, each with the place in its `fits`.
  private let takers: [[(demand: Int, place: Int)]]

  /// - Parameters:
  ///   - demands: the groups of lines.
  ///   - supplies: how many models each group has.
  ///   - isRequired: whether each group must belong to lines altogether.
  init(_ demands: [Demand], _ supplies: [Int], isRequired: [Bool]) {
    self.demands = demands
    self.supplies = supplies
    given = demands.map { Array(repeating: 0, count: $0.fits.count) }
    takenOf = Array(repeating: 0, count: supplies.count)
    receivedBy = Array(repeating: 0, count: demands.count)
    limits = demands.map(\.least)
    var takers = [[(demand: Int, place: Int)]](repeating: [], count: supplies.count)
    for (demand, group) in demands.enumerated() {
      for (place, supply) in group.fits.enumerated() { takers[supply].append((demand, place)) }
    }
    self.takers = takers
    self.isRequired = isRequired
    isOpen = isRequired
    let steps = [
      demands.map(\.least), demands.map { max($0.least, min($0.most, 1)) }, demands.map(\.most),
    ]
    // What is needed may be any model; what is only allowed is first for those that need a line.
    let hasRequired = isRequired.contains(true)
    if hasRequired { raise(to: steps[0], isRequired) }
    let hasOthers = isRequired.contains(false)
    if hasOthers { raise(to: steps[0], nil) }
    if hasRequired {
      raise(to: steps[1], isRequired)
      raise(to: steps[2], isRequired)
    }
    if hasOthers {
      raise(to: steps[1], nil)
      raise(to: steps[2], nil)
    }
  }

  /// Whether every line has what it needs.
  var isSatisfied: Bool { demands.indices.allSatisfy { receivedBy[$0] >= demands[$0].least } }

  /// Whether every model that must belong to a line does.
  var isComplete: Bool {
    supplies.indices.allSatisfy { !isRequired[$0] || takenOf[$0] == supplies[$0] }
  }

  // MARK: The flow

  private mutating func raise(to limits: [Int], _ open: [Bool]?) {
    self.limits = zip(limits, receivedBy).map(max)
    isOpen = open ?? Array(repeating: true, count: supplies.count)
    takeWhatIsFree()
    while let levels = levels() { augment(levels) }
  }

  /// Most lines need no other's models.
  private mutating func takeWhatIsFree() {
    for demand in demands.indices {
      Steps.note(demands[demand].fits.count)
      for (place, supply) in demands[demand].fits.enumerated() where isOpen[supply] {
        let wanted = limits[demand] - receivedBy[demand]
        if wanted == 0 { break }
        let amount = min(wanted, supplies[supply] - takenOf[supply])
        given[demand][place] += amount
        receivedBy[demand] += amount
        takenOf[supply] += amount
      }
    }
  }

  /// How far each demand and each supply lies from those demands that may still take; nil where no
  /// way leads to a supply that has something left.
  private func levels() -> (demands: [Int], supplies: [Int])? {
    var demandLevels = [Int](repeating: -1, count: demands.count)
    var supplyLevels = [Int](repeating: -1, count: supplies.count)
    var queue = demands.indices.filter { receivedBy[$0] < limits[$0] }
    for demand in queue { demandLevels[demand] = 0 }
    var isFound = false
    var head = 0
    while head < queue.count {
      let demand = queue[head]
      head += 1
      Steps.note(demands[demand].fits.count)
      for supply in demands[demand].fits where supplyLevels[supply] < 0 {
        supplyLevels[supply] = demandLevels[demand] + 1
        if isOpen[supply], takenOf[supply] < supplies[supply] { isFound = true }
        for taker in takers[supply]
        where given[taker.demand][taker.place] > 0 && demandLevels[taker.demand] < 0 {
          demandLevels[taker.demand] = supplyLevels[supply] + 1
          queue.append(taker.demand)
        }
      }
    }
    return isFound ? (demandLevels, supplyLevels) : nil
  }

  /// One step of a way: a demand takes from a supply; what that supply has to take back for it
  /// comes from a demand that goes on to the next step.
  private struct WayStep {
    var demand: Int
    var place: Int
    /// The place in the supply's takers of the one that gives back; nil at the end of the way.
    var giver: (demand: Int, place: Int)?
  }

  /// Follows every shortest way once. A stack in place of recursion: a way may lead through
  /// thousands of lines.
  private mutating func augment(_ levels: (demands: [Int], supplies: [Int])) {
    var nextFit = [Int](repeating: 0, count: demands.count)
    var nextTaker = [Int](repeating: 0, count: supplies.count)
    for start in demands.indices {
      while receivedBy[start] < limits[start] {
        guard let way = way(from: start, levels, &nextFit, &nextTaker) else { break }
        push(way, from: start)
      }
    }
  }

  private func way(
    from start: Int, _ levels: (demands: [Int], supplies: [Int]), _ nextFit: inout [Int],
    _ nextTaker: inout [Int]
  ) -> [WayStep]? {
    var way: [WayStep] = []
    var demand = start
    while true {
      // The next supply of this demand that lies one step further.
      let fits = demands[demand].fits
      var found: Int?
      while nextFit[demand] < fits.count {
        let supply = fits[nextFit[demand]]
        if levels.supplies[supply] == levels.demands[demand] + 1 {
          found = supply
          break
        }
        nextFit[demand] += 1
      }
      guard let supply = found else {
        // A dead end: the step that led here tries its next giver.
        guard let last = way.popLast() else { return nil }
        nextTaker[demands[last.demand].fits[last.place]] += 1
        demand = last.demand
        continue
      }
      let place = nextFit[demand]
      if isOpen[supply], takenOf[supply] < supplies[supply] {
        way.append(WayStep(demand: demand, place: place, giver: nil))
        return way
      }
      var giver: (demand: Int, place: Int)?
      while nextTaker[supply] < takers[supply].count {
        let taker = takers[supply][nextTaker[supply]]
        if given[taker.demand][taker.place] > 0,
          levels.demands[taker.demand] == levels.supplies[supply] + 1
        {
          giver = taker
          break
        }
        nextTaker[supply] += 1
      }
      if let giver {
        way.append(WayStep(demand: demand, place: place, giver: giver))
        demand = giver.demand
      } else {
        nextFit[demand] += 1
      }
    }
  }

  private mutating func push(_ way: [WayStep], from start: Int) {
    guard let last = way.last else { return }
    let end = demands[last.demand].fits[last.place]
    var amount = min(limits[start] - receivedBy[start], supplies[end] - takenOf[end])
    for step in way {
      if let giver = step.giver { amount = min(amount, given[giver.demand][giver.place]) }
    }
    for step in way {
      given[step.demand][step.place] += amount
      if let giver = step.giver { given[giver.demand][giver.place] -= amount }
    }
    receivedBy[start] += amount
    takenOf[end] += amount
  }
}
