import TreeJournal
import TreeSnapshot

extension RunComparison {
  /// The differing records of both runs that the first difference led to along recorded causes: those that
  /// follow from it, those of a model that only one run has, and those of the same handler that are about the
  /// same message or model. Costs a look at each record.
  package var consequences: (old: [Int32], new: [Int32]) {
    (consequences(.old), consequences(.new))
  }

  private func consequences(_ side: RunSide) -> [Int32] {
    guard let first else { return [] }
    let run = run(side)
    let (start, context) = (first.place(side), first.context(side))
    var isDiffering = Array(repeating: false, count: run.count)
    for difference in differences {
      let place = difference.place(side)
      if place >= 0 { isDiffering[Int(place)] = true }
    }
    let message = (record(.old, first.old) ?? record(.new, first.new))?.message
    let subject = run.model(of: start)
    var models: Set<Int32> = []
    if start >= 0, run[start].event == .attached, run[start].partner < 0 {
      models.insert(run[start].other)
    }
    // The records below the context, and those that the first difference led to.
    var isBelow = Array(repeating: false, count: run.count)
    var isLed = isBelow
    var found: [Int32] = []
    for place in max(start, context, 0)..<max(start, context, Int32(run.count)) {
      let (index, entry) = (Int(place), run[place])
      let parent = Int(entry.parent)
      isBelow[index] = parent >= 0 && (entry.parent == context || isBelow[parent])
      if place == start {
        isLed[index] = true
        continue
      }
      let isDifferent =
        (entry.partner < 0 && entry.event != nil) || isDiffering[index]
      let isFollowing = parent >= 0 && isLed[parent]
      let isOfModel = models.contains(entry.model) || models.contains(entry.other)
      if isOfModel, entry.event == .attached { models.insert(entry.other) }
      guard isDifferent || isFollowing else { continue }
      func isAlike() -> Bool {
        (subject >= 0 && entry.model == subject) || isAbout(message, side, place)
      }
      guard isFollowing || isOfModel || (isBelow[index] && place > start && isAlike()) else {
        continue
      }
      isLed[index] = true
      if isDifferent { found.append(place) }
    }
    return found
  }

  private func isAbout(_ message: KnownMessage?, _ side: RunSide, _ place: Int32) -> Bool {
    guard let message, let other = record(side, place)?.message else { return false }
    return message.isSame(as: other)
  }
}
