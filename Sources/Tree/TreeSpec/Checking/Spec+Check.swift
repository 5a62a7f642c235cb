import TextIO
package import TreeSnapshot

extension Spec {
  /// Checks a tree, and its past.
  ///
  /// Costs about one pass over the tree, one comparison for each line and class of alike models, for each
  /// other line as many steps as it names models, and a look at each record.
  ///
  /// - Parameters:
  ///   - snapshot: the tree; nil for a journal without one, if no line needs it.
  ///   - history: its journal; without one, lines about the past fail.
  ///   - skipsUnknown: whether a line is skipped if this tree lacks its subject, because the spec holds for
  ///     many trees.
  /// - Returns: a finding for each line, the tree's shape first.
  package func check(
    _ snapshot: Snapshot?, history: RecordedHistory? = nil, skipsUnknown: Bool = false
  ) -> [Finding] {
    var shape: [Finding] = []
    var present: StatementCheck?
    if let snapshot {
      let matcher = TreeMatcher(self, snapshot)
      let alignment = lines.isEmpty ? nil : TreeAlignment(matcher)
      if let alignment {
        let comparison = matcher.comparison
        shape = [ShapeFinding.finding(alignment, comparison)] + comparison.unknownNames()
      }
      present = StatementCheck(
        self, snapshot, matcher.comparison.traits, alignment?.captures ?? [:])
    }
    let isShapeRight = shape.first?.outcome != .failed
    let past = history.map(JournalCheck.init)
    return shape
      + statements.map { statement in
        var finding = finding(of: statement)
        do throws(LineProblem) {
          try present?.check(statement, &finding)
          try past?.check(statement, &finding)
        } catch {
          finding.fail(error, in: self)
          if skipsUnknown && error.isSubject || !isShapeRight && error.isModels {
            finding.outcome = .skipped
          }
        }
        return finding
      }
  }

  /// A finding of a line that holds.
  func finding(of statement: Statement) -> Finding {
    let kind = Finding.Kind(rawValue: statement.keyword.rawValue) ?? .message
    return Finding(
      statement.limit == nil ? kind : .within, file: name, line: statement.line,
      name: "\(statement.text)")
  }

  /// Refuses lines about what a target doesn't have: its past, or a tree.
  package func require(journal: Bool, tree: Bool) throws(SpecError) {
    var faults = statements.filter { $0.isOfJournal ? !journal : !tree }.map { statement in
      fault(
        statement.isOfJournal
          ? "this line is about what happened: check a journal, or a running app that keeps one"
          : Self.needsTree, line: statement.line)
    }
    if !tree { faults = lines.prefix(1).map { fault(Self.needsTree, line: $0.number) } + faults }
    if !faults.isEmpty { throw SpecError(name: name, faults: faults) }
  }

  private static let needsTree: SafeText =
    "this line needs a tree, and the journal has none: its objects aren't models"
}

extension Finding {
  /// Sets what is wrong with a part of the line.
  mutating func fail(_ problem: LineProblem, in spec: Spec) {
    column = spec.fault(problem, line: line).column
    fail(problem.message)
  }

  /// Sets what is wrong, if anything is.
  mutating func fail(_ problem: SafeText) {
    if problem.isEmpty { return }
    (outcome, self.problem) = (.failed, problem)
  }
}

extension ModelComparison {
  /// Names that the tree doesn't know in lists that it must not have: the lines would always hold.
  fileprivate func unknownNames() -> [Finding] {
    spec.lines.flatMap { line in
      line.attributes.filter { $0.strictness == .absent }.flatMap { attribute in
        attribute.elements.compactMap { unknown($0, attribute.kind) }
      }.map { problem in
        var finding = Finding(.tree, file: spec.name, line: line.number, name: "\(line.text)")
        finding.fail(problem, in: spec)
        return finding
      }
    }
  }
}
