import TextIO
import TreeAnalysis
public import TreeSnapshot

extension Spec {
  /// Checks a tree against the spec.
  ///
  /// Costs about one pass over the tree, one comparison for each line and class of alike models, and
  /// for each other assertion as many steps as it names models.
  ///
  /// What a line names and the tree does not know is a failure of that line. Where the tree's shape
  /// differs, lines about models that are not there are skipped: the shape's failure says so.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - asRules: whether the spec is held against many trees: a line about what this one does not have is
  ///     skipped.
  /// - Returns: the result of each thing that the spec asks for, what it includes first.
  public func check(_ snapshot: Snapshot, asRules: Bool = false) -> SpecResult {
    check(snapshot, history: nil, asRules: asRules)
  }

  /// Checks a tree against the spec, and what a journal holds of its past.
  ///
  /// Costs the same, and where lines are about what happened, a look at each record and a check of the
  /// tree for each change that matters to such a line.
  ///
  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - history: its journal; without one, lines about what happened fail.
  ///   - asRules: whether the spec is held against many trees.
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
      captures = Captures(matcher, aligned).models
    }

    let assertions = AssertionCheck(bound, captures)
    let told = history.map { JournalCheck(self, $0).findings() }
    for (part, spec) in parts.enumerated() {
      checks += spec.assertions.enumerated().map { number, assertion in
        var check = check(assertion, of: spec)
        if assertion.isOfJournal {
          check.finding =
            told.map { $0[JournalCheck.Line(part: part, assertion: number)] }
            ?? .unknown(spec.noJournal(assertion))
          return check
        }
        do throws(LineProblem) {
          check.finding = try assertions.finding(of: assertion)
        } catch {
          let isSkipped =
            asRules
            ? assertion.claim.subjects.contains(error.span)
            : !isShapeRight && error.fault.kind == .missingModels
          check.finding =
            isSkipped
            ? .skipped(error.fault)
            : .unknown(spec.problem(error, line: assertion.line))
        }
        return check
      }
    }
    return SpecResult(spec: self, snapshot: snapshot, checks: checks)
  }

  /// Checks what a journal holds against the spec, all of whose lines are about that.
  ///
  /// - Parameter history: the journal, which need not hold a tree where no line asks for one.
  /// - Returns: the result of each line, those of what it includes first.
  package func check(_ history: RecordedHistory) -> SpecResult {
    let told = JournalCheck(self, history).findings()
    let checks = parts.enumerated().flatMap { part, spec in
      spec.assertions.enumerated().map { number, assertion in
        var check = check(assertion, of: spec)
        check.finding = told[JournalCheck.Line(part: part, assertion: number)]
        return check
      }
    }
    return SpecResult(spec: self, checks: checks)
  }

  /// A line of the spec, or of one that it includes, as one that holds.
  private func check(_ assertion: SpecAssertion, of part: Spec) -> SpecResult.Check {
    SpecResult.Check(
      line: assertion.line, name: part.statement(ofLine: assertion.line), rule: assertion.rule,
      source: part.name == name ? nil : part)
  }
}

extension Spec {
  /// Whether lines are about what happened.
  package var asksForJournal: Bool {
    parts.contains { $0.assertions.contains(where: \.isOfJournal) }
  }

  /// Whether lines are about the tree as it is.
  package var asksForTree: Bool {
    !lines.isEmpty || parts.contains { $0.assertions.contains { !$0.isOfJournal } }
  }

  /// Refuses to check a tree without a journal.
  ///
  /// - Throws: `SpecError` with the lines that are about what happened.
  package func requireNoJournal() throws(SpecError) {
    let problems = parts.flatMap { part in
      part.assertions.filter(\.isOfJournal).map { assertion in
        var problem = part.noJournal(assertion)
        problem.file = part.name == name ? nil : part.name
        return problem
      }
    }
    if !problems.isEmpty { throw SpecError(name: name, problems: problems) }
  }

  /// Refuses to check a journal of objects that aren't models: it holds no tree.
  ///
  /// - Parameter isTreeThere: whether the tree is known as it is now.
  /// - Throws: `SpecError` with the first line that asks for a tree that is not there.
  package func requireNoTreeOfPast(_ isTreeThere: Bool = false) throws(SpecError) {
    func refuse(_ line: Int, of part: Spec) throws(SpecError) {
      var problem = part.problem(
        LineProblem(
          part.span(ofLine: line),
          SpecFault(
            .target("its journal holds no tree"),
            "this asks for a tree, and objects that aren't models keep none in a journal")),
        line: line)
      problem.file = part.name == name ? nil : part.name
      throw SpecError(name: name, problems: [problem])
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

  /// The names that it and those that it includes give to models.
  var allBindings: [String: SpecBinding] {
    parts.reduce(into: [:]) { all, spec in all.merge(spec.bindings) { first, _ in first } }
  }

  private func noJournal(_ assertion: SpecAssertion) -> SpecError.Problem {
    problem(
      LineProblem(
        span(ofLine: assertion.line),
        SpecFault(
          .target("it asks for a journal"),
          """
          this is about what happened, which a tree does not know; check the file of a journal, or a tree \
          that keeps one
          """)), line: assertion.line)
  }

  /// A line without the spaces before it.
  func span(ofLine number: Int) -> Span {
    Span(start: text[number - 1].indentation, end: text[number - 1].utf8.count)
  }
}

extension SpecAssertion {
  /// Whether the types of objects, and what was recorded of messages, do not say whether it holds.
  fileprivate func asksForTree(_ bindings: [String: SpecBinding]) -> Bool {
    switch claim {
    case .never: return false
    case .route(let claim) where claim.limit != nil:
      // Of an event it is recorded how many receive it, and not who.
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
