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
    var findings: [Finding] = []
    var statements: StatementCheck?
    var isShapeRight = true
    if let snapshot {
      let bound = BoundSpec(self, snapshot)
      var captures: [String: [Int]] = [:]
      if !lines.isEmpty {
        let matcher = TreeMatcher(bound)
        let alignment = TreeAlignment(matcher)
        findings.append(ShapeFinding.finding(alignment, matcher))
        isShapeRight = findings[0].outcome == .passed
        captures = alignment.captures()
        for fault in bound.faults {
          findings.append(unknown(fault, Finding(.tree, file: name, line: 1, name: "")))
        }
      }
      statements = StatementCheck(bound, captures)
    }
    let past = history.map { JournalCheck(self, $0).findings() }
    for (index, statement) in self.statements.enumerated() {
      if statement.isOfJournal {
        findings.append(past?[index] ?? finding(of: statement))
        continue
      }
      var finding = finding(of: statement)
      do throws(StatementCheck.Unknown) {
        try statements?.check(statement, &finding)
      } catch {
        let isSkipped = skipsUnknown && error.isSubject || !isShapeRight && error.isModels
        finding = unknown(
          fault(LineProblem(error.span, error.message), line: statement.line), finding)
        if isSkipped { finding.outcome = .skipped }
      }
      if finding.outcome != .passed { finding.comment = comment(aboveLine: statement.line) }
      findings.append(finding)
    }
    return findings
  }

  /// A finding of a line that holds.
  func finding(of statement: Statement) -> Finding {
    let kind: Finding.Kind =
      switch statement.claim {
      case .message(let claim): claim.limit == nil ? .message : .within
      case .service: .service
      case .absent: .absent
      case .present: .present
      case .limits: .limit
      case .never: .never
      }
    return Finding(
      kind, file: name, line: statement.line, name: "\(self.statement(ofLine: statement.line))")
  }

  /// A line that names something that doesn't exist.
  func unknown(_ fault: SpecError.Fault, _ finding: Finding) -> Finding {
    var finding = finding
    finding.outcome = .failed
    finding.isUnknown = true
    finding.line = fault.line
    finding.column = fault.column
    finding.problem = fault.message
    if finding.name.isEmpty { finding.name = "\(statement(ofLine: fault.line))" }
    return finding
  }

  /// Refuses lines about the past for a tree without a journal.
  package func requireNoJournal() throws(SpecError) {
    let faults = statements.filter(\.isOfJournal).map {
      fault(
        "this line is about what happened: check a journal, or a running app that keeps one",
        line: $0.line)
    }
    if !faults.isEmpty { throw SpecError(name: name, faults: faults) }
  }

  /// Refuses lines that need a tree for a journal of objects that aren't models, which has none.
  package func requireNoTree() throws(SpecError) {
    var faults = lines.prefix(1).map { fault(Self.needsTree, line: $0.number) }
    for statement in statements where statement.needsTree {
      faults.append(fault(Self.needsTree, line: statement.line))
    }
    if !faults.isEmpty { throw SpecError(name: name, faults: faults) }
  }

  private static let needsTree: SafeText =
    "this line needs a tree, and the journal has none: its objects aren't models"
}

extension Statement {
  /// Whether the line can't be checked by names of types alone.
  fileprivate var needsTree: Bool {
    guard case .message(let claim) = claim, claim.limit != nil else { return !isOfJournal }
    let places = (claim.raisers.map { [$0] } ?? []) + claim.exceptRaisers + claim.exceptPlaces
    let receivers = claim.kind == .event && claim.outcome == .places
    return receivers || !(places + claim.places).allSatisfy(\.isType)
  }
}

extension Place {
  fileprivate var isType: Bool {
    guard case .selector(let selector) = subject else { return false }
    return selector.isEverything || selector.isNameAlone
  }
}
