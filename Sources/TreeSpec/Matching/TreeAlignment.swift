import TextIO
import TreeAnalysis
import TreeSnapshot

/// A place of a tree as it is and as its spec asks for it.
///
/// `@unchecked Sendable`: it is changed only while it is made, on one thread, before any other knows it.
package final class AlignedModel: @unchecked Sendable {
  enum State: Equatable {
    /// The model and all below it are as they should be.
    case matched
    /// The model belongs to the line, and it or something below it is different.
    case different
    /// This number of models that the line asks for is missing.
    case missing(Int)
    /// The model belongs to no line.
    case extra(ExtraReason)
    /// The model that the line asks for is elsewhere, at this position.
    case movedAway(to: Int)
    /// The model belongs elsewhere: to this line.
    case movedHere(line: Int)
    /// The model belongs to the line, which has another place in the order of the siblings.
    case outOfOrder
    /// The model belongs to no line and may be there; something below it belongs elsewhere.
    case other
  }

  enum ExtraReason: Equatable {
    /// No line asks for it.
    case unknown
    /// This line would, but allows fewer.
    case beyondCount(line: Int)
  }

  var state: State
  /// The line; nil for what is extra.
  let line: Int?
  /// The model; nil for what is missing.
  let position: Int?
  /// In what the model itself is different.
  var differences: [AttributeDifference] = []
  /// In the order of the tree, what is missing after what it should follow. Below what is missing or
  /// extra itself, only what moved from or to there.
  var children: [AlignedModel] = []

  init(_ state: State, line: Int?, position: Int?) {
    self.state = state
    self.line = line
    self.position = position
  }
}

extension AlignedModel {
  /// What the lines of the model and of all below it name and the tree does not know.
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

/// Aligns a spec and a tree: which models belong to which lines, and which are missing, extra, moved or
/// different.
///
/// What matches stays as it is claimed; only the rest is compared more closely, the likeliest pairs first.
struct TreeAlignment {
  let matcher: TreeMatcher
  private var lines: [SpecLine] { matcher.lines }
  private var columns: Columns { matcher.columns }

  /// More pairs than this are not weighed against each other: the rest is paired by name, in order.
  private static let pairLimit = 4_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  /// The spec beside the tree; the root's line belongs to the root.
  ///
  /// - Parameter isReport: whether models below a wrong parent have moved also where they differ otherwise;
  ///   a patch writes them anew.
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
    model.differences = matcher.comparison.differences(line: line, position: position)
    model.children = alignChildren(line: line, position: position)
    return model
  }

  // MARK: Children

  /// Models that a line lacks.
  private typealias Lack = (line: Int, count: Int)

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
    if isOrdered { aligned += takeOutOfOrder(&lacking, &rest) }
    aligned += pair(&lacking, &rest, isDeep: spec.completeness == .deep)
    aligned += lacking.map { AlignedModel(.missing($0.count), line: $0.line, position: nil) }
    // Where others are allowed, none of them may be one that a line limits the number of.
    let full = given.filter { child, own in
      isExact ? own.count == lines[child].count.most : lines[child].isLimited
    }.map(\.line)
    let beyond =
      isExact && isOrdered
      ? besideOwn(of: Set(full), models, Set(rest), given) : firstFitting(full, rest)
    for model in rest {
      if let line = beyond[model] {
        aligned.append(AlignedModel(.extra(.beyondCount(line: line)), line: nil, position: model))
      } else if isExact {
        aligned.append(AlignedModel(.extra(.unknown), line: nil, position: model))
      }
    }
    return inOrder(aligned, spec)
  }

  /// Models that lines ask for, and that have another place among their siblings.
  private func takeOutOfOrder(_ lacking: inout [Lack], _ rest: inout [Int]) -> [AlignedModel] {
    var found: [AlignedModel] = []
    let index = ModelsByName(rest, matcher.bound)
    var isTaken = [Bool](repeating: false, count: rest.count)
    for place in lacking.indices {
      let line = lacking[place].line
      for model in index.candidates(for: line) where !isTaken[model] && lacking[place].count > 0 {
        guard matcher.isMatch(line: line, named: rest[model]) else { continue }
        isTaken[model] = true
        lacking[place].count -= 1
        found.append(AlignedModel(.outOfOrder, line: line, position: rest[model]))
      }
    }
    rest = rest.indices.filter { !isTaken[$0] }.map { rest[$0] }
    lacking.removeAll { $0.count == 0 }
    return found
  }

  /// By model: the first of some lines that it matches.
  private func firstFitting(_ lines: [Int], _ models: [Int]) -> [Int: Int] {
    var first: [Int: Int] = [:]
    if lines.isEmpty { return first }
    let index = ModelsByName(models, matcher.bound)
    for line in lines {
      for place in index.candidates(for: line)
      where first[models[place]] == nil && matcher.isMatch(line: line, named: models[place]) {
        first[models[place]] = line
      }
    }
    return first
  }

  /// In order, a line that has all it may have would take a further model only beside its own: by
  /// the model, that line.
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

  /// Brings together lines that lack a model and models that lack a line, where they are alike.
  private func pair(_ lacking: inout [Lack], _ rest: inout [Int], isDeep: Bool) -> [AlignedModel] {
    let isMany = lacking.count * rest.count > Self.pairLimit
    let pairs = isMany || isDeep ? likely(lacking, rest) : best(lacking, rest)
    let paired = Set(pairs.map(\.model))
    rest.removeAll { paired.contains($0) }
    var counts: [Int: Int] = [:]
    for pair in pairs { counts[pair.line, default: 0] += 1 }
    for place in lacking.indices { lacking[place].count -= counts[lacking[place].line] ?? 0 }
    lacking.removeAll { $0.count == 0 }
    return pairs.map { align(line: $0.line, position: $0.model) }
  }

  /// By name, in order.
  private func likely(_ lacking: [Lack], _ rest: [Int]) -> [(line: Int, model: Int)] {
    let index = ModelsByName(rest, matcher.bound)
    var isTaken = [Bool](repeating: false, count: rest.count)
    var pairs: [(line: Int, model: Int)] = []
    for (line, count) in lacking {
      var left = count
      for place in index.named(line) where !isTaken[place] && left > 0 {
        isTaken[place] = true
        left -= 1
        pairs.append((line, rest[place]))
      }
    }
    return pairs
  }

  /// By likeness.
  private func best(_ lacking: [Lack], _ rest: [Int]) -> [(line: Int, model: Int)] {
    var candidates: [(likeness: Int, line: Int, model: Int)] = []
    for (line, _) in lacking {
      Steps.note(rest.count)
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
    var pairs: [(line: Int, model: Int)] = []
    for candidate in candidates {
      guard let count = open[candidate.line], count > 0,
        taken.insert(candidate.model).inserted
      else { continue }
      open[candidate.line] = count - 1
      pairs.append((candidate.line, candidate.model))
    }
    return pairs
  }

  /// Above 0 where they probably belong together: the name is the same and the rest is different,
  /// or the name is another and enough of the rest is the same.
  private func likeness(of line: Int, position: Int) -> Int {
    let spec = lines[line]
    let differences = matcher.comparison.differences(line: line, position: position)
    let childLikeness = childLikeness(of: spec, position)
    let isNamed = !differences.contains { $0.attribute == .name }
    if isNamed { return max(1, 100 - differences.count * 8 + childLikeness) }
    // The name is another: only what is asked for and found counts.
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

  /// Models in the order of the tree; what is missing follows the models of the line before.
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
