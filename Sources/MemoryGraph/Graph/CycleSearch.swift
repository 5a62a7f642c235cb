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
  /// The places that each refers to, one after the other, and where each begins.
  private var targets: [Int32] = []
  private var starts: [Int] = [0]
  /// The same for those that refer to each.
  private var holders: [Int32] = []
  private var holderStarts: [Int] = []
  /// For each, the number of its group: blocks of one group lead to each other.
  private var groups: [Int32] = []
  /// Whether a group holds itself.
  private var isCyclic: [Bool] = []

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
    for (place, unit) in units.enumerated() {
      search.forEachTarget(of: unit) { target in
        if let to = self.place(of: target) { targets.append(Int32(truncatingIfNeeded: to)) }
      }
      starts.append(targets.count)
      if place & 1_023 == 0, search.endsEarly() { break }
    }
    while starts.count <= units.count { starts.append(targets.count) }
    turnAround()
    findGroups()
  }

  private func place(of unit: Int) -> Int? {
    let place = Int(places[blocks.index(of: unit)])
    return place < 0 ? nil : place
  }

  private mutating func turnAround() {
    var counts = [Int](repeating: 0, count: units.count + 1)
    for target in targets { counts[Int(target) + 1] += 1 }
    for place in units.indices { counts[place + 1] += counts[place] }
    holderStarts = counts
    holders = [Int32](repeating: 0, count: targets.count)
    for place in units.indices {
      for target in targets[starts[place]..<starts[place + 1]] {
        holders[counts[Int(target)]] = Int32(truncatingIfNeeded: place)
        counts[Int(target)] += 1
      }
    }
  }

  /// Finds the groups, by Tarjan's walk without recursion.
  private mutating func findGroups() {
    groups = [Int32](repeating: -1, count: units.count)
    var numbers = [Int32](repeating: 0, count: units.count)
    var lowest = numbers
    var (open, number) = ([Int](), Int32(0))
    for first in units.indices where numbers[first] == 0 {
      var walk = [(place: first, next: starts[first])]
      while let (place, next) = walk.last {
        if numbers[place] == 0 {
          number += 1
          (numbers[place], lowest[place]) = (number, number)
          open.append(place)
        }
        if next < starts[place + 1] {
          walk[walk.count - 1].next += 1
          let target = Int(targets[next])
          if numbers[target] == 0 {
            walk.append((target, starts[target]))
          } else if groups[target] < 0 {
            lowest[place] = min(lowest[place], numbers[target])
          }
          continue
        }
        walk.removeLast()
        if let above = walk.last?.place { lowest[above] = min(lowest[above], lowest[place]) }
        if lowest[place] == numbers[place] { closeGroup(of: place, &open) }
      }
    }
  }

  private mutating func closeGroup(of top: Int, _ open: inout [Int]) {
    let group = Int32(truncatingIfNeeded: isCyclic.count)
    var count = 0
    while let place = open.popLast() {
      groups[place] = group
      count += 1
      if place == top { break }
    }
    isCyclic.append(count > 1 || targets[starts[top]..<starts[top + 1]].contains(Int32(top)))
  }

  private func isInCycle(_ place: Int) -> Bool { isCyclic[Int(groups[place])] }

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
      for target in targets[starts[place]..<starts[place + 1]].lazy.map({ Int($0) }) {
        if target == first { return Self.way(to: next, reached) + [first] }
        if groups[target] != groups[first] || seen[target] == mark { continue }
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
      let held = holders[holderStarts[place]..<holderStarts[place + 1]]
      if next > 0, isInCycle(place) || held.isEmpty {
        let down = Self.way(to: next, reached).reversed().map { units[$0] }
        guard isInCycle(place) else { return Chain(blocks: down, isCycle: false) }
        let cycle = cycle(through: place, &seen, mark + 1).dropLast().map { units[$0] }
        return Chain(blocks: cycle + down, isCycle: true)
      }
      for holder in held.lazy.map({ Int($0) }) where seen[holder] != mark && holder != first {
        seen[holder] = mark
        reached.append((holder, next))
      }
      next += 1
    }
    return nil
  }
}
