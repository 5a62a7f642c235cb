import TreeAnalysis
import TreeSnapshot

/// What is wrong with one assertion.
struct AssertionFailure {
  var problem: String
  var details: [String] = []
  var routes: [Route] = []
}

/// Holds a tree to what a spec says beside its shape.
final class AssertionCheck {
  let bound: BoundSpec
  var snapshot: Snapshot { bound.snapshot }
  private let captures: [String: [Int]]

  /// Each is made when it is first asked for.
  private lazy var index = SelectorIndex(snapshot)
  private(set) lazy var messages = MessageIndex(snapshot)
  private(set) lazy var paths = NodePaths(snapshot)
  private lazy var measures = TreeMeasures(snapshot)
  private(set) lazy var sessions = SessionScopes(snapshot)

  /// How many models a failure lists.
  private static let shown = 5

  init(_ bound: BoundSpec, _ captures: [String: [Int]]) {
    self.bound = bound
    self.captures = captures
  }

  /// What is wrong; nil where nothing is.
  ///
  /// - Throws: `LineProblem` where it names what is not there.
  func failure(of assertion: SpecAssertion) throws(LineProblem) -> AssertionFailure? {
    switch assertion.claim {
    case .absent(let place): try absentFailure(place)
    case .limits(let limits): limitFailure(limits)
    case .route(let claim): try RouteCheck(self, claim).failure()
    case .service(let claim): try ServiceCheck(self, claim).failure()
    }
  }

  private func absentFailure(_ place: SpecPlace) throws(LineProblem) -> AssertionFailure? {
    guard case .selector(let selector) = place.subject else { return nil }
    // What the tree does not know is always absent.
    if let unknown = selector.unknownName(in: snapshot) {
      throw LineProblem(
        span: place.span,
        message: "this tree knows no '\(unknown.name)', for which "
          + "'[\(unknown.test)=…]' asks")
    }
    let found = index.matches(of: selector)
    if found.isEmpty { return nil }
    return AssertionFailure(
      problem: found.count == 1
        ? "1 model matches '\(place.text)'" : "\(found.count) models match '\(place.text)'",
      details: list(found))
  }

  private func limitFailure(_ limits: [SpecLimit]) -> AssertionFailure? {
    let broken = limits.compactMap { limit -> String? in
      let value = measures[limit.measure]
      if limit.comparison.holds(value, limit.limit) { return nil }
      let more = measures.place(of: limit.measure).map { ", at \(paths.shortPath(of: $0))" } ?? ""
      return "\(limit.measure.rawValue) is \(value)\(more)"
    }
    return broken.isEmpty ? nil : AssertionFailure(problem: broken.joined(separator: "; "))
  }

  /// The paths of some models, the first few.
  func list(_ models: [Int]) -> [String] {
    models.prefix(Self.shown).map { paths.shortPath(of: $0) }
      + (models.count > Self.shown ? ["and \(models.count - Self.shown) more"] : [])
  }

  // MARK: Models

  /// The models that a place means, ascending.
  ///
  /// - Returns: nil where it means every model.
  /// - Throws: `LineProblem` where it means none and must mean some.
  func models(at place: SpecPlace) throws(LineProblem) -> [Int]? {
    switch place.subject {
    case .selector(let selector):
      if selector.isEverything { return nil }
      let found = index.matches(of: selector)
      if !found.isEmpty { return found }
      throw LineProblem(
        span: place.span,
        message: "no model of this tree matches '\(place.text)'"
          + (selector.suggestion(in: snapshot).map { "; did you mean '\($0)'?" } ?? ""))
    case .capture(let name, let isOptional):
      if let found = captures[name] { return found }
      if isOptional { return [] }
      throw LineProblem(
        span: place.span,
        message: "'$\(name)' stands for no model of this tree "
          + "(line \(bound.spec.captures[name] ?? 0)); write '$\(name)?' where it need not be there"
      )
    }
  }

  /// The models that several places mean.
  func models(at places: [SpecPlace]) throws(LineProblem) -> Set<Int> {
    var all: Set<Int> = []
    for place in places { all.formUnion(try models(at: place) ?? Array(snapshot.positions)) }
    return all
  }
}

/// How large a tree is.
private struct TreeMeasures {
  private var depth = (value: 0, place: 0)
  private var children = (value: 0, place: 0)
  private let nodes: Int
  private let sessions: Int

  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    nodes = snapshot.count
    sessions = columns.fixed.count { $0.isSession }
    var depths = [Int32](repeating: 0, count: snapshot.count)
    var childCounts = [Int32](repeating: 0, count: snapshot.count)
    for position in snapshot.positions.dropFirst() {
      let parent = Int(columns.parents[position])
      depths[position] = depths[parent] + 1
      childCounts[parent] += 1
      if Int(depths[position]) > depth.value { depth = (Int(depths[position]), position) }
    }
    for (position, count) in childCounts.enumerated() where Int(count) > children.value {
      children = (Int(count), position)
    }
  }

  subscript(measure: SpecLimit.Measure) -> Int {
    switch measure {
    case .depth: depth.value
    case .nodes: nodes
    case .children: children.value
    case .sessions: sessions
    }
  }

  /// Where a measure is taken; nil where it is of the whole tree.
  func place(of measure: SpecLimit.Measure) -> Int? {
    switch measure {
    case .depth: depth.place
    case .children: children.place
    case .nodes, .sessions: nil
    }
  }
}
