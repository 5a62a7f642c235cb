import TextIO

/// Explains blocks that no root leads to: they hold each other, or something unreached holds them.
///
/// Costs a look at every unreached block, and for each question a walk through the unreached ones around it.
struct CycleSearch {
  /// What holds a block that no root leads to, as a chain down to it.
  struct Chain {
    var blocks: [Int]
    var isCycle: Bool
    /// Whether a less sure reference leads to one of them from outside.
    var isReached = false
  }

  /// The unreached blocks, and their places in that order.
  private var units: [Int] = []
  /// By the index of a block; -1 for a reached one.
  private var places: [Int32]
  private let blocks: ObjectMap
  /// By place: the places that it refers to, and those that refer to it.
  private var targets: [[Int]] = []
  private var holders: [[Int]] = []
  private var found = MutualGroups([])

  /// Looks at the blocks that no root has led to.
  init(_ search: HolderSearch) {
    blocks = search.heap.blocks
    places = Array(repeating: -1, count: blocks.count)
    blocks.forEach { unit in
      if !search.isReached(unit) {
        places[blocks.index(of: unit)] = Int32(truncatingIfNeeded: units.count)
        units.append(unit)
      }
      return true
    }
    targets = Array(repeating: [], count: units.count)
    holders = targets
    for (from, unit) in units.enumerated() {
      search.forEachTarget(of: unit) { target in
        let to = Int(places[blocks.index(of: target)])
        if to < 0 { return }
        targets[from].append(to)
        holders[to].append(from)
      }
      if from & 1_023 == 0, search.endsEarly() { break }
    }
    found = MutualGroups(targets)
  }

  private func place(of unit: Int) -> Int? {
    let place = Int(places[blocks.index(of: unit)])
    return place < 0 ? nil : place
  }

  private func isInCycle(_ place: Int) -> Bool {
    found.sizes[Int(found.groups[place])] > 1 || targets[place].contains(place)
  }

  /// What holds each of some blocks: the shortest cycle that it is in, or the way down from what has no
  /// holder or is in a cycle.
  func chains(to units: [Int]) -> [Int: Chain] {
    var chains: [Int: Chain] = [:]
    var seen = [Int32](repeating: -1, count: self.units.count)
    for (number, unit) in units.enumerated() {
      guard let place = place(of: unit) else { continue }
      let mark = Int32(truncatingIfNeeded: 2 * number)
      if isInCycle(place) {
        let cycle = cycle(through: place, &seen, mark)
        chains[unit] = Chain(blocks: cycle.map { self.units[$0] }, isCycle: true)
      } else {
        chains[unit] = chain(above: place, &seen, mark)
      }
    }
    return chains
  }

  /// The shortest way from a block of a cycle back to itself.
  private func cycle(through first: Int, _ seen: inout [Int32], _ mark: Int32) -> [Int] {
    // Each with the index of the one that led to it.
    var reached = [(place: first, from: 0)]
    var next = 0
    while next < reached.count {
      let place = reached[next].place
      for target in targets[place] {
        if target == first { return Self.way(to: next, reached) + [first] }
        if found.groups[target] != found.groups[first] || seen[target] == mark { continue }
        seen[target] = mark
        reached.append((target, next))
      }
      next += 1
    }
    return [first]
  }

  /// The places from the first that was reached to one of them.
  private static func way(to index: Int, _ reached: [(place: Int, from: Int)]) -> [Int] {
    var (way, index) = ([Int](), index)
    while index > 0 {
      way.append(reached[index].place)
      index = reached[index].from
    }
    return [reached[0].place] + way.reversed()
  }

  /// Walks from a block to its holders, until one has none or is in a cycle.
  private func chain(above first: Int, _ seen: inout [Int32], _ mark: Int32) -> Chain? {
    var reached = [(place: first, from: 0)]
    var next = 0
    while next < reached.count {
      let place = reached[next].place
      if next > 0, isInCycle(place) || holders[place].isEmpty {
        let down = Self.way(to: next, reached).reversed().map { units[$0] }
        guard isInCycle(place) else { return Chain(blocks: down, isCycle: false) }
        let cycle = cycle(through: place, &seen, mark + 1).dropLast().map { units[$0] }
        return Chain(blocks: cycle + down, isCycle: true)
      }
      for holder in holders[place] where seen[holder] != mark && holder != first {
        seen[holder] = mark
        reached.append((holder, next))
      }
      next += 1
    }
    return nil
  }
}
