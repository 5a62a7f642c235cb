import TreeAnalysis
import TreeSnapshot

/// A place in the aligned tree: a model, a line, or both.
final class AlignedModel {
  enum State: Equatable {
    /// The model fits its line, with everything below both.
    case matched
    /// The model has a line, and it or something below it differs.
    case differs
    /// The line lacks this number of models.
    case missing(Int)
    /// No line asks for the model; with a line, that one has enough.
    case extra(full: Int?)
    /// Other models are allowed here; it has models below that moved.
    case other
    /// The model's line is at another place.
    case moved
    /// The model fits its line, and is at another place among its siblings.
    case outOfOrder
  }

  var state: State
  /// The index of the line.
  var line: Int?
  var position: Int?
  var children: [AlignedModel] = []
  /// How the model differs from its line, children aside.
  var differences: [AttributeDifference] = []

  init(_ state: State, line: Int?, position: Int?) {
    self.state = state
    self.line = line
    self.position = position
  }
}

/// Aligns a tree with the lines of a spec, from the root down, by the claims that decide whether it fits.
struct TreeAlignment {
  private let matcher: TreeMatcher
  let root: AlignedModel

  init(_ matcher: TreeMatcher) {
    self.matcher = matcher
    root = AlignedModel(matcher.fits(0, 0) ? .matched : .differs, line: 0, position: 0)
    align(root)
    var moves = MoveSearch(matcher)
    moves.search(root)
  }

  /// By the name of a capture: the models of its line, ascending. What is elsewhere is for the shape's
  /// finding to tell.
  func captures() -> [String: [Int]] {
    var models: [Int: [Int]] = [:]
    func visit(_ model: AlignedModel) {
      if model.state == .moved { return }
      if let position = model.position, let line = model.line {
        models[line, default: []].append(position)
      }
      for child in model.children { visit(child) }
    }
    visit(root)
    return matcher.spec.captures.compactMapValues { models[$0]?.sorted() }
  }

  /// Aligns what is below a model and its line, if they don't fit or lines name models for others.
  private func align(_ model: AlignedModel) {
    guard let line = model.line, let position = model.position,
      model.state == .differs || !matcher.spec.captures.isEmpty
    else { return }
    model.differences = matcher.comparison.differences(line, position)
    let siblings = matcher.siblings(line, position)
    var claims = matcher.bestClaims(siblings)
    pairRest(siblings, &claims)
    model.children = children(siblings, claims)
  }

  /// Pairs lines that lack a model with models that no line takes: in order, those that fit and are out of
  /// their place, otherwise those of the line's name; then those that fit but for their names.
  private func pairRest(_ siblings: Siblings, _ claims: inout Claims) {
    let comparison = matcher.comparison
    if siblings.isOrdered {
      claims.outOfOrder = pair(siblings, &claims) { matcher.fits($0, $1) }
    } else {
      pair(siblings, &claims) {
        comparison.matchesName($0, $1) && comparison.matchesLabel($0, $1) && !matcher.fits($0, $1)
      }
      pair(siblings, &claims) { comparison.matchesName($0, $1) && !matcher.fits($0, $1) }
    }
    let extra = Set(claims.extra.map { siblings.models[$0] })
    pair(siblings, &claims) { line, position in
      !matcher.spec.lines[line].children.isEmpty && extra.contains(position)
        && matcher.childrenFit(line, position)
    }
  }

  /// Returns the models that got a line.
  @discardableResult private func pair(
    _ siblings: Siblings, _ claims: inout Claims, where isPair: (Int, Int) -> Bool
  ) -> Set<Int> {
    let lacking = siblings.lines.indices.filter { claims.missing[$0] > 0 }
    var paired: Set<Int> = []
    if lacking.isEmpty { return paired }
    var free = siblings.models.indices.filter { claims.lineOfModel[$0] == nil }
    if lacking.count * free.count > Self.pairLimit { return paired }
    for place in lacking {
      while claims.missing[place] > 0,
        let index = free.firstIndex(where: {
          isPair(siblings.lines[place].index, siblings.models[$0])
        })
      {
        let model = free.remove(at: index)
        claims.take(model, by: place)
        claims.extra.remove(model)
        paired.insert(model)
      }
    }
    return paired
  }

  /// The most pairs of lines and models that are tried. Of more, most have nothing to do with each other.
  private static let pairLimit = 1_000_000

  private func children(_ siblings: Siblings, _ claims: Claims) -> [AlignedModel] {
    var children: [AlignedModel] = []
    /// By line: the place after its last model.
    var ends = Array(repeating: 0, count: siblings.lines.count)
    for (place, position) in siblings.models.enumerated() {
      let child = AlignedModel(.other, line: nil, position: position)
      children.append(child)
      if let own = claims.lineOfModel[place] {
        let line = siblings.lines[own].index
        child.line = line
        child.state =
          claims.outOfOrder.contains(place)
          ? .outOfOrder : matcher.fits(line, position) ? .matched : .differs
        align(child)
        ends[own] = children.count
      } else if claims.extra.contains(place) {
        let full = siblings.lines.first { $0.most != nil && matcher.fits($0.index, position) }
        child.state = .extra(full: full?.index)
      }
    }
    var (added, end) = (0, 0)
    for (place, line) in siblings.lines.enumerated() {
      end = max(end, ends[place])
      if claims.missing[place] == 0 { continue }
      let child = AlignedModel(.missing(claims.missing[place]), line: line.index, position: nil)
      children.insert(child, at: end + added)
      added += 1
    }
    return children
  }
}
