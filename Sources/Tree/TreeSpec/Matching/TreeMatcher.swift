import TreeAnalysis
import TreeSnapshot

/// Claims a tree's models for the lines of a spec: whether a model is what a line asks for, and
/// which models below it belong to the lines below.
///
/// It recurses for each level of the spec, of which there are at most `Spec.nestingLimit`. Results
/// for lines with lines below them are cached.
final class TreeMatcher {
  let bound: BoundSpec

  /// By line and model, for lines with lines below them.
  private var answers: [UInt64: Bool] = [:]
  /// By line below a `deep` one: all matching models, in document order.
  private var fitting: [Int: [Int]] = [:]
  private lazy var modelsByType = ModelsByType(columns)
  var columns: Columns { bound.columns }
  var lines: [SpecLine] { bound.spec.lines }

  init(_ bound: BoundSpec) { self.bound = bound }

  /// Whether a model and everything below it match a line and the lines below it.
  func isMatch(line: Int, position: Int) -> Bool {
    bound.fits(bound.lines[line].name, columns.nodes.fixed[position].type)
      && isMatch(line: line, named: position)
  }

  /// The same for a model whose name matches.
  func isMatch(line: Int, named position: Int) -> Bool {
    let spec = bound.spec.lines[line]
    if spec.children.isEmpty {
      if spec.completeness == .exact, !columns.isLeaf(position) { return false }
      return bound.isMatch(line: line, named: position)
    }
    let key = UInt64(line) << 32 | UInt64(position)
    if let answer = answers[key] { return answer }
    let answer =
      bound.isMatch(line: line, named: position)
      && claims(line: line, position: position, isWhole: false).isRight
    answers[key] = answer
    return answer
  }

  /// The lines below a line, with the models they claim below a model.
  func given(line: Int, position: Int) -> [(line: Int, models: [Int])] {
    let claims = claims(line: line, position: position, isWhole: true)
    return zip(lines[line].children, claims.given).map { (line: $0, models: $1) }
  }

  /// Claims the models below a model for the lines below a line.
  ///
  /// - Parameter isWhole: whether to claim everything, or only enough to decide whether all is
  ///   right.
  func claims(line: Int, position: Int, isWhole: Bool) -> Claims {
    let spec = lines[line]
    let models: [Int]
    if spec.completeness != .deep {
      models = columns.children(of: position)
    } else if isWhole {
      models = Set(spec.children.flatMap { fitting($0, below: position) }).sorted()
    } else {
      if spec.mode.order == .ordered, !spec.children.contains(where: { lines[$0].isLimited }) {
        return Claims(isRight: isDeepSequence(spec, below: position))
      }
      guard let few = deepModels(spec, below: position) else { return Claims(isRight: false) }
      models = few
    }
    if spec.mode.order == .ordered {
      var search = SequenceSearch(self, spec, models, isWhole: isWhole)
      return search.claims()
    }
    var search = ClaimSearch(self, spec, models, isWhole: isWhole)
    return search.claims()
  }

  /// By model: whether it must belong to one of the lines below a line.
  func required(_ models: [Int], below spec: SpecLine) -> [Bool] {
    if spec.completeness == .exact { return Array(repeating: true, count: models.count) }
    // Even if other models are allowed, none may match a line with an upper limit.
    let limited = firstMatching(spec.children.filter { lines[$0].isLimited }, models)
    return models.map { limited[$0] != nil }
  }

  /// By model: the first of some lines that it matches.
  func firstMatching(_ lines: [Int], _ models: [Int]) -> [Int: Int] {
    var first: [Int: Int] = [:]
    if lines.isEmpty { return first }
    let index = ModelsByName(models, bound)
    for line in lines {
      for place in index.candidates(for: line)
      where first[models[place]] == nil && isMatch(line: line, named: models[place]) {
        first[models[place]] = line
      }
    }
    return first
  }

  // MARK: Models at any depth

  /// All models below another that match a line.
  private func fitting(_ line: Int, below position: Int) -> ArraySlice<Int> {
    let all = fitting[line] ?? findFitting(line)
    return all.elements(in: position + 1..<Int(columns.subtreeEnds[position]))
  }

  private func findFitting(_ line: Int) -> [Int] {
    let name = bound.lines[line].name
    let named: [Int] =
      switch name {
      case .symbol(let type): type.isNone ? [] : Array(modelsByType[type])
      case .pattern:
        bound.snapshot.positions.filter { bound.fits(name, columns.nodes.fixed[$0].type) }
      }
    let found = named.filter { isMatch(line: line, named: $0) }
    fitting[line] = found
    return found
  }

  /// Enough of the models below a model to decide whether the lines get theirs; nil if they don't.
  private func deepModels(_ spec: SpecLine, below position: Int) -> [Int]? {
    let least = spec.children.reduce(0) { $0 + lines[$1].count.least }
    let most = spec.children.reduce(0 as Int?) { sum, child in
      lines[child].count.most.flatMap { most in sum.map { $0 + most } }
    }
    var models: Set<Int> = []
    for child in spec.children {
      let own = fitting(child, below: position)
      let isLimited = lines[child].isLimited
      if own.count < lines[child].count.least { return nil }
      // All models that match a line with an upper limit must be claimed.
      if isLimited, let most, own.count > most { return nil }
      // That many suffice: the other lines can't take so many that it lacks one. Not if the order
      // matters.
      let isWhole = isLimited || spec.mode.order == .ordered
      models.formUnion(isWhole ? own : own.prefix(least))
    }
    return models.sorted()
  }

  /// Whether each line finds its models after those of the previous line.
  private func isDeepSequence(_ spec: SpecLine, below position: Int) -> Bool {
    var next = position + 1
    for child in spec.children where lines[child].count.least > 0 {
      let own = fitting(child, below: position).elements(in: next..<Int.max)
      guard own.count >= lines[child].count.least else { return false }
      next = own[own.startIndex + lines[child].count.least - 1] + 1
    }
    return true
  }
}

/// The models claimed by the lines below a line.
struct Claims {
  /// By index of each of these lines: its models, in document order.
  var given: [[Int]] = []
  /// Whether each line has the models it needs, and each model that must belong to a line does.
  var isRight: Bool
}

/// Groups models by name and label, so that a line is compared only with candidates.
struct ModelsByName {
  private let bound: BoundSpec
  private var types: [Symbol] = []
  private var byType: [Symbol: [Int]] = [:]
  private var byLabel: [Symbol: [Int]] = [:]

  init(_ models: some Sequence<Int>, _ bound: BoundSpec) {
    self.bound = bound
    for (place, model) in models.enumerated() {
      let fields = bound.columns.nodes.fixed[model]
      types.append(fields.type)
      byType[fields.type, default: []].append(place)
      if !fields.label.isNone { byLabel[fields.label, default: []].append(place) }
    }
  }

  /// The indices of the models whose name a line matches.
  func named(_ line: Int) -> [Int] {
    let name = bound.lines[line].name
    if case .symbol(let type) = name { return byType[type] ?? [] }
    let types = byType.keys.filter { bound.fits(name, $0) }
    if types.count == 1 { return byType[types[0]] ?? [] }
    return types.flatMap { byType[$0] ?? [] }.sorted()
  }

  /// The indices of the models whose name a line matches, and whose label it may match.
  func candidates(for line: Int) -> [Int] {
    let own = bound.lines[line]
    guard case .symbol(let label)? = own.label else { return named(line) }
    return (byLabel[label] ?? []).filter { bound.fits(own.name, types[$0]) }
  }
}

extension Columns {
  func isLeaf(_ position: Int) -> Bool { Int(subtreeEnds[position]) == position + 1 }

  /// The candidates for the lines below a line.
  func models(below position: Int, _ completeness: ChildMode.Completeness) -> [Int] {
    completeness == .deep
      ? Array(position + 1..<Int(subtreeEnds[position])) : children(of: position)
  }
}
