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
  /// - Parameter snapshot: the tree.
  /// - Returns: the result of each thing that the spec asks for.
  public func check(_ snapshot: Snapshot) -> SpecResult {
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
    for assertion in self.assertions {
      var check = SpecResult.Check(line: assertion.line, name: statement(ofLine: assertion.line))
      do {
        check.finding = try assertions.finding(of: assertion)
      } catch {
        check.finding =
          !isShapeRight && error.fault.isOfMissingModels
          ? .skipped(error.fault)
          : .unknown(
            SpecError.Problem(
              line: assertion.line, text: text[assertion.line - 1], span: error.span, error.fault))
      }
      checks.append(check)
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
