/// What is different between two sequences, such as the lines of two texts.
///
/// What both have in the same order is kept, as much of it as possible where they are not too different.
package struct SequenceDifference {
  /// The places in the first sequence of what the second does not have.
  package private(set) var removed: Set<Int> = []
  /// The places in the second sequence of what the first does not have.
  package private(set) var inserted: Set<Int> = []

  /// So many elements, of both sequences together, are compared in every way. Of more, those that each
  /// sequence has once divide them first.
  private static let limit = 4_000

  /// Compares two sequences. Costs as many steps as they have elements, and for those that both have,
  /// between two that each has once, at most 4,000 times as many; where there are more of them, they
  /// count as different.
  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    // What only one of them has is different; most of a large difference is that.
    let (inOld, inNew) = (Set(old), Set(new))
    var common = (old: [Int](), new: [Int]())
    for (place, element) in old.enumerated() {
      if inNew.contains(element) { common.old.append(place) } else { removed.insert(place) }
    }
    for (place, element) in new.enumerated() {
      if inOld.contains(element) { common.new.append(place) } else { inserted.insert(place) }
    }
    compare(Part(old: common.old[...], new: common.new[...]), old, new)
  }

  /// Places in both sequences.
  private struct Part {
    var old: ArraySlice<Int>
    var new: ArraySlice<Int>

    var count: Int { old.count + new.count }
  }

  private mutating func compare<Element: Hashable>(
    _ part: Part, _ old: [Element], _ new: [Element]
  ) {
    var part = part
    while let first = part.old.first, let second = part.new.first, old[first] == new[second] {
      part.old.removeFirst()
      part.new.removeFirst()
    }
    while let first = part.old.last, let second = part.new.last, old[first] == new[second] {
      part.old.removeLast()
      part.new.removeLast()
    }
    if part.old.isEmpty || part.new.isEmpty { return note(part) }
    if part.count <= Self.limit { return compareInEveryWay(part, old, new) }
    let anchors = anchors(of: part, old, new)
    if anchors.isEmpty { return note(part) }
    var rest = part
    for anchor in anchors {
      let between = Part(
        old: rest.old[..<anchor.old], new: rest.new[..<anchor.new])
      compareBetween(between, old, new)
      rest.old = rest.old[(anchor.old + 1)...]
      rest.new = rest.new[(anchor.new + 1)...]
    }
    compareBetween(rest, old, new)
  }

  /// Compares what lies between two elements that are kept. What each has once there is once in all, so
  /// that it is not divided again.
  private mutating func compareBetween<Element: Hashable>(
    _ part: Part, _ old: [Element], _ new: [Element]
  ) {
    if part.count <= Self.limit { compare(part, old, new) } else { note(part) }
  }

  /// All of it is different.
  private mutating func note(_ part: Part) {
    removed.formUnion(part.old)
    inserted.formUnion(part.new)
  }

  private mutating func compareInEveryWay<Element: Hashable>(
    _ part: Part, _ old: [Element], _ new: [Element]
  ) {
    Steps.note(part.old.count * part.new.count)
    for change in part.new.map({ new[$0] }).difference(from: part.old.map { old[$0] }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(part.old[part.old.startIndex + offset])
      case .insert(let offset, _, _): inserted.insert(part.new[part.new.startIndex + offset])
      }
    }
  }

  /// The most elements that each sequence has once, in the same order in both, by their indices in the
  /// slices.
  private func anchors<Element: Hashable>(
    of part: Part, _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    var places: [Element: (old: Int?, new: Int?, isOnce: Bool)] = [:]
    for index in part.old.indices {
      let element = old[part.old[index]]
      places[element] = (index, nil, places[element] == nil)
    }
    for index in part.new.indices {
      let element = new[part.new[index]]
      guard var found = places[element] else { continue }
      if found.new != nil { found.isOnce = false }
      found.new = index
      places[element] = found
    }
    var pairs: [(old: Int, new: Int)] = []
    for index in part.old.indices {
      if let found = places[old[part.old[index]]], found.isOnce, let other = found.new {
        pairs.append((index, other))
      }
    }
    return ascending(pairs)
  }

  /// The longest row of pairs in which the second places ascend, too.
  private func ascending(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // By length: the pair with which the row of that length ends that ends first.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (place, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var row: [(old: Int, new: Int)] = []
    var place = ends.last
    while let last = place {
      row.append(pairs[last])
      place = before[last]
    }
    return row.reversed()
  }
}
