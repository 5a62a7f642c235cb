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
    /// Other models are allowed here.
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
  /// The lines that lack a model, and the models without a line.
  private var lacking: [AlignedModel] = []
  private var free: [AlignedModel] = []
  /// By the name of a capture: the models of its line, ascending. What is elsewhere is for the shape's
  /// finding to tell.
  private(set) var captures: [String: [Int]] = [:]

  init(_ matcher: TreeMatcher) {
    self.matcher = matcher
    root = AlignedModel(matcher.fits(0, 0) ? .matched : .differs, line: 0, position: 0)
    align(root)
    if !lacking.isEmpty, !free.isEmpty { findMoved() }
  }

  /// Aligns what is below a model and its line, if they don't fit or lines name models for others.
  private mutating func align(_ model: AlignedModel) {
    guard let line = model.line, let position = model.position else { return }
    if let name = matcher.spec.lines[line].capture {
      captures[name, default: []].append(position)
    }
    if model.state != .differs, matcher.spec.captures.isEmpty { return }
    model.differences = matcher.comparison.differences(line, position)
    let siblings = Siblings(line, position, matcher)
    var claims = siblings.bestClaims
    pairRest(siblings, &claims)
    let lines = claims.lines
    /// By line: the place after its last model.
    var ends: [Int: Int] = [:]
    for position in siblings.models {
      let child = AlignedModel(.other, line: lines[position], position: position)
      model.children.append(child)
      if let line = child.line {
        child.state =
          claims.outOfOrder.contains(position)
          ? .outOfOrder : matcher.fits(line, position) ? .matched : .differs
        align(child)
        ends[line] = model.children.count
        continue
      }
      free.append(child)
      if claims.extra.contains(position) {
        child.state = .extra(
          full: siblings.lines(for: position).first { matcher.spec.lines[$0].count.most != nil })
      }
    }
    var (added, end) = (0, 0)
    for line in siblings.lines {
      end = max(end, ends[line] ?? 0)
      let lack = siblings.lack(line, claims)
      if lack == 0 { continue }
      let child = AlignedModel(.missing(lack), line: line, position: nil)
      model.children.insert(child, at: end + added)
      lacking.append(child)
      added += 1
    }
  }

  /// The most pairs of lines and models that are compared. Of more, most have nothing to do with each other.
  private static let mostPairs = 250_000

  /// Pairs lines that lack a model with models that no line takes: those of the line's name and label, then
  /// those of its name, then those that fit but for their names.
  private func pairRest(_ siblings: Siblings, _ claims: inout Claims) {
    let comparison = matcher.comparison
    let lines = claims.lines
    let lacking = siblings.lines.filter { siblings.lack($0, claims) > 0 }
    var free = siblings.models.filter { lines[$0] == nil }
    if lacking.count * free.count > Self.mostPairs { return }
    func isRenamed(_ line: Int, _ model: Int) -> Bool {
      !matcher.spec.lines[line].children.isEmpty && matcher.childrenFit(line, model)
    }
    for isPair in [comparison.matchesNames, comparison.matchesName, isRenamed] {
      for line in lacking {
        while siblings.lack(line, claims) > 0,
          let place = free.firstIndex(where: { isPair(line, $0) })
        {
          let model = free.remove(at: place)
          claims.taken[line, default: []].append(model)
          claims.extra.remove(model)
        }
      }
    }
  }

  /// Finds missing models elsewhere: among those that no line asks for, and below them. A model is moved if
  /// it fits a missing line as a whole, or has its name and label.
  private func findMoved() {
    let (columns, comparison) = (matcher.columns, matcher.comparison)
    /// The models without a line and those below them, each with the one that it is below.
    let candidates = free.flatMap { top in
      let position = top.position ?? 0
      return (position..<Int(columns.subtreeEnds[position])).map { (position: $0, top: top) }
    }
    if lacking.count * candidates.count > Self.mostPairs { return }
    /// Models that moved, with everything above and below them.
    var taken: Set<Int> = []
    for isPair in [matcher.fits, comparison.matchesNames] {
      for missing in lacking where missing.state == .missing(1) {
        guard let line = missing.line else { continue }
        let own = matcher.spec.lines[line]
        if !own.count.isOne || own.name.literal == nil { continue }
        let moved = candidates.first { !taken.contains($0.position) && isPair(line, $0.position) }
        guard let (position, top) = moved else { continue }
        var model = top
        if position != top.position {
          model = AlignedModel(.moved, line: line, position: position)
          top.children.append(model)
        }
        (model.state, model.line, missing.state) = (.moved, line, .missing(0))
        model.differences = comparison.differences(line, position)
        taken.formUnion(position..<Int(columns.subtreeEnds[position]))
        var above = Int(columns.parents[position])
        while above >= 0, taken.insert(above).inserted { above = Int(columns.parents[above]) }
      }
    }
  }
}
