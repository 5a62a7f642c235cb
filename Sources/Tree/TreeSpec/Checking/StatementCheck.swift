import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the lines of a spec that are about the tree, its shape aside.
final class StatementCheck {
  let snapshot: Snapshot
  let traits: ModelTraits
  let routes: RouteWriter
  private let spec: Spec
  private let captures: [String: [Int]]
  private lazy var paths = NodePaths(snapshot)
  private var suggestions = 0

  /// The number of models to list.
  private static let shownModels = 5

  /// - Parameter captures: the models that lines of the tree name.
  init(_ spec: Spec, _ snapshot: Snapshot, _ traits: ModelTraits, _ captures: [String: [Int]]) {
    self.spec = spec
    self.snapshot = snapshot
    self.traits = traits
    self.captures = captures
    routes = RouteWriter(snapshot, traits)
  }

  /// Checks a line; sets what is wrong with it.
  func check(_ statement: Statement, _ finding: inout Finding) throws(LineProblem) {
    switch statement.claim {
    case .route(let claim) where claim.limit == nil:
      try RouteCheck(claim, self).check(&finding, spec.text[statement.line - 1])
    case .absent(let models): try checkAbsent(models, &finding)
    case .present(let place): _ = try models(at: [place])
    case .limits(let limits):
      let broken = limits.compactMap { limit -> SafeText? in
        let (size, place) = size(limit.measure)
        if limit.range.contains(size) { return nil }
        return "\(limit.measure.rawValue) is \(size)" + (place.map { ", at \(name($0))" } ?? "")
      }
      finding.fail(broken.joined(separator: "; "))
    case .route, .never: break
    }
  }

  private func checkAbsent(_ absent: Listed<Place>, _ finding: inout Finding) throws(LineProblem) {
    let place = absent.names[0]
    guard let selector = place.selector else { return }
    // A name that the tree doesn't know would always be absent.
    if let unknown = selector.unknownName(in: snapshot) {
      throw LineProblem(
        place.span, "this tree knows no '\(unknown.name)', which '[\(unknown.test)=…]' asks for")
    }
    let excepted = exceptions(of: absent)
    let found = routes.index.matches(of: selector).filter { !excepted.holds($0) }
    if found.isEmpty { return }
    finding.fail(
      "\(found.count == 1 ? "1 model matches" : "\(found.count) models match") '\(place.text)'")
    finding.details = found.prefix(Self.shownModels).map(name)
    let more = found.count - Self.shownModels
    if more > 0 { finding.details.append("and \(more) more") }
  }

  /// The size of the tree, and the model where it is taken. Costs a pass over the tree.
  private func size(_ measure: SizeLimit.Measure) -> (size: Int, place: Int?) {
    let columns = snapshot.columns
    let sizes: [Int]
    switch measure {
    case .nodes: return (snapshot.count, nil)
    case .sessions: return (columns.nodes.fixed.count { $0.isSession }, nil)
    case .depth: sizes = snapshot.depths
    case .children: sizes = snapshot.positions.map { columns.children(of: $0).count }
    }
    let most = sizes.max() ?? 0
    return (most, sizes.firstIndex(of: most))
  }

  // MARK: Models

  /// The name that tells a model from others.
  func name(_ model: Int) -> SafeText { paths.labeledPath(of: model) }

  /// The models that several places name, ascending.
  ///
  /// - Parameter isSubject: whether a line is about them.
  func models(at places: [Place], isSubject: Bool = false) throws(LineProblem) -> [Int] {
    var all: Set<Int> = []
    for place in places { all.formUnion(try models(at: place, isSubject)) }
    return all.sorted()
  }

  private func models(at place: Place, _ isSubject: Bool) throws(LineProblem) -> [Int] {
    guard let selector = place.selector else {
      if let found = captures[place.text] { return found }
      let line = spec.captures[place.text].map { spec.lines[$0].number } ?? 0
      throw LineProblem(
        place.span, "'\(place.text)' names no model of this tree (line \(line))",
        isSubject: isSubject, isModels: true)
    }
    let found = routes.index.matches(of: selector)
    if !found.isEmpty { return found }
    suggestions += 1
    let near =
      suggestions <= NearNames.limitOfSuggestions ? selector.suggestion(in: snapshot) : nil
    throw LineProblem(
      place.span,
      "no model of this tree matches '\(place.text)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""),
      isSubject: isSubject, isModels: true)
  }

  /// The models that a line excepts, which may be none, ascending.
  func exceptions(of models: Listed<Place>) -> [Int] {
    Set(models.except.flatMap { (try? self.models(at: [$0])) ?? [] }).sorted()
  }

  /// The models that raise a line's messages or ask for its service.
  func raisers(_ models: Listed<Place>) throws(LineProblem) -> [Int] {
    let excepted = exceptions(of: models)
    let rest = try self.models(at: models.names, isSubject: true).filter { !excepted.holds($0) }
    if !rest.isEmpty { return rest }
    let place = models.names[0]
    throw LineProblem(
      place.span, "no model is left of '\(place.text)'", isSubject: true, isModels: true)
  }
}

extension Snapshot {
  /// By model: how many are above it. Costs a pass over the tree.
  var depths: [Int] {
    columns.parents.reduce(into: []) { depths, parent in
      depths.append(parent < 0 ? 0 : depths[Int(parent)] + 1)
    }
  }
}
