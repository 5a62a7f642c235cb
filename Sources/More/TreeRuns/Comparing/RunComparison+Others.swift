package import TreeJournal

/// Differences of the same content.
package struct DifferenceGroup: Sendable {
  package let example: Difference
  package fileprivate(set) var count = 1
}

extension RunComparison {
  /// The other differences, those of the same content together.
  ///
  /// - Parameter consequences: The consequences of the first difference, which are left out.
  package func others(
    without consequences: (old: [Int32], new: [Int32])
  ) -> [DifferenceGroup] {
    let (led, ledOther) = (Set(consequences.old), Set(consequences.new))
    var groups: [DifferenceGroup] = []
    var places: [String: Int] = [:]
    for difference in differences.dropFirst()
    where !led.contains(difference.old) && !ledOther.contains(difference.new) {
      let content = "\(difference.what) \(content(of: difference))"
      if let place = places[content] {
        groups[place].count += 1
      } else {
        places[content] = groups.count
        groups.append(DifferenceGroup(example: difference))
      }
    }
    return groups
  }

  /// The last actions before a difference, the latest last.
  ///
  /// - Parameter limit: The maximum number for each run.
  package func inputs(
    before difference: Difference, limit: Int
  ) -> (old: [JournalRecord], new: [JournalRecord]) {
    func actions(_ side: RunSide) -> [JournalRecord] {
      let run = run(side)
      var end = difference.place(side)
      if end < 0 {
        // After the last record before it that both have.
        let other = self.run(side == .old ? .new : .old)
        var place = difference.place(side == .old ? .new : .old) - 1
        while place >= 0, other[place].partner < 0 { place -= 1 }
        end = place < 0 ? 0 : other[place].partner + 1
      }
      return run.actions.prefix { $0 < end }.suffix(limit).compactMap { record(side, $0) }
    }
    return (actions(.old), actions(.new))
  }
}
