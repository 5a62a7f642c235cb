/// Records, or records that repeat: as often as they do, without those between.
package struct FoldedRecords: Hashable, Sendable {
  /// The numbers of the records; of those that repeat, the first time.
  package var numbers: ArraySlice<Int>
  /// How often they come again.
  package var repeats = 0
  /// The last record that belongs to them.
  package var last: Int
}

extension FoldedRecords {
  /// Describes records that don't repeat.
  init(_ numbers: ArraySlice<Int>) { self.init(numbers: numbers, last: numbers.last ?? 0) }
}

extension JournalContents {
  /// How many records lie at most between one and its like in a chain that repeats.
  private static let longestChain = 64
  /// How many records are looked at first.
  private static let firstLook = 4_096

  /// The last of some records, with those folded that repeat at least three times in a row: the same
  /// things happened to the same models, for the same reasons. Costs a look at each record that is folded
  /// or shown, and at most at a few times as many.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the records, in order.
  ///   - limit: How many lines they take at most: one for each record, and one for those that repeat.
  package func folded(_ numbers: [Int], limit: Int) -> [FoldedRecords] {
    var size = Self.firstLook
    while true {
      let isWhole = size >= numbers.count
      var folds = folded(numbers.suffix(size))
      if !isWhole, let first = folds.first {
        // What the first records belong to may begin earlier.
        let rest = first.repeats > 0 ? [] : first.numbers.dropFirst(4 * Self.longestChain)
        folds[0].numbers = rest
        if rest.isEmpty { folds.removeFirst() }
      }
      var lines = 0
      var last: [FoldedRecords] = []
      while var fold = folds.popLast(), lines < limit {
        if fold.repeats == 0 { fold.numbers = fold.numbers.suffix(limit - lines) }
        lines += fold.numbers.count + min(fold.repeats, 1)
        last.append(fold)
      }
      if isWhole || lines >= limit { return last.reversed() }
      size *= 4
    }
  }

  private func folded(_ numbers: ArraySlice<Int>) -> [FoldedRecords] {
    let shapes = numbers.map { self[$0].map(\.shape) ?? 0 }
    let numbers = Array(numbers)
    var folds: [FoldedRecords] = []
    var (single, place) = (0, 0)
    func addSingles() {
      guard single < place else { return }
      folds.append(FoldedRecords(numbers[single..<place]))
    }
    while place < shapes.count {
      guard let (length, repeats) = Self.chain(in: shapes, at: place) else {
        place += 1
        continue
      }
      addSingles()
      let end = place + length * (repeats + 1)
      folds.append(
        FoldedRecords(
          numbers: numbers[place..<(place + length)], repeats: repeats, last: numbers[end - 1]))
      (single, place) = (end, end)
    }
    addSingles()
    return folds
  }

  /// The shortest chain that begins at a place and repeats, and how often it does.
  private static func chain(in shapes: [Int], at start: Int) -> (length: Int, repeats: Int)? {
    for length in 1...longestChain {
      // Three times, and more for one record than a line that says so.
      let needed = max(2 * length, 3)
      guard start + length + needed <= shapes.count else { return nil }
      var place = start
      while place + length < shapes.count, shapes[place] == shapes[place + length] { place += 1 }
      if place - start >= needed { return (length, (place - start) / length) }
    }
    return nil
  }
}

extension JournalRecord {
  /// The same for records that tell the same, apart from their numbers and times.
  fileprivate var shape: Int {
    var record = self
    (record.number, record.time, record.elapsed) = (0, 0, 0)
    record.nanoseconds = nanoseconds.map { _ in 0 }
    for other in [\JournalRecord.raise, \.received, \.cause, \.started, \.since, \.finishedAfter] {
      record[keyPath: other] = self[keyPath: other].map { number - $0 }
    }
    return record.hashValue
  }
}
