import TreeAnalysis
public import TreeSnapshot

extension Spec {
  /// Checks a tree against the spec.
  ///
  /// Costs about one pass over the tree, one comparison for each line and class of alike models, and
  /// for each other assertion as many steps as it names models.
  ///
  /// - Parameter snapshot: the tree.
  /// - Returns: the result of each thing that the spec asks for.
  /// - Throws: `SpecError` where the spec names what a tree of this shape does not know: nothing has
  ///   passed then. Where the tree's shape differs, what that keeps from being checked is skipped.
  public func check(_ snapshot: Snapshot) throws(SpecError) -> SpecResult {
    let bound = BoundSpec(self, snapshot)
    if !bound.problems.isEmpty { throw SpecError(name: name, problems: bound.problems) }

    var checks: [SpecResult.Check] = []
    var captures: [String: [Int]] = [:]
    var isShapeRight = true
    if let root = lines.first {
      let matcher = TreeMatcher(bound)
      isShapeRight = matcher.isMatch(line: 0, position: 0)
      let aligned = isShapeRight ? nil : TreeAlignment(matcher).aligned()
      checks.append(
        SpecResult.Check(line: root.number, name: "tree", finding: aligned.map { .shape($0) }))
      captures = Captures(matcher, aligned).models
    }

    let assertions = AssertionCheck(bound, captures)
    var problems: [SpecError.Problem] = []
    for assertion in self.assertions {
      var check = SpecResult.Check(line: assertion.line, name: statement(ofLine: assertion.line))
      do {
        check.finding = try assertions.finding(of: assertion)
      } catch {
        check.finding = .skipped(error.fault)
        problems.append(
          SpecError.Problem(
            line: assertion.line, text: text[assertion.line - 1], span: error.span, error.fault))
      }
      checks.append(check)
    }
    if isShapeRight, !problems.isEmpty { throw SpecError(name: name, problems: problems) }
    return SpecResult(spec: self, snapshot: snapshot, checks: checks)
  }
}
