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
    let bound = BoundSpec(self, snapshot)
    var checks: [SpecResult.Check] = []
    var captures: [String: [Int]] = [:]
    var isShapeRight = true
    if let root = lines.first {
      let matcher = TreeMatcher(bound)
      isShapeRight = matcher.isMatch(line: 0, position: 0)
      let aligned = isShapeRight ? nil : TreeAlignment(matcher).aligned()
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
    for spec in parts {
      checks += spec.assertions.map { assertion in
        var check = SpecResult.Check(
          line: assertion.line, name: spec.statement(ofLine: assertion.line), rule: assertion.rule,
          source: spec.name == name ? nil : spec)
        do throws(LineProblem) {
          check.finding = try assertions.finding(of: assertion)
        } catch {
          let isSkipped =
            asRules
            ? assertion.claim.subjects.contains(error.span)
            : !isShapeRight && error.fault.isOfMissingModels
          check.finding =
            isSkipped
            ? .skipped(error.fault)
            : .unknown(
              SpecError.Problem(
                line: assertion.line, text: spec.text[assertion.line - 1], span: error.span,
                error.fault))
        }
        return check
      }
    }
    return SpecResult(spec: self, snapshot: snapshot, checks: checks)
  }
}

extension SpecFault {
  /// Whether a line names models of which there are none.
  fileprivate var isOfMissingModels: Bool {
    switch self {
    case .unmatchedSelector, .unsetCapture: true
    default: false
    }
  }
}
