import TextIO
import TreeAnalysis
import TreeSnapshot

/// Decides which models fit lines with everything below them, and which line takes which model.
final class TreeMatcher {
  let bound: BoundSpec
  private let columns: Columns
  /// By position: models that are alike with everything below them have the same number.
  private let classes: [Int32]
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var line: Int32
    var model: Int32
  }

  init(_ bound: BoundSpec) {
    self.bound = bound
    columns = bound.columns
    classes = AlikeModels(bound.columns).numbers
  }

  /// A number that alike models share.
  func number(of position: Int) -> Int32 { classes[position] }

  func matchesName(_ line: Int, _ position: Int) -> Bool {
    bound.matches(bound.lines[line].name, columns.nodes.fixed[position].type)
  }

  /// Whether a model with the line's name also has its label, if the line asks for one.
  func matchesLabel(_ line: Int, _ position: Int) -> Bool {
    bound.lines[line].label.map { bound.matches($0, columns.nodes.fixed[position].label) } ?? true
  }

  /// Whether a model fits a line, with everything below it.
  func fits(_ line: Int, _ position: Int) -> Bool {
    guard matchesName(line, position) else { return false }
    let pair = Pair(
      line: Int32(truncatingIfNeeded: bound.lines[line].number), model: classes[position])
    if let isFit = known[pair] { return isFit }
    let isFit =
      bound.differences(line: line, position: position).isEmpty && childrenFit(line, position)
    known[pair] = isFit
    return isFit
  }

  /// Whether the models below a model fit the lines below a line.
  func childrenFit(_ line: Int, _ position: Int) -> Bool {
    let siblings = siblings(line, position)
    if siblings.lines.isEmpty { return siblings.allowsOthers || siblings.models.isEmpty }
    if siblings.isOrdered { return OrderedSearch(siblings, self).claims(isExact: true) != nil }
    return UnorderedSearch(siblings, self).claims.isComplete
  }

  /// The lines below a line, and the models below a model.
  func siblings(_ line: Int, _ position: Int) -> Siblings {
    let own = bound.spec.lines[line]
    return Siblings(
      lines: own.children.map { child in
        let line = bound.spec.lines[child]
        return Siblings.Line(
          index: child, least: line.count.least, most: line.count.most,
          isLimited: line.countSpan != nil && line.count.most != nil)
      },
      models: columns.children(of: position), isOrdered: own.isOrdered,
      allowsOthers: own.opening != nil)
  }

  /// The claims that explain best why siblings don't fit.
  func bestClaims(_ siblings: Siblings) -> Claims {
    guard siblings.isOrdered else { return UnorderedSearch(siblings, self).claims }
    return OrderedSearch(siblings, self).claims(isExact: false)
      ?? UnorderedSearch(siblings, self).claims.keepingOrder()
  }
}

/// Lines with one parent, and the models that they are about.
struct Siblings {
  struct Line {
    /// The index of the line.
    var index: Int
    var least: Int
    /// Nil for any number.
    var most: Int?
    /// Whether a limit is written. If other models are allowed, none may fit a line with one.
    var isLimited: Bool
  }

  let lines: [Line]
  /// The positions of the models, in order.
  let models: [Int]
  /// Whether the models are in the order of the lines.
  let isOrdered: Bool
  /// Whether there may be models that no line takes.
  let allowsOthers: Bool
}

/// Which line takes which model. Lines and models are named by their places among the siblings.
struct Claims {
  /// By model: the line that takes it.
  var lineOfModel: [Int?]
  /// By line: how many models it lacks.
  var missing: [Int]
  /// The models that no line takes and that must not be there.
  var extra: Set<Int> = []
  /// The models that are taken although they differ from their lines.
  var differing: Set<Int> = []

  var isComplete: Bool { extra.isEmpty && differing.isEmpty && missing.allSatisfy { $0 == 0 } }

  /// The same without the fewest models that are out of the order of their lines.
  func keepingOrder() -> Claims {
    let taken = lineOfModel.indices.filter { lineOfModel[$0] != nil }
    let places = taken.map { (lineOfModel[$0] ?? 0) * lineOfModel.count + $0 }
    let kept = Set(places.longestRise.map { taken[$0] })
    var claims = self
    for (model, line) in lineOfModel.enumerated() where !kept.contains(model) {
      guard let line else { continue }
      claims.lineOfModel[model] = nil
      claims.missing[line] += 1
      claims.extra.insert(model)
    }
    return claims
  }
}
