/// The difference between two sequences, such as the lines of two texts.
///
/// It keeps as many common elements in order as possible, unless the sequences are very different.
package struct SequenceDifference {
  /// The indices of elements that only the first sequence has.
  package private(set) var removed: Set<Int> = []
  /// The indices of elements that only the second sequence has.
  package private(set) var inserted: Set<Int> = []

  /// The most elements of both sequences together that are compared exhaustively.
  private static let limit = 4_000

  /// Compares two sequences. Elements that occur once in each divide long sequences into parts; a
  /// part of at most 4,000 elements is compared exhaustively, and a longer one counts as different.
  package init<Element: Hashable>(from old: [Element], to new: [Element]) {
    // Most of a large difference is elements that only one of them has.
    let (inOld, inNew) = (Set(old), Set(new))
    removed = Set(old.indices.filter { !inNew.contains(old[$0]) })
    inserted = Set(new.indices.filter { !inOld.contains(new[$0]) })
    let (oldPlaces, newPlaces) = (
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) }
    )
    var (oldStart, newStart) = (0, 0)
    let ends = Self.anchors(oldPlaces.map { old[$0] }, newPlaces.map { new[$0] })
    for (oldEnd, newEnd) in ends + [(oldPlaces.count, newPlaces.count)] {
      compare(oldPlaces[oldStart..<oldEnd], newPlaces[newStart..<newEnd], old, new)
      (oldStart, newStart) = (oldEnd, newEnd)
    }
  }

  /// Compares parts of the sequences, by index.
  private mutating func compare<Element: Hashable>(
    _ oldPlaces: ArraySlice<Int>, _ newPlaces: ArraySlice<Int>, _ old: [Element], _ new: [Element]
  ) {
    var (oldPlaces, newPlaces) = (oldPlaces, newPlaces)
    while let first = oldPlaces.first, let second = newPlaces.first, old[first] == new[second] {
      oldPlaces.removeFirst()
      newPlaces.removeFirst()
    }
    while let last = oldPlaces.last, let second = newPlaces.last, old[last] == new[second] {
      oldPlaces.removeLast()
      newPlaces.removeLast()
    }
    if oldPlaces.isEmpty || newPlaces.isEmpty || oldPlaces.count + newPlaces.count > Self.limit {
      removed.formUnion(oldPlaces)
      inserted.formUnion(newPlaces)
      return
    }
    Steps.note(oldPlaces.count * newPlaces.count)
    for change in newPlaces.map({ new[$0] }).difference(from: oldPlaces.map { old[$0] }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldPlaces[oldPlaces.startIndex + offset])
      case .insert(let offset, _, _): inserted.insert(newPlaces[newPlaces.startIndex + offset])
      }
    }
  }

  /// The longest common run of elements that occur once in each sequence; empty for short
  /// sequences.
  private static func anchors<Element: Hashable>(
    _ old: [Element], _ new: [Element]
  ) -> [(old: Int, new: Int)] {
    if old.count + new.count <= limit { return [] }
    func places(of elements: [Element]) -> [Element: Int] {
      // Nil for an element that occurs again.
      var places: [Element: Int?] = [:]
      for (place, element) in elements.enumerated() {
        places[element] = .some(places[element] == nil ? place : nil)
      }
      return places.compactMapValues { $0 }
    }
    let (oldPlaces, newPlaces) = (places(of: old), places(of: new))
    let pairs = oldPlaces.values.sorted().compactMap { place in
      newPlaces[old[place]].map { (old: place, new: $0) }
    }
    // The longest run whose indices ascend in the second, too: for each length, the pair with the
    // smallest last index.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (number, pair) in pairs.enumerated() {
      let length = ends.partitionIndex { pairs[$0].new >= pair.new }
      before[number] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(number) } else { ends[length] = number }
    }
    var row: [(old: Int, new: Int)] = []
    var next = ends.last
    while let number = next {
      row.append(pairs[number])
      next = before[number]
    }
    return row.reversed()
  }
}
