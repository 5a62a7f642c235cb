import TreeJournal

// How often something is repeated.
extension RunComparison {
  /// The fewest repetitions with a rate.
  private static let fewest = 10

  /// A message that a model raises, or an action, again and again.
  private struct Repetition {
    let place: Int32
    let begin: Int
    var end: Int
    var count = 1

    /// How often it comes in a second.
    var rate: Double? {
      count < RunComparison.fewest || end <= begin
        ? nil : Double(count - 1) * 1e9 / Double(end - begin)
    }
  }

  /// Adds the repeated messages and actions whose rates differ by a factor, in either direction.
  mutating func addRates(_ factor: Double) {
    let others = repetitions(.new)
    for (key, repetition) in repetitions(.old) {
      guard let other = others[key], let rate = repetition.rate, let otherRate = other.rate
      else { continue }
      let (least, most) = (min(rate, otherRate), max(rate, otherRate))
      // As with durations, less than a millisecond is too short.
      if most < least * factor || least * Double(ComparisonRules.shortest) > 1e9 { continue }
      differences.append(
        Difference(.rate, repetition.place, other.place, in: (Run.none, Run.none)))
      rates[repetition.place] = (rate, otherRate)
    }
  }

  private func repetitions(_ side: RunSide) -> [UInt64: Repetition] {
    let run = run(side)
    var all: [UInt64: Repetition] = [:]
    for (index, entry) in run.entries.enumerated()
    where entry.event == .raised || entry.event == .performed {
      let place = Int32(index)
      guard let elapsed = record(side, place)?.elapsed else { continue }
      let key = run.key(place)
      if all[key] == nil {
        all[key] = Repetition(place: place, begin: elapsed, end: elapsed)
      } else {
        all[key]?.end = elapsed
        all[key]?.count += 1
      }
    }
    return all
  }
}
