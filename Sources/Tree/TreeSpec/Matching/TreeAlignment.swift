import TreeAnalysis
import TreeSnapshot

/// Aligns a spec and a tree: which models belong to which lines, and which are missing, extra,
/// moved, or different.
///
/// Matches stay as claimed; only the rest is compared in detail, the most likely pairs first.
struct TreeAlignment {
  let matcher: TreeMatcher
  private var lines: [SpecLine] { matcher.lines }
  private var columns: Columns { matcher.columns }

  /// Beyond this number of pairs, the rest is paired by name, in order.
  private static let pairLimit = 4_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  /// Aligns the whole spec; the root's line belongs to the root.
  ///
  /// - Parameter isReport: whether models below a wrong parent count as moved even if they have
  ///   other differences; a patch writes those anew.
  func aligned(isReport: Bool = false) -> AlignedModel {
    let root = align(line: 0, position: 0)
    var moves = MoveSearch(self, root)
    moves.run(isReport: isReport)
    return root
  }

  func align(line: Int, position: Int) -> AlignedModel {
    if matcher.isMatch(line: line, position: position) {
      return AlignedModel(.matched, line: line, position: position)
    }
    let model = AlignedModel(.different, line: line, position: position)
    model.differences = matcher.bound.differences(line: line, position: position)
    model.children = alignChildren(line: line, position: position)
    return model
  }

  // MARK: Children

  /// A line, and the number of models it lacks.
  private typealias Lack = (line: Int, count: Int)
  /// A line, and a model that lacks one.
  private typealias Pair = (line: Int, model: Int)

  func alignChildren(line: Int, position: Int) -> [AlignedModel] {
    let spec = lines[line]
    let given = matcher.given(line: line, position: position)
    let isExact = spec.completeness == .exact
    let isOrdered = spec.mode.order == .ordered

    var aligned: [AlignedModel] = []
    var taken: Set<Int> = []
    var lacking: [Lack] = []
    for (child, own) in given {
      taken.formUnion(own)
      aligned += own.map { AlignedModel(.matched, line: child, position: $0) }
      let lack = lines[child].count.least - own.count
      if lack > 0 { lacking.append((child, lack)) }
    }
    let models = columns.models(below: position, spec.completeness)
    var rest = models.filter { !taken.contains($0) }
    if isOrdered {
      let pairs = pairs(lacking, rest, areMatches: true)
      take(pairs, &lacking, &rest)
      aligned += pairs.map { AlignedModel(.outOfOrder, line: $0.line, position: $0.model) }
    }
    let isMany = lacking.count * rest.count > Self.pairLimit
    let similar =
      isMany || spec.completeness == .deep
      ? pairs(lacking, rest, areMatches: false) : similarPairs(lacking, rest)
    take(similar, &lacking, &rest)
    aligned += similar.map { align(line: $0.line, position: $0.model) }
    aligned += lacking.map { AlignedModel(.missing($0.count), line: $0.line, position: nil) }
    // Even if other models are allowed, none may match a line with an upper limit.
    let full = given.filter { child, own in
      isExact ? own.count == lines[child].count.most : lines[child].isLimited
    }.map(\.line)
    let beyond =
      isExact && isOrdered
      ? besideOwn(of: Set(full), models, Set(rest), given) : matcher.firstMatching(full, rest)
    for model in rest {
      if let line = beyond[model] {
        aligned.append(AlignedModel(.extra(.beyondCount(line: line)), line: nil, position: model))
      } else if isExact {
        aligned.append(AlignedModel(.extra(.unknown), line: nil, position: model))
      }
    }
    return inOrder(aligned, spec)
  }

  /// In an ordered list, a full line would take a further model only next to its own: by model,
  /// that line.
  private func besideOwn(
    of full: Set<Int>, _ models: [Int], _ rest: Set<Int>, _ given: [(line: Int, models: [Int])]
  ) -> [Int: Int] {
    var lineOfModel: [Int: Int] = [:]
    for (line, own) in given { for model in own { lineOfModel[model] = line } }
    var near: [Int: Int] = [:]
    func follow(_ models: some Sequence<Int>) {
      var line: Int?
      for model in models {
        if let own = lineOfModel[model] {
          line = full.contains(own) ? own : nil
        } else if let beside = line, rest.contains(model), near[model] == nil,
          matcher.isMatch(line: beside, position: model)
        {
          near[model] = beside
        } else {
          line = nil
        }
      }
    }
    follow(models)
    follow(models.reversed())
    return near
  }

  // MARK: Pairs

  private func take(_ pairs: [Pair], _ lacking: inout [Lack], _ rest: inout [Int]) {
    let paired = Set(pairs.map(\.model))
    rest.removeAll { paired.contains($0) }
    var counts: [Int: Int] = [:]
    for pair in pairs { counts[pair.line, default: 0] += 1 }
    for place in lacking.indices { lacking[place].count -= counts[lacking[place].line] ?? 0 }
    lacking.removeAll { $0.count == 0 }
  }

  /// Pairs by name, in order.
  ///
  /// - Parameter areMatches: whether the models must match; if they are, they are out of order among their
  ///   siblings.
  private func pairs(_ lacking: [Lack], _ rest: [Int], areMatches: Bool) -> [Pair] {
    let index = ModelsByName(rest, matcher.bound)
    var isTaken = [Bool](repeating: false, count: rest.count)
    var pairs: [Pair] = []
    for (line, count) in lacking {
      var left = count
      for place in areMatches ? index.candidates(for: line) : index.named(line)
      where !isTaken[place] && left > 0
        && (!areMatches || matcher.isMatch(line: line, named: rest[place]))
      {
        isTaken[place] = true
        left -= 1
        pairs.append((line, rest[place]))
      }
    }
    return pairs
  }

  /// Pairs by similarity.
  private func similarPairs(_ lacking: [Lack], _ rest: [Int]) -> [Pair] {
    var candidates: [(likeness: Int, line: Int, model: Int)] = []
    for (line, _) in lacking {
      for model in rest {
        let likeness = likeness(of: line, position: model)
        if likeness > 0 { candidates.append((likeness, line, model)) }
      }
    }
    candidates.sort {
      ($1.likeness, $0.line, $0.model) < ($0.likeness, $1.line, $1.model)
    }
    var open = Dictionary(uniqueKeysWithValues: lacking.map { ($0.line, $0.count) })
    var taken: Set<Int> = []
    var pairs: [Pair] = []
    for candidate in candidates {
      guard let count = open[candidate.line], count > 0,
        taken.insert(candidate.model).inserted
      else { continue }
      open[candidate.line] = count - 1
      pairs.append((candidate.line, candidate.model))
    }
    return pairs
  }

  /// The similarity of a line and a model. It is above 0 if they probably belong together: either
  /// the names match, or enough of the rest does.
  private func likeness(of line: Int, position: Int) -> Int {
    let spec = lines[line]
    let differences = matcher.bound.differences(line: line, position: position)
    let childLikeness = childLikeness(of: spec, position)
    let isNamed = !differences.contains { $0.attribute == .name }
    if isNamed { return max(1, 100 - differences.count * 8 + childLikeness) }
    // The names differ: only expected attributes that exist count.
    let asked = spec.attributes.count
    let different = Set(differences.map(\.attribute)).count - 1
    let common = asked - different
    let hasLabel = spec.attribute(.label) != nil && !differences.contains { $0.attribute == .label }
    let likeness = (hasLabel ? 30 : 0) + common * 10 + childLikeness
    return likeness >= 20 && different == 0 ? likeness : 0
  }

  /// Up to 40, by how many of the lines below find their name among the children.
  private func childLikeness(of spec: SpecLine, _ position: Int) -> Int {
    if spec.children.isEmpty { return 0 }
    let types = columns.children(of: position).prefix(200).map { columns.nodes.fixed[$0].type }
    let found = spec.children.prefix(20).count { child in
      types.contains { matcher.bound.fits(matcher.bound.lines[child].name, $0) }
    }
    return 40 * found / min(20, spec.children.count)
  }

  // MARK: Order

  /// Models in document order; missing ones follow the models of the preceding line.
  private func inOrder(_ aligned: [AlignedModel], _ spec: SpecLine) -> [AlignedModel] {
    var lastOfLine: [Int: Int] = [:]
    for model in aligned {
      guard let line = model.line, let position = model.position else { continue }
      lastOfLine[line] = max(lastOfLine[line] ?? 0, position)
    }
    var before: [Int: Int] = [:]
    var last = 0
    for child in spec.children {
      before[child] = last
      last = lastOfLine[child] ?? last
    }
    func key(_ model: AlignedModel) -> (Int, Int, Int) {
      if let position = model.position { return (position, 0, 0) }
      let line = model.line ?? 0
      return (before[line] ?? 0, 1, line)
    }
    return aligned.sorted { key($0) < key($1) }
  }
}

/// A place in the actual and expected tree.
///
/// `@unchecked Sendable`: it changes only during its creation, on one thread, before any other
/// thread has it.
package final class AlignedModel: @unchecked Sendable {
  enum State: Equatable {
    /// The model and everything below it match.
    case matched
    /// The model belongs to the line; it or something below it differs.
    case different
    /// This number of the line's models is missing.
    case missing(Int)
    /// The model belongs to no line.
    case extra(ExtraReason)
    /// The line's model is elsewhere, at this position.
    case movedAway(to: Int)
    /// The model belongs elsewhere: to this line.
    case movedHere(line: Int)
    /// The model belongs to the line, whose place among its siblings differs.
    case outOfOrder
    /// No line claims the model, which is allowed; something below it belongs elsewhere.
    case other
  }

  enum ExtraReason: Equatable {
    /// No line asks for it.
    case unknown
    /// This line would, but has enough.
    case beyondCount(line: Int)
  }

  var state: State
  /// The line; nil for an extra model.
  let line: Int?
  /// The model; nil for a missing one.
  let position: Int?
  /// The model's own differences.
  var differences: [AttributeDifference] = []
  /// In document order; missing models follow their predecessors. Below a missing or extra model,
  /// only models that moved from or to there.
  var children: [AlignedModel] = []

  init(_ state: State, line: Int?, position: Int?) {
    self.state = state
    self.line = line
    self.position = position
  }
}

extension AlignedModel {
  /// The names in the lines of the model and its descendants that the tree doesn't know.
  var unknown: Set<SpecFault> {
    var all: Set<SpecFault> = []
    var open = [self]
    while let model = open.popLast() {
      for difference in model.differences {
        if case .unknown(let fault)? = difference.hint { all.insert(fault) }
      }
      open += model.children
    }
    return all
  }
}
