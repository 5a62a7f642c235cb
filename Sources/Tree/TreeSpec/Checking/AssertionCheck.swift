import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks everything in a spec except the tree's shape.
final class AssertionCheck {
  let bound: BoundSpec
  var snapshot: Snapshot { bound.snapshot }
  private let captures: [String: [Int]]
  private let bindings: [String: SpecBinding]

  // Each is created on first use.
  private lazy var index = SelectorIndex(snapshot)
  private(set) lazy var messages = MessageIndex(snapshot)
  private lazy var measures = TreeMeasures(snapshot)
  private var suggestions = 0
  // Consecutive lines are often about the same message.
  private var lastTakers: (message: KnownMessage, takers: NearestModels)?
  private(set) lazy var sessions = SessionScopes(snapshot)

  init(_ bound: BoundSpec, _ captures: [String: [Int]]) {
    self.bound = bound
    self.captures = captures
    bindings = bound.spec.allBindings
  }

  /// Finds the captured models itself.
  convenience init(_ spec: Spec, _ snapshot: Snapshot) {
    let bound = BoundSpec(spec, snapshot)
    var captures: [String: [Int]] = [:]
    if !spec.lines.isEmpty {
      let matcher = TreeMatcher(bound)
      let isMatch = matcher.isMatch(line: 0, position: 0)
      captures = matcher.captures(isMatch ? nil : TreeAlignment(matcher).aligned())
    }
    self.init(bound, captures)
  }

  /// Checks an assertion; nil if it holds.
  ///
  /// - Throws: `LineProblem` if it names something that doesn't exist.
  func finding(of assertion: SpecAssertion) throws(LineProblem) -> Finding? {
    switch assertion.claim {
    case .absent(let place, let except): try presence(of: place, except: except)
    case .limits(let limits): broken(limits)
    case .treeName(let pattern): otherName(than: pattern)
    case .vocabulary(let list):
      wrongVocabulary(list).map { .vocabulary($0) }
    case .route(let claim):
      try RouteCheck(context: self, claim: claim).finding().map { .routes($0) }
    case .service(let claim):
      try wrongProvider(claim).map { .service($0) }
    // A tree alone can't answer these.
    case .never, .work, .tree: nil
    }
  }

  private func presence(of place: SpecPlace, except: [SpecPlace]) throws(LineProblem) -> Finding? {
    var found: Set<Int> = []
    for selector in selectors(of: place) {
      // A name that the tree doesn't know would always be absent.
      if let unknown = selector.unknownName(in: snapshot) {
        throw LineProblem(
          place.span,
          "this tree knows no '\(unknown.name)', which '[\(unknown.test)=…]' asks for")
      }
      found.formUnion(index.matches(of: selector))
    }
    found.subtract(exceptions(except))
    return found.isEmpty ? nil : .present(found.sorted(), selector: place.text)
  }

  /// The selectors of a place; none for a capture.
  private func selectors(of place: SpecPlace) -> [Selector] {
    switch place.subject {
    case .selector(let selector): [selector]
    case .capture(let name, _): (bindings[name]?.places ?? []).flatMap(selectors)
    }
  }

  private func otherName(than pattern: NamePattern) -> Finding? {
    guard let name = snapshot.name else { return .treeName(nil) }
    return pattern.fits(name) ? nil : .treeName(name)
  }

  private func broken(_ limits: [SpecLimit]) -> Finding? {
    let broken = limits.compactMap { limit -> Finding.Measured? in
      let value = measures[limit.measure]
      if limit.comparison.holds(value, limit.limit) { return nil }
      return Finding.Measured(
        measure: limit.measure, value: value, place: measures.places[limit.measure])
    }
    return broken.isEmpty ? nil : .limits(broken)
  }

  // MARK: Models

  /// The models that a place names, ascending.
  ///
  /// - Returns: nil for every model.
  /// - Throws: `LineProblem` if it names none and must name some.
  func models(at place: SpecPlace) throws(LineProblem) -> [Int]? {
    var (text, isOptional) = (place.text, false)
    if case .capture(let name, let mayLack) = place.subject {
      isOptional = mayLack
      if let binding = bindings[name] {
        text = binding.places.map(\.text).joined(separator: ", ")
      } else if let found = captures[name] ?? (isOptional ? [] : nil) {
        return found
      } else {
        throw LineProblem(
          place.span,
          SpecFault(
            .missingModels,
            """
            '$\(name)' captures no model of this tree (line \(bound.spec.captures[name] ?? 0)); \
            write '$\(name)?' where it may be absent
            """))
      }
    }
    let selectors = selectors(of: place)
    if selectors.contains(where: \.isEverything) { return nil }
    let found = union(selectors.map { index.matches(of: $0) })
    if !found.isEmpty || isOptional { return found }
    var suggestion: String?
    if case .selector(let selector) = place.subject {
      suggestions += 1
      if suggestions <= NearNames.limitOfSuggestions {
        suggestion = selector.suggestion(in: snapshot)
      }
    }
    throw LineProblem(place.span, .unmatchedSelector(text, suggestion: suggestion))
  }

  /// The models of places that may be empty, ascending.
  func exceptions(_ places: [SpecPlace]) -> [Int] {
    // If there are none, nothing is excepted.
    union(places.compactMap { try? models(at: [$0]) })
  }

  /// The models that a line applies to.
  ///
  /// - Returns: nil for every model.
  /// - Throws: `LineProblem` if there are none and must be some.
  func models(at place: SpecPlace, except: [SpecPlace]) throws(LineProblem) -> [Int]? {
    let found = try models(at: place)
    if except.isEmpty { return found }
    let excepted = exceptions(except)
    let rest = (found ?? Array(snapshot.positions)).filter { !excepted.holds($0) }
    if rest.isEmpty, found?.isEmpty != true {
      throw LineProblem(place.span, .unmatchedSelector(place.text, suggestion: nil))
    }
    return rest
  }

  /// The models that several places name, ascending.
  func models(at places: [SpecPlace]) throws(LineProblem) -> [Int] {
    union(
      try places.map { place throws(LineProblem) in
        try models(at: place) ?? Array(snapshot.positions)
      })
  }

  /// Most lines name one place, whose models need no copy.
  private func union(_ groups: [[Int]]) -> [Int] {
    groups.count == 1 ? groups[0] : Set(groups.joined()).sorted()
  }

  // MARK: Handlers and providers

  /// The models that handle or receive a message.
  func takers(of message: KnownMessage) -> NearestModels {
    if let lastTakers, lastTakers.message == message { return lastTakers.takers }
    let takers = NearestModels(messages.takers(of: message), snapshot)
    lastTakers = (message, takers)
    return takers
  }
}

// Services, and what the app declares.
extension AssertionCheck {
  private func wrongProvider(_ claim: ServiceClaim) throws(LineProblem) -> ServiceFinding? {
    let askers = try models(at: claim.askers, except: claim.exceptAskers)
    let places = try models(at: claim.places)
    let providers = NearestModels(
      snapshot.providers(of: claim.service).providers.map(\.session), snapshot)
    if providers.positions.isEmpty {
      let services = snapshot.knownServices
      throw LineProblem(
        claim.serviceSpan,
        """
        no session of this tree provides '\(claim.service)'; \
        \(SpecFault.suggestion(claim.service, services) ?? "it provides \(SpecFault.some(services))")
        """)
    }
    let wrong = providers.shares(raisedAt: askers).first { share in
      switch claim.outcome {
      case .taken: share.handler == nil
      case .lost: share.handler != nil
      case .places: !(share.handler.map(places.holds) ?? false)
      }
    }
    return wrong.map { share in
      ServiceFinding(
        provider: share.handler, count: share.count, askerCount: askers?.count ?? snapshot.count,
        first: share.first)
    }
  }

  /// The messages that are missing or must not be declared; nil if there are none.
  private func wrongVocabulary(_ list: SpecList<SpecSubscription>) -> VocabularyFinding? {
    let declared = snapshot.columns.vocabulary
    let missing = list.elements.filter { element in !declared.contains { isSame($0, element) } }
    var extra: [SubscriptionRecord] = []
    if list.strictness == .only {
      extra = declared.filter { record in !list.elements.contains { isSame(record, $0) } }
    }
    if missing.isEmpty, extra.isEmpty { return nil }
    return VocabularyFinding(missing: missing.map(\.element), extra: extra.map(element))
  }

  /// Whether an element names a message by its code or its label, or its whole domain.
  private func isSame(_ record: SubscriptionRecord, _ element: SpecSubscription) -> Bool {
    guard record.kind == element.kind else { return false }
    let symbols = snapshot.columns.symbols
    let domain = symbols.string(record.domain)
    switch element.message {
    case .wholeDomain(let name): return name == domain
    case .named(let name):
      guard let wanted = name.code ?? name.bare else { return false }
      let message = Message(
        kind: record.kind, domain: domain, code: symbols.string(record.code))
      return (name.domain ?? domain) == domain && bound.messages.names(of: message).contains(wanted)
    }
  }

  private func element(_ record: SubscriptionRecord) -> SpecElement {
    let symbols = snapshot.columns.symbols
    let name = symbols.optionalString(record.code) ?? "*"
    return SpecElement(
      kind: record.kind, text: SpecText.messageName(symbols.string(record.domain), name))
  }
}

/// The size of a tree.
struct TreeMeasures {
  private var values: [SpecLimit.Measure: Int]
  /// The models where a measure is taken; none for a measure of the whole tree.
  private(set) var places: [SpecLimit.Measure: Int] = [:]

  subscript(measure: SpecLimit.Measure) -> Int { values[measure] ?? 0 }

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
    func note(_ measure: SpecLimit.Measure, _ all: [Int]) {
      let place = all.indices.max { (all[$0], $1) < (all[$1], $0) } ?? 0
      (values[measure], places[measure]) = (all[place], place)
    }
    note(.depth, depths)
    note(.children, childCounts)
  }
}
