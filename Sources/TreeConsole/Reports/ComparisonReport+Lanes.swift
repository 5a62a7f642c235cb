import TextIO
import TreeComparison
import TreeGraph
import TreeJournal

extension ComparisonReport {
  /// The two runs as lanes.
  ///
  /// - Parameter limit: The maximum number of consequences and other differences.
  func lanes(limit: Int) -> RunLanes {
    let first = comparison.first
    var alike: [SafeText] = ["\(counted(comparison.alike, "record")) alike, times and ids aside"]
    alike += notes
    if let first {
      if let inputs = inputs(before: first) { alike.append("before it: \(inputs)") }
      alike.append("first difference\(place(of: first))")
    } else {
      alike.append("no difference")
    }
    let lanes = zip(sides, [consequences.old, consequences.new]).map { side, places in
      var consequences = places.prefix(limit).compactMap { place in
        side.record(place).map {
          RunLanes.Step(number: side.number(place), text: side.words.sentence($0))
        }
      }
      let more = places.count - consequences.count
      if more > 0 { consequences.append(.init(number: "…", text: "and \(more) more")) }
      return RunLanes.Lane(
        name: side.name, first: first.flatMap { step($0, side) }, consequences: consequences)
    }
    var others = othersBesidesInputs.prefix(limit).map(line)
    let more = othersBesidesInputs.count - others.count
    if more > 0 { others.append("and \(counted(more, "more difference"))") }
    return RunLanes(lanes: lanes, alike: alike, isParting: first != nil, others: others)
  }

  /// What a side did at a difference; nil for nothing.
  private func step(_ difference: Difference, _ side: ComparisonSide) -> RunLanes.Step? {
    let words = side.words(of: difference)
    if words == ComparisonSide.nothing { return nil }
    return RunLanes.Step(number: side.number(difference.place(side.side)), text: words)
  }
}
