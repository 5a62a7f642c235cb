import TreeSnapshot

/// Tells whether a model, with everything below it, is what a line and those below it say.
///
/// Each line is compared with each class of alike models once. It calls itself for each level of the
/// spec, of which a spec has `SpecParser.nestingLimit` at most.
final class TreeMatcher {
  let bound: BoundSpec
  let comparison: AttributeComparison
  let classes: NodeClasses

  private var known: [UInt64: Bool] = [:]
  var columns: Columns { bound.columns }
  var lines: [SpecLine] { bound.spec.lines }

  init(_ bound: BoundSpec) {
    self.bound = bound
    comparison = AttributeComparison(bound)
    classes = NodeClasses(bound.snapshot)
  }

  func isMatch(line: Int, position: Int) -> Bool {
    bound.fits(bound.lines[line].name, columns.fixed[position].type)
      && isMatch(line: line, named: position)
  }

  /// The same for a model whose name is known to fit.
  func isMatch(line: Int, named position: Int) -> Bool {
    let kind = bound.kinds[line]
    if !kind.hasLines {
      if kind.isExact, Int(columns.subtreeEnds[position]) != position + 1 { return false }
      return kind.isBare || comparison.isMatch(line: line, named: position)
    }
    let key =
      UInt64(bound.lineClasses[line]) << 32
      | UInt64(UInt32(truncatingIfNeeded: classes.classes[position]))
    if let answer = known[key] { return answer }
    let answer =
      (kind.isBare || comparison.isMatch(line: line, named: position))
      && childrenMatch(line: line, position: position)
    known[key] = answer
    return answer
  }

  private func childrenMatch(line: Int, position: Int) -> Bool {
    let spec = lines[line]
    if spec.mode.order == .ordered { return sequenceMatches(line: line, position: position) }
    if spec.completeness == .exact, !countIsPossible(spec, columns.childCount(of: position)) {
      return false
    }
    let assignment = ChildAssignment(self, line: line, position: position).assignment
    return assignment.isSatisfied && (spec.completeness != .exact || assignment.isComplete)
  }

  private func countIsPossible(_ spec: SpecLine, _ count: Int) -> Bool {
    var (least, most) = (0, 0)
    for child in spec.children {
      least += lines[child].count.least
      most += min(lines[child].count.most ?? count, count)
    }
    return least <= count && count <= most
  }

  // MARK: In order

  private func sequenceMatches(line: Int, position: Int) -> Bool {
    let spec = lines[line]
    let models = columns.candidates(of: position, spec.completeness)
    return spec.completeness == .exact
      ? wholeSequenceMatches(spec, models) : partOfSequenceMatches(spec, models)
  }

  /// Where others may stand between them, each line takes the first that it can.
  private func partOfSequenceMatches(_ spec: SpecLine, _ models: [Int]) -> Bool {
    var next = models.startIndex
    for child in spec.children {
      for _ in 0..<lines[child].count.least {
        while next < models.endIndex, !isMatch(line: child, position: models[next]) { next += 1 }
        if next == models.endIndex { return false }
        next += 1
      }
    }
    return true
  }

  /// A line, and how many models stand for it already.
  private struct Progress: Hashable {
    var place: Int
    var count: Int
  }

  /// All ways through the lines are followed at once.
  private func wholeSequenceMatches(_ spec: SpecLine, _ models: [Int]) -> Bool {
    var current: Set<Progress> = []
    advance(Progress(place: 0, count: 0), spec, &current)
    for model in models {
      var next: Set<Progress> = []
      for progress in current where progress.place < spec.children.count {
        let child = spec.children[progress.place]
        guard progress.count < lines[child].count.most ?? .max,
          isMatch(line: child, position: model)
        else { continue }
        // Beyond what is needed, how many there are does not matter where there is no limit.
        let count = lines[child].count
        let reached =
          count.most == nil ? min(progress.count + 1, count.least) : progress.count + 1
        advance(Progress(place: progress.place, count: reached), spec, &next)
      }
      if next.isEmpty { return false }
      current = next
    }
    return current.contains { $0.place == spec.children.count }
  }

  /// A line that has enough may be left behind.
  private func advance(_ progress: Progress, _ spec: SpecLine, _ reached: inout Set<Progress>) {
    var progress = progress
    while reached.insert(progress).inserted, progress.place < spec.children.count {
      guard progress.count >= lines[spec.children[progress.place]].count.least else { return }
      progress = Progress(place: progress.place + 1, count: 0)
    }
  }
}

extension Columns {
  func childCount(of position: Int) -> Int {
    var count = 0
    var child = position + 1
    let end = Int(subtreeEnds[position])
    while child < end {
      count += 1
      child = Int(subtreeEnds[child])
    }
    return count
  }

  /// The models that the lines below a line may stand for.
  func candidates(of position: Int, _ completeness: ChildMode.Completeness) -> [Int] {
    let end = Int(subtreeEnds[position])
    if completeness == .deep { return Array(position + 1..<end) }
    var children: [Int] = []
    var child = position + 1
    while child < end {
      children.append(child)
      child = Int(subtreeEnds[child])
    }
    return children
  }
}
