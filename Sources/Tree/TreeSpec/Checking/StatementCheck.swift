import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the lines of a spec that are about the tree, its shape aside.
final class StatementCheck {
  let snapshot: Snapshot
  let spec: Spec
  let names: MessageNames
  private let captures: [String: [Int]]
  private lazy var index = SelectorIndex(snapshot)
  private(set) lazy var paths = NodePaths(snapshot)
  private(set) lazy var messages = MessageIndex(snapshot)
  private lazy var sessions = SessionScopes(snapshot)
  private(set) lazy var routes = RouteWriter(snapshot, names)
  private lazy var sizes = TreeSizes(snapshot)
  private var suggestions = 0
  private var takers: [KnownMessage: Takers] = [:]

  /// The number of models to list.
  private static let shownModels = 5

  /// - Parameter captures: the models that lines of the tree name.
  init(_ bound: BoundSpec, _ captures: [String: [Int]]) {
    spec = bound.spec
    snapshot = bound.snapshot
    names = bound.names
    self.captures = captures
  }

  /// Why a line can't be checked: something that it names doesn't exist.
  struct Unknown: Error {
    var span: Span
    var message: SafeText
    /// Whether it is the line's subject: its message, its raisers, or its service.
    var isSubject = false
    /// Whether it is models, which a difference of the tree's shape may explain.
    var isModels = false
  }

  /// Checks a line; sets what is wrong with it.
  func check(_ statement: Statement, _ finding: inout Finding) throws(Unknown) {
    switch statement.claim {
    case .route(let claim):
      try RouteCheck(context: self, claim: claim, statement: statement).check(&finding)
    case .absent(let place, let except): try checkAbsent(place, except, &finding)
    case .present(let place): _ = try models(at: place)
    case .limits(let limits): checkSizes(limits, &finding)
    case .never: break
    }
  }

  private func checkAbsent(
    _ place: Place, _ except: [Place], _ finding: inout Finding
  ) throws(Unknown) {
    guard case .selector(let selector) = place.subject else { return }
    // A name that the tree doesn't know would always be absent.
    if let unknown = selector.unknownName(in: snapshot) {
      throw Unknown(
        span: place.span,
        message: "this tree knows no '\(unknown.name)', which '[\(unknown.test)=…]' asks for")
    }
    let found = Set(index.matches(of: selector)).subtracting(exceptions(except)).sorted()
    if found.isEmpty { return }
    finding.outcome = .failed
    finding.problem =
      "\(found.count == 1 ? "1 model matches" : "\(found.count) models match") '\(place.text)'"
    finding.details = list(found)
  }

  private func checkSizes(_ limits: [SizeLimit], _ finding: inout Finding) {
    let broken = limits.filter { !$0.comparison.holds(sizes[$0.measure], $0.limit) }
    if broken.isEmpty { return }
    finding.outcome = .failed
    finding.problem = broken.map { limit in
      "\(limit.measure.rawValue) is \(sizes[limit.measure])"
        + (sizes.places[limit.measure].map { ", at \(name($0))" } ?? "")
    }.joined(separator: "; ")
  }

  // MARK: Models

  /// The name that tells a model from others.
  func name(_ model: Int) -> SafeText { paths.labeledPath(of: model) }

  func list(_ models: [Int]) -> [SafeText] {
    models.prefix(Self.shownModels).map(name)
      + (models.count > Self.shownModels ? ["and \(models.count - Self.shownModels) more"] : [])
  }

  /// The models that a place names, ascending.
  func models(at place: Place) throws(Unknown) -> [Int] {
    switch place.subject {
    case .capture(let name):
      if let found = captures[name] { return found }
      let line = spec.captures[name].map { spec.lines[$0].number } ?? 0
      throw Unknown(
        span: place.span, message: "'$\(name)' names no model of this tree (line \(line))",
        isModels: true)
    case .selector(let selector):
      let found = index.matches(of: selector)
      if !found.isEmpty { return found }
      suggestions += 1
      let near =
        suggestions <= NearNames.limitOfSuggestions ? selector.suggestion(in: snapshot) : nil
      throw Unknown(
        span: place.span,
        message: "no model of this tree matches '\(place.text)'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""),
        isModels: true)
    }
  }

  /// The models of places that may be empty, ascending.
  func exceptions(_ places: [Place]) -> [Int] {
    Set(places.flatMap { (try? models(at: $0)) ?? [] }).sorted()
  }

  /// The models that a line is about.
  func models(at place: Place, except: [Place]) throws(Unknown) -> [Int] {
    do throws(Unknown) {
      let found = try models(at: place)
      if except.isEmpty { return found }
      let excepted = exceptions(except)
      let rest = found.filter { !excepted.holds($0) }
      if !rest.isEmpty { return rest }
      throw Unknown(
        span: place.span, message: "no model is left of '\(place.text)'", isModels: true)
    } catch {
      var error = error
      error.isSubject = true
      throw error
    }
  }

  /// The models that several places name, ascending.
  func models(at places: [Place]) throws(Unknown) -> [Int] {
    var all: Set<Int> = []
    for place in places { all.formUnion(try models(at: place)) }
    return all.sorted()
  }

  /// The models that handle or receive a message.
  func takers(of message: KnownMessage) -> Takers {
    if let known = takers[message] { return known }
    let found = Takers(
      messages.takers(of: message), snapshot, sessions: message.kind == .event ? sessions : nil)
    takers[message] = found
    return found
  }
}

/// The size of a tree. Costs a pass over it.
struct TreeSizes {
  private var values: [SizeLimit.Measure: Int]
  /// The models where a measure is taken.
  private(set) var places: [SizeLimit.Measure: Int] = [:]

  subscript(measure: SizeLimit.Measure) -> Int { values[measure] ?? 0 }

  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    values = [.nodes: snapshot.count, .sessions: columns.nodes.fixed.count { $0.isSession }]
    var depths = [Int](repeating: 0, count: snapshot.count)
    var childCounts = depths
    for position in snapshot.positions.dropFirst() {
      let parent = Int(columns.parents[position])
      depths[position] = depths[parent] + 1
      childCounts[parent] += 1
    }
    for (measure, all) in [(SizeLimit.Measure.depth, depths), (.children, childCounts)] {
      let place = all.indices.max { (all[$0], $1) < (all[$1], $0) } ?? 0
      (values[measure], places[measure]) = (all[place], place)
    }
  }
}
