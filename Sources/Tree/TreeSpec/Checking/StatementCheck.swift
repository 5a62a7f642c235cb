import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the lines of a spec that are about the tree, its shape aside.
final class StatementCheck {
  let snapshot: Snapshot
  let names: MessageNames
  private let spec: Spec
  private let captures: [String: [Int]]
  private lazy var index = SelectorIndex(snapshot)
  private lazy var paths = NodePaths(snapshot)
  private(set) lazy var messages = MessageIndex(snapshot)
  private lazy var sessions = SessionScopes(snapshot)
  private(set) lazy var routes = RouteWriter(snapshot, traits)
  private let traits: ModelTraits
  private var suggestions = 0
  private var takers: [KnownMessage: Takers] = [:]

  /// The number of models to list.
  private static let shownModels = 5

  /// - Parameter captures: the models that lines of the tree name.
  init(_ spec: Spec, _ snapshot: Snapshot, _ traits: ModelTraits, _ captures: [String: [Int]]) {
    self.spec = spec
    self.snapshot = snapshot
    self.traits = traits
    names = traits.names
    self.captures = captures
  }

  /// Checks a line; sets what is wrong with it.
  func check(_ statement: Statement, _ finding: inout Finding) throws(UnknownName) {
    switch statement.claim {
    case .route(let claim):
      try RouteCheck(context: self, claim: claim, text: spec.text[statement.line - 1])
        .check(&finding)
    case .absent(let models): try checkAbsent(models, &finding)
    case .present(let place): _ = try models(at: place)
    case .limits(let limits): checkSizes(limits, &finding)
    case .never: break
    }
  }

  private func checkAbsent(_ absent: Models, _ finding: inout Finding) throws(UnknownName) {
    let place = absent.places[0]
    guard let selector = place.selector else { return }
    // A name that the tree doesn't know would always be absent.
    if let unknown = selector.unknownName(in: snapshot) {
      throw UnknownName(
        span: place.span,
        message: "this tree knows no '\(unknown.name)', which '[\(unknown.test)=…]' asks for")
    }
    let excepted = exceptions(of: absent)
    let found = index.matches(of: selector).filter { !excepted.holds($0) }
    if found.isEmpty { return }
    finding.outcome = .failed
    finding.problem =
      "\(found.count == 1 ? "1 model matches" : "\(found.count) models match") '\(place.text)'"
    finding.details = found.prefix(Self.shownModels).map(name)
    let more = found.count - Self.shownModels
    if more > 0 { finding.details.append("and \(more) more") }
  }

  private func checkSizes(_ limits: [SizeLimit], _ finding: inout Finding) {
    let sizes = TreeSizes(snapshot)
    let broken = limits.filter { !$0.range.contains(sizes[$0.measure]) }
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

  /// The models that a place names, ascending.
  func models(at place: Place) throws(UnknownName) -> [Int] {
    guard let selector = place.selector else {
      if let found = captures[place.text] { return found }
      let line = spec.captures[place.text].map { spec.lines[$0].number } ?? 0
      throw UnknownName(
        span: place.span, message: "'\(place.text)' names no model of this tree (line \(line))",
        isModels: true)
    }
    let found = index.matches(of: selector)
    if !found.isEmpty { return found }
    suggestions += 1
    let near =
      suggestions <= NearNames.limitOfSuggestions ? selector.suggestion(in: snapshot) : nil
    throw UnknownName(
      span: place.span,
      message: "no model of this tree matches '\(place.text)'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""),
      isModels: true)
  }

  /// The models that a line excepts, which may be none, ascending.
  func exceptions(of models: Models) -> [Int] {
    Set(models.except.flatMap { (try? self.models(at: $0)) ?? [] }).sorted()
  }

  /// The models that several places name, ascending.
  func models(at places: [Place]) throws(UnknownName) -> [Int] {
    var all: Set<Int> = []
    for place in places { all.formUnion(try models(at: place)) }
    return all.sorted()
  }

  /// The models that a line is about.
  func subject(_ models: Models) throws(UnknownName) -> [Int] {
    do throws(UnknownName) {
      let excepted = exceptions(of: models)
      let rest = try self.models(at: models.places).filter { !excepted.holds($0) }
      if !rest.isEmpty { return rest }
      throw UnknownName(
        span: models.places[0].span, message: "no model is left of '\(models.places[0].text)'",
        isModels: true)
    } catch {
      var error = error
      error.isSubject = true
      throw error
    }
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

/// The models that take a message or provide a service.
struct Takers {
  /// Their positions, ascending and each once.
  private let positions: [Int]
  private let snapshot: Snapshot
  private let runs: [NearestRun]
  /// Of an event: the sessions.
  private let sessions: SessionScopes?

  /// Costs two steps for each of them.
  init(_ positions: [Int], _ snapshot: Snapshot, sessions: SessionScopes? = nil) {
    self.positions = positions
    self.snapshot = snapshot
    self.sessions = sessions
    runs = sessions == nil ? snapshot.runs(nearestTo: positions) : []
  }

  /// What raisers with the same takers have in common: the first taker at the raiser or above it, if any; of
  /// an event, the session from which it travels. Costs a binary search.
  func end(of raiser: Int) -> Int? {
    if let sessions { return sessions.session(ofEventsFrom: raiser) }
    return runs[runs.partitionIndex { $0.positions.upperBound > raiser }].nearest.map {
      positions[$0]
    }
  }

  /// The models that take what ends there.
  func models(at end: Int?) -> [Int] {
    guard let end else { return [] }
    return sessions == nil ? [end] : Array(positions.elements(in: snapshot[end].subtree))
  }
}
