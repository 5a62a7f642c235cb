/// Records, or records that repeat: as often as they do, without those between.
package struct FoldedRecords: Hashable, Sendable {
  /// The numbers of the records; of those that repeat, the first time.
  package var numbers: ArraySlice<Int>
  /// How often they come again.
  package var repeats = 0
  /// The last record that belongs to them.
  package var last: Int
}

extension JournalContents {
  /// How many records lie at most between one and its like in a chain that repeats.
  private static let longestChain = 64

  /// The last of some records, with those folded that repeat at least three times in a row: the same
  /// things happened to the same models, for the same reasons. Costs a look at each record that is folded
  /// or shown.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the records, in order.
  ///   - limit: How many lines they take at least, if there are as many: one for each record, and one for
  ///     those that repeat.
  package func folded(_ numbers: [Int], limit: Int) -> [FoldedRecords] {
    var shapes: [Int?] = Array(repeating: nil, count: numbers.count)
    func shape(_ place: Int) -> Int {
      if let known = shapes[place] { return known }
      let shape = self[numbers[place]].map(\.shape) ?? 0
      shapes[place] = shape
      return shape
    }
    /// Where the records begin that repeat up to a place, and after how many each comes again.
    func chain(before end: Int) -> (start: Int, length: Int)? {
      for length in 1...Self.longestChain {
        // Three times, and more for one record than a line that says so.
        let needed = max(2 * length, 3)
        guard end >= length + needed else { return nil }
        var start = end - length
        while start > 0, shape(start - 1) == shape(start - 1 + length) { start -= 1 }
        if end - length - start >= needed { return (start, length) }
      }
      return nil
    }
    var folds: [FoldedRecords] = []
    var (end, lines) = (numbers.count, 0)
    // Where the records end that are not folded.
    var singles = end
    func addSingles(from start: Int) {
      guard start < singles else { return }
      folds.append(
        FoldedRecords(numbers: numbers[start..<singles], last: numbers[singles - 1]))
    }
    while end > 0, lines < limit {
      guard let (start, length) = chain(before: end) else {
        (end, lines) = (end - 1, lines + 1)
        continue
      }
      let repeats = (end - start) / length - 1
      let last = start + length * (repeats + 1)
      addSingles(from: last)
      folds.append(
        FoldedRecords(
          numbers: numbers[start..<(start + length)], repeats: repeats, last: numbers[last - 1]))
      lines += end - last + length + 1
      (end, singles) = (start, start)
    }
    addSingles(from: end)
    return folds.reversed()
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
