import TextIO
import TreeAnalysis
public import TreeSnapshot

extension Spec {
  /// Checks a tree against the spec.
  ///
  /// Costs about one pass over the tree, one comparison for each line and class of similar models,
  /// and for each other assertion as many steps as it names models.
  ///
  /// A name that the tree doesn't know is a failure of its line. If the tree's shape differs, lines
  /// about missing models are skipped, because the shape's failure covers them.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - asRules: whether the spec applies to many trees: a line whose subject this tree lacks is
  ///     skipped.
  /// - Returns: the results of all checks, those of included specs first.
  public func check(_ snapshot: Snapshot, asRules: Bool = false) -> SpecResult {
    check(snapshot, history: nil, asRules: asRules)
  }

  /// Checks a tree against the spec, including its past in a journal.
  ///
  /// Costs the same and, for lines about the past, a look at each record and a check of the tree
  /// for each change that may affect such a line.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - history: its journal; without one, lines about the past fail.
  ///   - asRules: whether the spec applies to many trees.
  package func check(
    _ snapshot: Snapshot, history: RecordedHistory?, asRules: Bool = false
  ) -> SpecResult {
    let bound = BoundSpec(self, snapshot)
    var checks: [SpecResult.Check] = []
    var captures: [String: [Int]] = [:]
    var isShapeRight = true
    if let root = lines.first {
      let matcher = TreeMatcher(bound)
      isShapeRight = matcher.isMatch(line: 0, position: 0)
      let aligned = isShapeRight ? nil : TreeAlignment(matcher).aligned(isReport: true)
      checks.append(
        SpecResult.Check(line: root.number, name: "tree", finding: aligned.map { .shape($0) }))
      let told = aligned?.unknown ?? []
      for problem in bound.problems where !told.contains(problem.fault) {
        checks.append(
          SpecResult.Check(
            line: problem.line, name: statement(ofLine: problem.line), finding: .unknown(problem)))
      }
      captures = matcher.captures(aligned)
    }

    let assertions = AssertionCheck(bound, captures)
    let parts = parts
    let told = history.map { JournalCheck(self, $0).findings() }
    checks += assertionChecks { part, number in
      let (spec, assertion) = (parts[part], parts[part].assertions[number])
      if assertion.isOfJournal {
        return told.map { $0[part][number] }
          ?? .unknown(spec.problem(Self.noJournal, line: assertion.line))
      }
      do throws(LineProblem) {
        return try assertions.finding(of: assertion)
      } catch {
        let isSkipped =
          asRules
          ? assertion.claim.subjects.contains(error.span)
          : !isShapeRight && error.fault.kind == .missingModels
        return isSkipped
          ? .skipped(error.fault) : .unknown(spec.problem(error, line: assertion.line))
      }
    }
    return SpecResult(spec: self, snapshot: snapshot, checks: checks)
  }

  /// Checks a journal against the spec, all of whose lines are about the past.
  ///
  /// - Parameter history: the journal; it may lack a tree if no line needs one.
  /// - Returns: the result of each line, those of included specs first.
  package func check(_ history: RecordedHistory) -> SpecResult {
    let told = JournalCheck(self, history).findings()
    return SpecResult(spec: self, checks: assertionChecks { told[$0][$1] })
  }

  /// The checks of all lines but the tree's, those of included specs first.
  ///
  /// - Parameter finding: what a line violates, by place of the spec among its parts and by place of
  ///   the line.
  private func assertionChecks(
    _ finding: (_ part: Int, _ number: Int) -> Finding?
  ) -> [SpecResult.Check] {
    parts.enumerated().flatMap { part, spec in
      spec.assertions.enumerated().map { number, assertion in
        SpecResult.Check(
          line: assertion.line, name: spec.statement(ofLine: assertion.line),
          finding: finding(part, number), rule: assertion.rule,
          source: spec.name == name ? nil : spec)
      }
    }
  }
}

extension Spec {
  /// Whether any line is about the past.
  package var asksForJournal: Bool {
    parts.contains { $0.assertions.contains(where: \.isOfJournal) }
  }

  /// Whether any line is about the current tree.
  package var asksForTree: Bool {
    !lines.isEmpty || parts.contains { $0.assertions.contains { !$0.isOfJournal } }
  }

  /// Refuses to check a tree without a journal.
  ///
  /// - Throws: `SpecError` with the lines about the past.
  package func requireNoJournal() throws(SpecError) {
    let problems = parts.flatMap { part in
      part.assertions.filter(\.isOfJournal).map {
        problem(Self.noJournal, line: $0.line, of: part)
      }
    }
    if !problems.isEmpty { throw SpecError(name: name, problems: problems) }
  }

  /// Refuses lines that need a tree, for a journal of objects that aren't models: it holds none.
  ///
  /// - Parameter isTreeThere: whether the current tree is known.
  /// - Throws: `SpecError` with the first line whose tree is missing.
  package func requireNoTreeOfPast(_ isTreeThere: Bool = false) throws(SpecError) {
    func refuse(_ line: Int, of part: Spec) throws(SpecError) {
      let fault = SpecFault(
        .target("its journal holds no tree"),
        "this asks for a tree, and objects that aren't models keep none in a journal")
      throw SpecError(name: name, problems: [problem(fault, line: line, of: part)])
    }
    if !isTreeThere, let root = lines.first { try refuse(root.number, of: self) }
    let bindings = allBindings
    for part in parts {
      for assertion in part.assertions
      where (assertion.isOfJournal || !isTreeThere) && assertion.asksForTree(bindings) {
        try refuse(assertion.line, of: part)
      }
    }
  }

  /// The names that it and its includes give to models.
  var allBindings: [String: SpecBinding] {
    parts.reduce(into: [:]) { all, spec in all.merge(spec.bindings) { first, _ in first } }
  }

  private static let noJournal = SpecFault(
    .target("it asks for a journal"),
    """
    this is about what happened, which a tree does not know; check the file of a journal, or a tree \
    that keeps one
    """)
}

extension SpecAssertion {
  /// Whether checking the line takes more than the types of objects and the records of messages.
  fileprivate func asksForTree(_ bindings: [String: SpecBinding]) -> Bool {
    switch claim {
    case .never: return false
    case .work: return self.claim.places.contains { $0.asksForTree(bindings) }
    case .route(let claim) where claim.limit != nil:
      // The journal records how many objects receive an event, but not which.
      let asksWho = claim.kind == .event && !(claim.places + claim.exceptPlaces).isEmpty
      return asksWho || self.claim.places.contains { $0.asksForTree(bindings) }
    default: return true
    }
  }
}

extension SpecPlace {
  fileprivate func asksForTree(_ bindings: [String: SpecBinding]) -> Bool {
    switch subject {
    case .selector(let selector): !selector.isEverything && !selector.isBareName
    case .capture(let name, _):
      bindings[name]?.places.contains { $0.asksForTree(bindings) } ?? false
    }
  }
}
