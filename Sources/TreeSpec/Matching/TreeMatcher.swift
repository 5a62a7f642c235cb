import TextIO
import TreeAnalysis
import TreeSnapshot

/// Compares a model and everything below it with a line and those below it.
///
/// Each line is compared with each class of alike models once. It calls itself for each level of the
/// spec, of which a spec has `Spec.nestingLimit` at most.
final class TreeMatcher {
  let bound: BoundSpec
  let comparison: AttributeComparison
  let classes: NodeClasses

  /// Says whether a model that has the name of a line fits it, for the models below the first; nil where
  /// the tree is there to be compared.
  var knownAnswer: ((_ line: Int, _ position: Int) -> Bool)?

  private var known: [UInt64: Bool] = [:]
  private var deepLines: [Int: DeepLines] = [:]
  /// By class of lines.
  private var matchesOfLine: [Int32: [Int]] = [:]
  private lazy var modelsByType = ModelsByType(columns)
  var columns: Columns { bound.columns }
  var lines: [SpecLine] { bound.spec.lines }

  init(_ bound: BoundSpec) {
    self.bound = bound
    comparison = AttributeComparison(bound)
    classes = NodeClasses(
      bound.snapshot, withSources: bound.spec.lines.contains { $0.attributes.source != nil })
  }

  func isMatch(line: Int, position: Int) -> Bool {
    bound.fits(bound.lines[line].name, columns.nodes.fixed[position].type)
      && isMatch(line: line, named: position)
  }

  /// The same for a model whose name is known to fit.
  func isMatch(line: Int, named position: Int) -> Bool {
    Steps.note()
    let kind = bound.kinds[line]
    if !kind.hasLines {
      if kind.isExact, Int(columns.subtreeEnds[position]) != position + 1 { return false }
      return kind.isBare || comparison.isMatch(line: line, named: position)
    }
    let key =
      UInt64(bound.lineClasses[line]) << 32
      | UInt64(UInt32(truncatingIfNeeded: classes.classes[position]))
    if let answer = known[key] { return answer }
    let answer: Bool
    if position > 0, let knownAnswer {
      answer = knownAnswer(line, position)
    } else {
      answer =
        (kind.isBare || comparison.isMatch(line: line, named: position))
        && childrenMatch(line: line, position: position)
    }
    known[key] = answer
    return answer
  }

  private func childrenMatch(line: Int, position: Int) -> Bool {
    let spec = lines[line]
    if spec.completeness == .deep { return deepMatch(line: line, position: position) }
    if spec.mode.order == .ordered {
      let models = columns.candidates(of: position, spec.completeness)
      return SequenceMatch(self, spec, models).isMatch
    }
    if spec.completeness == .exact, !countIsPossible(spec, columns.childCount(of: position)) {
      return false
    }
    let assignment = ChildAssignment(self, line: line, position: position).assignment
    return assignment.isSatisfied && assignment.isComplete
  }

  /// The same where the lines ask for models at any depth: a chain has thousands of them below each of
  /// its models.
  private func deepMatch(line: Int, position: Int) -> Bool {
    let children = deepLines[line] ?? DeepLines(self, line: line)
    deepLines[line] = children
    return children.isMatch(below: position)
  }

  /// All models that a line fits, wherever they are, in document order. Costs one comparison for each
  /// that has its name.
  func matches(of line: Int) -> [Int] {
    let lineClass = bound.lineClasses[line]
    if let known = matchesOfLine[lineClass] { return known }
    let matches = named(bound.lines[line].name).filter { isMatch(line: line, named: $0) }
    matchesOfLine[lineClass] = matches
    return matches
  }

  private func named(_ name: BoundPattern) -> [Int] {
    switch name {
    case .symbol(let type): type.isNone ? [] : Array(modelsByType[type])
    case .pattern:
      bound.snapshot.positions.filter { bound.fits(name, columns.nodes.fixed[$0].type) }
    }
  }

  /// By line below a line: its models among those below a model.
  func given(line: Int, position: Int) -> [Int: [Int]] {
    let spec = lines[line]
    if spec.mode.order == .unordered {
      return ChildAssignment(self, line: line, position: position).given
    }
    let models = columns.candidates(of: position, spec.completeness)
    return SequenceAssignment(self, spec, models).given
  }

  private func countIsPossible(_ spec: SpecLine, _ count: Int) -> Bool {
    var (least, most) = (0, 0)
    for child in spec.children {
      least += lines[child].count.least
      most += min(lines[child].count.most ?? count, count)
    }
    return least <= count && count <= most
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

  /// The models that may belong to the lines below a line.
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
