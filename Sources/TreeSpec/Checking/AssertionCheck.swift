import TreeAnalysis
import TreeSnapshot

/// Checks a tree against what a spec says besides its shape.
final class AssertionCheck {
  let bound: BoundSpec
  var snapshot: Snapshot { bound.snapshot }
  private let captures: [String: [Int]]

  // Each is made when it is first needed.
  private lazy var index = SelectorIndex(snapshot)
  private(set) lazy var messages = MessageIndex(snapshot)
  private lazy var measures = TreeMeasures(snapshot)
  private(set) lazy var sessions = SessionScopes(snapshot)

  init(_ bound: BoundSpec, _ captures: [String: [Int]]) {
    self.bound = bound
    self.captures = captures
  }

  /// What is wrong; nil where nothing is.
  ///
  /// - Throws: `LineProblem` where it names what is not there.
  func finding(of assertion: SpecAssertion) throws(LineProblem) -> Finding? {
    switch assertion.claim {
    case .absent(let place): try presence(of: place)
    case .limits(let limits): broken(limits)
    case .route(let claim): try RouteCheck(self, claim).finding().map { .routes($0) }
    case .service(let claim): try ServiceCheck(self, claim).finding().map { .service($0) }
    }
  }

  private func presence(of place: SpecPlace) throws(LineProblem) -> Finding? {
    guard case .selector(let selector) = place.subject else { return nil }
    // What the tree does not know is always absent.
    if let unknown = selector.unknownName(in: snapshot) {
      throw LineProblem(place.span, .unknownTest(name: unknown.name, test: unknown.test))
    }
    let found = index.matches(of: selector)
    return found.isEmpty ? nil : .present(found, selector: place.text)
  }

  private func broken(_ limits: [SpecLimit]) -> Finding? {
    let broken = limits.compactMap { limit -> Finding.Measured? in
      let value = measures[limit.measure]
      if limit.comparison.holds(value, limit.limit) { return nil }
      return Finding.Measured(
        measure: limit.measure, value: value, place: measures.place(of: limit.measure))
    }
    return broken.isEmpty ? nil : .limits(broken)
  }

  // MARK: Models

  /// The models that a place names, ascending.
  ///
  /// - Returns: nil where it names every model.
  /// - Throws: `LineProblem` where it names none and must name some.
  func models(at place: SpecPlace) throws(LineProblem) -> [Int]? {
    switch place.subject {
    case .selector(let selector):
      if selector.isEverything { return nil }
      let found = index.matches(of: selector)
      if !found.isEmpty { return found }
      throw LineProblem(
        place.span,
        .unmatchedSelector(place.text, suggestion: selector.suggestion(in: snapshot)))
    case .capture(let name, let isOptional):
      if let found = captures[name] { return found }
      if isOptional { return [] }
      throw LineProblem(
        place.span, .unsetCapture(name, line: bound.spec.captures[name] ?? 0))
    }
  }

  /// The models that several places name.
  func models(at places: [SpecPlace]) throws(LineProblem) -> Set<Int> {
    var all: Set<Int> = []
    for place in places { all.formUnion(try models(at: place) ?? Array(snapshot.positions)) }
    return all
  }
}
