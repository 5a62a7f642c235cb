import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lines that ask for models at any depth below one: what fits them is found once for the whole tree,
/// and counted below each model in two searches.
struct DeepLines {
  /// Lines that ask for the same.
  private struct Group {
    /// How many models they need, and how many they may have; nil for any number.
    var least = 0
    var most: Int? = 0
    /// Whether one of them says how many there may be.
    var isLimited = false
    /// The models that fit, in document order.
    var matches: [Int]
  }

  private let matcher: TreeMatcher
  private let line: Int
  /// By class of lines.
  private var groups: [Group] = []
  private var groupOfClass: [Int32: Int] = [:]
  /// How many models all lines need.
  private let least: Int

  init(_ matcher: TreeMatcher, line: Int) {
    self.matcher = matcher
    self.line = line
    least = matcher.lines[line].children.reduce(0) { $0 + matcher.lines[$1].count.least }
    for child in matcher.lines[line].children {
      let lineClass = matcher.bound.lineClasses[child]
      let place = groupOfClass[lineClass, default: groups.count]
      if place == groups.count {
        groupOfClass[lineClass] = place
        groups.append(Group(matches: matcher.matches(of: child)))
      }
      let own = matcher.lines[child]
      groups[place].least += own.count.least
      groups[place].most = own.count.most.flatMap { most in groups[place].most.map { $0 + most } }
      if own.isLimited { groups[place].isLimited = true }
    }
  }

  func isMatch(below position: Int) -> Bool {
    let models = position + 1..<Int(matcher.columns.subtreeEnds[position])
    Steps.note(groups.count)
    let matches = groups.map { $0.matches.elements(in: models) }
    if zip(groups, matches).contains(where: { $1.count < $0.least }) { return false }
    // What a line limits the number of must belong to lines altogether.
    let most = groups.reduce(0 as Int?) { sum, group in
      group.most.flatMap { most in sum.map { $0 + most } }
    }
    if let most, zip(groups, matches).contains(where: { $0.isLimited && $1.count > most }) {
      return false
    }
    if matcher.lines[line].mode.order == .ordered { return isOrderedMatch(matches) }
    if !groups.contains(where: \.isLimited) {
      if isPlenty(matches) { return true }
      // Of so many models that fit a line, the others leave it enough.
      return isAssigned(Set(matches.flatMap { $0.prefix(least) }))
    }
    if groups.count == 1 { return true }
    return isAssigned(
      Set(
        zip(groups, matches).flatMap { group, matches in
          group.isLimited ? matches : matches.prefix(least)
        }))
  }

  /// Whether even the line with the fewest models gets what it needs, whatever those with fewer take.
  private func isPlenty(_ matches: [ArraySlice<Int>]) -> Bool {
    var taken = 0
    for (need, count) in zip(groups.map(\.least), matches.map(\.count)).sorted(by: { $0.1 < $1.1 })
    {
      taken += need
      if count < taken { return false }
    }
    return true
  }

  private func isAssigned(_ models: Set<Int>) -> Bool {
    let assignment = ChildAssignment(matcher, line: line, models: models.sorted()).assignment
    return assignment.isSatisfied && assignment.isComplete
  }

  /// In order, a model that fits no line stands between others.
  private func isOrderedMatch(_ matches: [ArraySlice<Int>]) -> Bool {
    let spec = matcher.lines[line]
    if groups.contains(where: \.isLimited) {
      return SequenceMatch(matcher, spec, Set(matches.joined()).sorted()).isMatch
    }
    var next = 0
    for child in spec.children where matcher.lines[child].count.least > 0 {
      guard let group = groupOfClass[matcher.bound.lineClasses[child]] else { return false }
      let own = matches[group].elements(in: next..<Int.max)
      let least = matcher.lines[child].count.least
      guard own.count >= least else { return false }
      next = own[own.startIndex + least - 1] + 1
    }
    return true
  }
}
