import TextIO
import TreeAnalysis
import TreeJournal
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
        let unknown = matcher.comparison.unknownNames().map { line, problem in
          var finding = Finding(.tree, file: name, line: line.number, name: "\(line.text)")
          finding.fail(problem, in: self)
          return finding
        }
        shape = [ShapeFinding.finding(alignment, matcher.comparison)] + unknown
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
    let kind: Finding.Kind =
      switch statement.claim {
      case .route(let claim) where claim.limit != nil: .within
      case .route(let claim): claim.kind == nil ? .service : .message
      case .absent: .absent
      case .present: .present
      case .limits: .limit
      case .never: .never
      }
    return Finding(kind, file: name, line: statement.line, name: "\(statement.text)")
  }

  /// Refuses lines about the past for a tree without a journal.
  package func requireNoJournal() throws(SpecError) {
    try refuse(
      statements.filter(\.isOfJournal).map(\.line),
      "this line is about what happened: check a journal, or a running app that keeps one")
  }

  /// Refuses lines about a tree for a journal of objects that aren't models, which has none.
  package func requireNoTree() throws(SpecError) {
    let others = statements.filter { !$0.isOfJournal }
    try refuse(
      lines.prefix(1).map(\.number) + others.map(\.line),
      "this line needs a tree, and the journal has none: its objects aren't models")
  }

  private func refuse(_ numbers: [Int], _ message: SafeText) throws(SpecError) {
    if numbers.isEmpty { return }
    throw SpecError(name: name, faults: numbers.map { fault(message, line: $0) })
  }
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
