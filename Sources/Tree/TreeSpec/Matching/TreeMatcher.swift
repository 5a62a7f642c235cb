import TextIO
import TreeAnalysis
import TreeSnapshot

/// Decides which models fit lines with everything below them, and which line takes which model.
final class TreeMatcher {
  let comparison: ModelComparison
  let spec: Spec
  let columns: Columns
  let alike: [UInt64]
  /// By line: lines that ask for the same have the same number.
  let lineClasses: [Int]
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var line: Int
    var model: UInt64
  }

  /// What two lines that ask for the same have in common.
  private struct LineClass: Hashable {
    var text: String
    var isOpen: Bool
    var children: [Int]
  }

  init(_ spec: Spec, _ snapshot: Snapshot) {
    comparison = ModelComparison(spec, snapshot)
    self.spec = spec
    columns = snapshot.columns
    alike = snapshot.alikeModels
    var known: [LineClass: Int] = [:]
    var classes = Array(repeating: 0, count: spec.lines.count)
    // Children follow their parents.
    for (index, line) in spec.lines.enumerated().reversed() {
      let key = LineClass(
        text: line.text, isOpen: line.opening != nil, children: line.children.map { classes[$0] })
      classes[index] = known[key, default: known.count]
      known[key] = classes[index]
    }
    lineClasses = classes
  }

  /// Whether a model fits a line, with everything below it.
  func fits(_ line: Int, _ position: Int) -> Bool {
    guard comparison.matchesName(line, position) else { return false }
    let pair = Pair(line: lineClasses[line], model: alike[position])
    if let isFit = known[pair] { return isFit }
    let isFit =
      comparison.matchesLabel(line, position) && comparison.differences(line, position).isEmpty
      && childrenFit(line, position)
    known[pair] = isFit
    return isFit
  }

  /// Whether the models below a model fit the lines below a line.
  func childrenFit(_ line: Int, _ position: Int) -> Bool {
    let siblings = siblings(line, position)
    if siblings.lines.isEmpty { return siblings.allowsOthers || siblings.models.isEmpty }
    if siblings.isOrdered {
      var search = OrderedSearch(siblings, self, isExact: true)
      return search.claims() != nil
    }
    return UnorderedSearch(siblings, self).claims.isComplete
  }

  /// The lines below a line, and the models below a model.
  func siblings(_ line: Int, _ position: Int) -> Siblings {
    let own = spec.lines[line]
    return Siblings(
      lines: own.children.map { child in
        let line = spec.lines[child]
        return Siblings.Line(
          index: child, least: line.count.least, most: line.count.most,
          isLimited: line.countSpan != nil && line.count.most != nil)
      },
      models: columns.children(of: position), isOrdered: own.isOrdered,
      allowsOthers: own.opening != nil)
  }

  /// The claims that explain best why siblings don't fit.
  func bestClaims(_ siblings: Siblings) -> Claims {
    var search = OrderedSearch(siblings, self, isExact: false)
    if siblings.isOrdered, let claims = search.claims() { return claims }
    var claims = UnorderedSearch(siblings, self).claims
    if siblings.isOrdered { claims.keepOrder() }
    return claims
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
  /// The models that fit their lines, but not in this order.
  var outOfOrder: Set<Int> = []

  init(_ siblings: Siblings) {
    lineOfModel = Array(repeating: nil, count: siblings.models.count)
    missing = siblings.lines.map(\.least)
  }

  var isComplete: Bool { extra.isEmpty && missing.allSatisfy { $0 == 0 } }

  mutating func take(_ model: Int, by line: Int) {
    lineOfModel[model] = line
    missing[line] = max(0, missing[line] - 1)
  }

  /// Leaves out the fewest models that are out of the order of their lines.
  mutating func keepOrder() {
    let taken = lineOfModel.indices.filter { lineOfModel[$0] != nil }
    let places = taken.map { (lineOfModel[$0] ?? 0) * lineOfModel.count + $0 }
    let kept = Set(places.longestRise.map { taken[$0] })
    for model in taken where !kept.contains(model) {
      if let line = lineOfModel[model] { missing[line] += 1 }
      lineOfModel[model] = nil
      extra.insert(model)
    }
  }
}
