import TreeAnalysis
public import TreeSnapshot

extension Spec {
  /// Holds a tree to the spec.
  ///
  /// Costs about one pass over the tree, one comparison for each line and class of alike models, and
  /// for each other assertion as many steps as it names models.
  ///
  /// - Parameter snapshot: the tree.
  /// - Returns: what came of each thing that the spec asks for.
  /// - Throws: `SpecError` where the spec names what a tree of this shape does not know: nothing has
  ///   passed then. Where the tree's shape differs, what that keeps from being checked is skipped.
  public func check(_ snapshot: Snapshot) throws(SpecError) -> SpecResult {
    let bound = BoundSpec(self, snapshot)
    if !bound.problems.isEmpty { throw SpecError(name: name, problems: bound.problems) }

    var checks: [SpecResult.Check] = []
    var captures: [String: [Int]] = [:]
    var isShapeRight = true
    if !lines.isEmpty {
      let matcher = TreeMatcher(bound)
      var check = SpecResult.Check(line: lines[0].number, name: "tree", outcome: .passed)
      var aligned: AlignedModel?
      if !matcher.isMatch(line: 0, position: 0) {
        isShapeRight = false
        let root = TreeAlignment(matcher).aligned()
        aligned = root
        let tree = AnnotatedTree(root, self, snapshot)
        check.outcome = .failed
        check.rows = tree.rows
        check.differences = tree.differences
        check.problem = problem(with: tree.differences)
      }
      checks.append(check)
      captures = Captures(matcher, aligned).models
    }

    let assertions = AssertionCheck(bound, captures)
    var problems: [SpecError.Problem] = []
    for assertion in self.assertions {
      var check = SpecResult.Check(
        line: assertion.line, name: statement(ofLine: assertion.line), outcome: .passed)
      do {
        if let failure = try assertions.failure(of: assertion) {
          check.outcome = .failed
          check.problem = failure.problem
          check.details = failure.details
          check.routes = failure.routes
        }
      } catch {
        check.outcome = .skipped
        check.problem = error.message
        problems.append(
          SpecError.Problem(
            line: assertion.line, text: text[assertion.line - 1], span: error.span, error.message))
      }
      checks.append(check)
    }
    if isShapeRight, !problems.isEmpty { throw SpecError(name: name, problems: problems) }
    return SpecResult(spec: self, snapshot: snapshot, checks: checks)
  }

  private func problem(with differences: [SpecResult.Difference]) -> String {
    let counts = SpecResult.Difference.Kind.allCases.compactMap { kind -> String? in
      let count = differences.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    return "\(counts.joined(separator: ", ")) (children: \(lines[0].mode.text); attributes: "
      + "\(lines[0].unnamed.text))"
  }
}
