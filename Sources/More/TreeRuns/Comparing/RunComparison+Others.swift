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
    var places: [Content: Int] = [:]
    for difference in differences.dropFirst()
    where !led.contains(difference.old) && !ledOther.contains(difference.new) {
      let content = content(of: difference)
      if let place = places[content] {
        groups[place].count += 1
      } else {
        places[content] = groups.count
        groups.append(DifferenceGroup(example: difference))
      }
    }
    return groups
  }

  /// What distinguishes differences of other content.
  private struct Content: Hashable {
    let what: Difference.What
    /// The records' keys with the shapes of their models; 0 for none.
    let old: UInt64
    let new: UInt64
    let oldModel: Int32
    let newModel: Int32
  }

  private func content(of difference: Difference) -> Content {
    func number(_ run: Run, _ place: Int32) -> UInt64 {
      if place < 0 { return 0 }
      let model = run[place].model
      return Run.mixed(run[place].key, model < 0 ? 0 : run.all[Int(model)].shape)
    }
    return Content(
      what: difference.what, old: number(old, difference.old), new: number(new, difference.new),
      oldModel: difference.models.old, newModel: difference.models.new)
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
