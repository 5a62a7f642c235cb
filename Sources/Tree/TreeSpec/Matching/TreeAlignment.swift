import TextIO
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
    /// The line's model is at another place.
    case movedAway(to: Int)
    /// The model's line is at another place.
    case movedHere(line: Int)
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
  private var bound: BoundSpec { matcher.bound }
  private var columns: Columns { matcher.bound.columns }
  let root: AlignedModel
  /// By line: whether it, or a line below it, names its models for other lines.
  private let namesModels: [Bool]

  init(_ matcher: TreeMatcher) {
    self.matcher = matcher
    let lines = matcher.bound.spec.lines
    var namesModels = lines.map { $0.capture != nil }
    for index in lines.indices.reversed() where namesModels[index] {
      if let parent = lines[index].parent { namesModels[parent] = true }
    }
    self.namesModels = namesModels
    root = AlignedModel(matcher.fits(0, 0) ? .matched : .differs, line: 0, position: 0)
    align(root)
    var moves = MoveSearch(matcher, root)
    moves.search()
  }

  /// Aligns what is below a model and its line, if they don't fit or name models.
  private func align(_ model: AlignedModel) {
    guard let line = model.line, let position = model.position,
      model.state == .differs || namesModels[line]
    else { return }
    model.differences = bound.differences(line: line, position: position)
    let siblings = matcher.siblings(line, position)
    var claims = matcher.bestClaims(siblings)
    pairRest(siblings, &claims)
    model.children = children(siblings, claims)
  }

  /// Pairs lines that lack a model with models that no line takes: in order, those that fit and are out of
  /// their place, otherwise those of the line's name; then those that fit but for their names.
  private func pairRest(_ siblings: Siblings, _ claims: inout Claims) {
    if siblings.isOrdered {
      pair(siblings, &claims) { matcher.fits($0, $1) }
    } else {
      pair(siblings, &claims) { line, position in
        matcher.matchesName(line, position) && matcher.matchesLabel(line, position)
          && !matcher.fits(line, position)
      }
      pair(siblings, &claims) { matcher.matchesName($0, $1) && !matcher.fits($0, $1) }
    }
    let extra = claims.extra.map { siblings.models[$0] }
    pair(siblings, &claims) { line, position in
      !bound.spec.lines[line].children.isEmpty && extra.contains(position)
        && matcher.childrenFit(line, position)
    }
  }

  private func pair(
    _ siblings: Siblings, _ claims: inout Claims, where isPair: (Int, Int) -> Bool
  ) {
    let lacking = siblings.lines.indices.filter { claims.missing[$0] > 0 }
    if lacking.isEmpty { return }
    var free = siblings.models.indices.filter { claims.lineOfModel[$0] == nil }
    if lacking.count * free.count > Self.pairLimit { return }
    for place in lacking {
      while claims.missing[place] > 0,
        let index = free.firstIndex(where: {
          isPair(siblings.lines[place].index, siblings.models[$0])
        })
      {
        let model = free.remove(at: index)
        claims.lineOfModel[model] = place
        claims.missing[place] -= 1
        claims.extra.remove(model)
        claims.differing.insert(model)
      }
    }
  }

  /// The most pairs of lines and models that are tried. Of more, most have nothing to do with each other.
  private static let pairLimit = 1_000_000

  private func children(_ siblings: Siblings, _ claims: Claims) -> [AlignedModel] {
    var children: [AlignedModel] = []
    /// By line: the place after its last model.
    var ends = Array(repeating: 0, count: siblings.lines.count)
    for (place, position) in siblings.models.enumerated() {
      let child = AlignedModel(.matched, line: nil, position: position)
      if let own = claims.lineOfModel[place] {
        child.line = siblings.lines[own].index
        if claims.differing.contains(place) {
          let fits = matcher.fits(siblings.lines[own].index, position)
          child.state = fits ? .outOfOrder : .differs
        }
        align(child)
      } else if claims.extra.contains(place) {
        let full = siblings.lines.first { $0.most != nil && matcher.fits($0.index, position) }
        child.state = .extra(full: full?.index)
      } else {
        child.state = .other
      }
      children.append(child)
      if let own = claims.lineOfModel[place] { ends[own] = children.count }
    }
    var added = 0
    var end = 0
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

// The models that lines name for others.
extension TreeAlignment {
  /// By name: the models of the line, ascending. What is elsewhere is for the shape's finding to tell.
  func captures() -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    func visit(_ model: AlignedModel) {
      if case .movedAway = model.state { return }
      if let position = model.position,
        let name = model.line.flatMap({ bound.spec.lines[$0].capture })
      {
        found[name, default: []].append(position)
      }
      for child in model.children { visit(child) }
    }
    visit(root)
    return found.mapValues { $0.sorted() }
  }
}
