import TextIO
import TreeSnapshot

/// Aligns a spec and a tree where they differ: what belongs together, what is missing and what is
/// extra.
///
/// What matches stays as `ChildAssignment` finds it; only the rest is compared more closely, the
/// likeliest pairs first.
struct TreeAlignment {
  let matcher: TreeMatcher
  private var lines: [SpecLine] { matcher.lines }
  private var columns: Columns { matcher.columns }

  /// More pairs than this are not weighed against each other: the rest is paired by name, in order.
  private static let pairLimit = 4_000
  /// More names than this are not compared with patterns.
  private static let patternLimit = 1_000_000

  init(_ matcher: TreeMatcher) { self.matcher = matcher }

  /// The spec beside the tree; the root's line belongs to the root.
  ///
  /// - Parameter isReport: whether models below a wrong parent have moved also where they differ otherwise;
  ///   a patch writes them anew.
  func aligned(isReport: Bool = false) -> AlignedModel {
    let root = align(line: 0, position: 0)
    var moves = MoveSearch(matcher, isReport ? WrongParents(self) : nil)
    moves.run(root)
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

  private func alignChildren(line: Int, position: Int) -> [AlignedModel] {
    let spec = lines[line]
    let models = columns.candidates(of: position, spec.completeness)
    let isOrdered = spec.mode.order == .ordered
    let given = matcher.given(line: line, position: position)

    var aligned: [AlignedModel] = []
    var taken: Set<Int> = []
    var lacking: [(line: Int, count: Int)] = []
    for child in spec.children {
      let own = given[child] ?? []
      taken.formUnion(own)
      aligned += own.map { AlignedModel(.matched, line: child, position: $0) }
      let lack = lines[child].count.least - own.count
      if lack > 0 { lacking.append((child, lack)) }
    }
    var rest = models.filter { !taken.contains($0) }
    if isOrdered { aligned += takeOutOfOrder(&lacking, &rest) }
    aligned += pair(&lacking, &rest, isDeep: spec.completeness == .deep)
    aligned += lacking.map { AlignedModel(.missing($0.count), line: $0.line, position: nil) }
    if spec.completeness == .exact {
      let full = spec.children.filter { child in
        given[child].map { $0.count } == lines[child].count.most
      }
      let different = different(full)
      let near = isOrdered ? besideOwn(of: Set(full), models, Set(rest), given) : [:]
      aligned += rest.map { model in
        let line =
          isOrdered
          ? near[model] : different.first { matcher.isMatch(line: $0, position: model) }
        return AlignedModel(
          .extra(line.map { .beyondCount(line: $0) } ?? .unknown), line: nil, position: model)
      }
    }
    if spec.completeness != .exact {
      // Others are allowed, but none that a line limits the number of.
      let limited = different(spec.children.filter { lines[$0].isLimited })
      for model in rest where !limited.isEmpty {
        let line = limited.first { matcher.isMatch(line: $0, position: model) }
        guard let line else { continue }
        aligned.append(
          AlignedModel(.extra(.beyondCount(line: line)), line: nil, position: model))
      }
    }
    return inOrder(aligned, spec)
  }

  /// The first of the lines that ask for the same.
  private func different(_ children: [Int]) -> [Int] {
    var seen: Set<Int32> = []
    return children.filter { seen.insert(matcher.bound.lineClasses[$0]).inserted }
  }

  /// Models that lines ask for, and that have another place among their siblings.
  private func takeOutOfOrder(
    _ lacking: inout [(line: Int, count: Int)], _ rest: inout [Int]
  ) -> [AlignedModel] {
    var found: [AlignedModel] = []
    let models = ModelsByName(rest, matcher.bound)
    for place in lacking.indices {
      let line = lacking[place].line
      models.take(lacking[place].count, for: line) { matcher.isMatch(line: line, position: $0) }
        .forEach { model in
          found.append(AlignedModel(.outOfOrder, line: line, position: model))
          lacking[place].count -= 1
        }
    }
    rest = models.rest
    lacking.removeAll { $0.count == 0 }
    return found
  }

  /// In order, a line that has all it may have would take a further model only beside its own: by
  /// the model, that line.
  private func besideOwn(
    of full: Set<Int>, _ models: [Int], _ rest: Set<Int>, _ given: [Int: [Int]]
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
  private func pair(
    _ lacking: inout [(line: Int, count: Int)], _ rest: inout [Int], isDeep: Bool
  ) -> [AlignedModel] {
    var pairs: [(line: Int, model: Int)] = []
    let isMany = lacking.count * rest.count > Self.pairLimit
    for (line, position) in isMany || isDeep ? likely(lacking, rest) : best(lacking, rest) {
      pairs.append((line, position))
    }
    let paired = Set(pairs.map(\.model))
    rest.removeAll { paired.contains($0) }
    var counts: [Int: Int] = [:]
    for pair in pairs { counts[pair.line, default: 0] += 1 }
    for place in lacking.indices { lacking[place].count -= counts[lacking[place].line] ?? 0 }
    lacking.removeAll { $0.count == 0 }
    return pairs.map { align(line: $0.line, position: $0.model) }
  }

  /// By name, in order.
  private func likely(
    _ lacking: [(line: Int, count: Int)], _ rest: [Int]
  ) -> [(line: Int, model: Int)] {
    var byType: [Symbol: [Int]] = [:]
    for model in rest.reversed() {
      byType[columns.nodes.fixed[model].type, default: []].append(model)
    }
    var pairs: [(line: Int, model: Int)] = []
    var comparisons = 0
    for (line, count) in lacking {
      let name = matcher.bound.lines[line].name
      for _ in 0..<min(count, rest.count) {
        var type: Symbol?
        if case .symbol(let symbol) = name {
          type = symbol
        } else if comparisons < Self.patternLimit {
          comparisons += byType.count
          Steps.note(byType.count)
          // The first in the tree, so that the same input gives the same answer.
          type = byType.keys.filter { matcher.bound.fits(name, $0) }
            .min { (byType[$0]?.last ?? 0) < (byType[$1]?.last ?? 0) }
        }
        guard let type, let model = byType[type]?.popLast() else { break }
        if byType[type]?.isEmpty == true { byType[type] = nil }
        pairs.append((line, model))
      }
    }
    return pairs
  }

  /// By likeness.
  private func best(
    _ lacking: [(line: Int, count: Int)], _ rest: [Int]
  ) -> [(line: Int, model: Int)] {
    var candidates: [(likeness: Int, line: Int, model: Int)] = []
    for (line, _) in lacking {
      Steps.note(rest.count)
      for model in rest {
        let likeness = Likeness(matcher).of(line: line, position: model)
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
