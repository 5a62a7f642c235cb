import TextIO
import TreeAnalysis
import TreeSnapshot

/// Decides which models fit lines with everything below them.
final class TreeMatcher {
  let comparison: ModelComparison
  let spec: Spec
  let columns: Columns
  let alike: [UInt64]
  /// By line: whether models fit it, by what they are alike in.
  private var known: [[UInt64: Bool]]

  init(_ spec: Spec, _ snapshot: Snapshot) {
    comparison = ModelComparison(spec, snapshot)
    self.spec = spec
    columns = snapshot.columns
    alike = snapshot.alikeModels
    known = Array(repeating: [:], count: spec.lines.count)
  }

  /// Whether a model fits a line, with everything below it.
  func fits(_ line: Int, _ position: Int) -> Bool {
    guard comparison.matchesNames(line, position) else { return false }
    if let isFit = known[line][alike[position]] { return isFit }
    let isFit = comparison.differences(line, position).isEmpty && childrenFit(line, position)
    known[line][alike[position]] = isFit
    return isFit
  }

  /// Whether the models below a model fit the lines below a line.
  func childrenFit(_ line: Int, _ position: Int) -> Bool {
    let siblings = Siblings(line, position, self)
    if siblings.isOrdered { return siblings.claimsInOrder() != nil }
    return siblings.isComplete(UnorderedSearch(siblings).claims)
  }
}

/// Which line takes which model, by indices of lines and positions of models.
struct Claims {
  /// By line: its models.
  var taken: [Int: [Int]] = [:]
  /// The models that no line takes and that must not be there.
  var extra: Set<Int> = []
  /// The models that fit their lines, but not in this order.
  var outOfOrder: Set<Int> = []

  /// By model: its line.
  var lines: [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: taken.flatMap { line, models in models.map { ($0, line) } })
  }
}

/// The lines below a line, and the models below a model.
struct Siblings {
  private let matcher: TreeMatcher
  /// The indices of the lines, and the positions of the models, in order.
  let lines: [Int]
  let models: [Int]
  /// Whether the models are in the order of the lines.
  let isOrdered: Bool
  /// Whether there may be models that no line takes.
  private let isOpen: Bool
  /// By what they ask for: the lines.
  private var named: [Named: [Int]] = [:]

  private struct Named: Hashable {
    var type: Symbol
    /// Nil for a line that names none.
    var label: Symbol?
    var message: MessageKey?
  }

  init(_ line: Int, _ position: Int, _ matcher: TreeMatcher) {
    let own = matcher.spec.lines[line]
    self.matcher = matcher
    lines = own.children
    models = matcher.columns.children(of: position)
    (isOrdered, isOpen) = (own.isOrdered, own.isOpen)
    // Lines name types, and many a label or a message, so that few lines can fit a model.
    for line in lines {
      let name = matcher.spec.lines[line].label?.literal
      let label = name.map { matcher.columns.symbols.find($0) ?? .none }
      let message = matcher.comparison.firstMessage(line)
      for type in matcher.comparison.types[line] {
        named[Named(type: type, label: label, message: message), default: []].append(line)
      }
    }
  }

  /// A number that models share which fit the same lines.
  func likeness(_ model: Int) -> UInt64 { matcher.alike[model] }

  /// The number of models that a line asks for.
  func count(_ line: Int) -> TreeLine.Count { matcher.spec.lines[line].count }

  /// The lines that a model fits.
  func lines(for model: Int) -> [Int] {
    let nodes = matcher.columns.nodes
    let fields = nodes.fixed[model]
    let messages = nodes.subscriptions(of: model) + nodes.raises(of: model)
    let candidates = ([nil] + Set(messages.map { MessageKey($0) })).flatMap { message in
      [nil, fields.label].flatMap { label in
        named[Named(type: fields.type, label: label, message: message)] ?? []
      }
    }
    return candidates.sorted().filter { matcher.fits($0, model) }
  }

  /// Whether a model may be there without a line. A limit that is written holds even among others.
  func isOther(_ model: Int) -> Bool {
    isOpen && !lines(for: model).contains { matcher.spec.lines[$0].isLimited }
  }

  /// The number of models that a line lacks.
  func lack(_ line: Int, _ claims: Claims) -> Int {
    max(0, count(line).least - (claims.taken[line]?.count ?? 0))
  }

  /// Whether every line has its models, and every model that needs one its line.
  func isComplete(_ claims: Claims) -> Bool {
    claims.extra.isEmpty && lines.allSatisfy { lack($0, claims) == 0 }
  }

  /// The claims that explain best what fits and what doesn't.
  var bestClaims: Claims {
    if isOrdered, let claims = claimsInOrder() { return claims }
    let claims = UnorderedSearch(self).claims
    return isOrdered ? inOrder(claims) : claims
  }

  // MARK: In order

  /// What lines have taken so far.
  private struct State: Hashable {
    /// The place of the next line, and how many models it has.
    var line = 0
    var count = 0
    /// The place of the next model.
    var model = 0
  }

  /// Gives each line the models that it needs, in the order of the lines; nil if that isn't possible.
  func claimsInOrder() -> Claims? {
    /// By state: the one before it, and whether its line took its model.
    var origins: [State: (state: State, isTaken: Bool)] = [:]
    var open = [State()]
    func add(_ state: State, after origin: State, taking isTaken: Bool = false) {
      if origins[state] != nil { return }
      origins[state] = (origin, isTaken)
      open.append(state)
    }
    while var state = open.popLast() {
      if state.line == lines.count, state.model == models.count {
        var claims = Claims()
        while let origin = origins[state] {
          state = origin.state
          if !origin.isTaken { continue }
          claims.taken[lines[state.line], default: []].append(models[state.model])
        }
        return claims
      }
      // The best step is added last, and tried first.
      var next = state
      next.model += 1
      if state.model < models.count, isOpen, isOther(models[state.model]) {
        add(next, after: state)
      }
      guard state.line < lines.count else { continue }
      let (line, count) = (lines[state.line], count(lines[state.line]))
      if state.count >= count.least {
        add(State(line: state.line + 1, model: state.model), after: state)
      }
      if state.model < models.count, state.count < count.most ?? .max,
        matcher.fits(line, models[state.model])
      {
        // Without a limit, only whether there are enough matters.
        if count.most != nil || state.count < count.least { next.count += 1 }
        add(next, after: state, taking: true)
      }
    }
    return nil
  }

  /// Notes the models that are out of the order of their lines: the others are as many as possible.
  private func inOrder(_ claims: Claims) -> Claims {
    let lines = claims.lines
    let taken = models.filter { lines[$0] != nil }
    // Of one line, the models are in their own order.
    let places = taken.enumerated().map { (lines[$1] ?? 0) * taken.count + $0 }
    var result = claims
    result.outOfOrder = Set(taken).subtracting(places.longestRise.map { taken[$0] })
    return result
  }
}
