package import TextIO
import TreeAnalysis
package import TreeSnapshot

/// The result of checking a tree against a spec.
public struct SpecResult: Sendable {
  /// The spec.
  package let spec: Spec
  /// The tree.
  package let snapshot: Snapshot
  /// The checks: the tree's shape first, then the others in the order of the text.
  package var checks: [Check]

  /// Whether nothing fails; known violations and notes don't count.
  public var isPassed: Bool { !checks.contains { $0.outcome == .failed } }

  /// The number of failed checks.
  package var failureCount: Int { checks.count { $0.outcome == .failed } }

  /// Whether the tree's shape differs, which a patch of the spec can fix.
  package var isShapeWrong: Bool {
    checks.contains { if case .shape? = $0.finding { true } else { false } }
  }

  /// The lines of the spec itself whose messages take other routes or are missing, each with what is
  /// wrong with the message's name if that is probably misspelled: a patch leaves such a line.
  package var wrongRoutes: [(line: Int, misspelling: SafeText?)] {
    // Usually, few of many lines fail.
    let failed = checks.filter { $0.outcome == .failed && $0.source == nil }
    if failed.isEmpty { return [] }
    let routes = spec.assertions.filter { assertion in
      if case .route = assertion.claim { !assertion.isOfJournal } else { false }
    }
    let lines = Set(routes.map(\.line))
    return failed.filter { lines.contains($0.line) }.map { check in
      if case .unknown(let problem)? = check.finding, problem.fault.kind == .misspelledMessage {
        (check.line, problem.fault.message)
      } else {
        (check.line, nil)
      }
    }
  }

  /// Whether a line contains a name that the tree doesn't know.
  package var namesUnknown: Bool {
    checks.contains { if case .unknown? = $0.finding { true } else { false } }
  }

  /// The result without the tree if everything passes: thousands of results may be kept.
  package func forgettingTree() -> SpecResult {
    checks.allSatisfy { $0.finding == nil } ? SpecResult(spec: spec, checks: checks) : self
  }

  init(spec: Spec, snapshot: Snapshot = Self.noTree, checks: [Check]) {
    self.spec = spec
    self.snapshot = snapshot
    self.checks = checks
  }

  private static let noTree: Snapshot = {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "…")
    guard let tree = try? builder.finish() else { preconditionFailure("one node is a tree") }
    return tree
  }()

  /// One check of a spec.
  package struct Check: Sendable {
    /// The result of one check.
    package enum Outcome: String, Hashable, Sendable {
      /// The tree matches the spec.
      case passed
      /// The tree violates the spec.
      case failed
      /// The line's models are missing because the tree's shape differs, or a rule doesn't apply to
      /// the tree.
      case skipped
      /// A violation that a baseline lists.
      case known
      /// A violation of a rule that is a note.
      case noted
    }

    /// The line, from 1; the root's line for the tree's shape.
    package var line: Int
    /// `tree`, or the line's text without its comment.
    package var name: String
    /// The violation; nil if there is none.
    package var finding: Finding?
    /// The rule of the line.
    package var rule: SpecRule?
    /// The included spec of the line; nil for the spec itself.
    package var source: Spec?
    /// Whether a baseline lists the whole violation.
    package var isKnown = false

    /// The result.
    package var outcome: Outcome {
      switch finding {
      case nil: .passed
      case .skipped: .skipped
      default: isKnown ? .known : rule?.severity == .note ? .noted : .failed
      }
    }
  }
}

extension Spec {
  /// Parses a file of rules, which apply to many trees: it has no tree of its own, and each line
  /// belongs to a rule.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's path.
  ///   - folders: additional folders for included files.
  /// - Throws: `SpecError` with every faulty line.
  package init(
    rules bytes: some Sequence<UInt8>, name: String, includesFrom folders: [String]? = []
  ) throws(SpecError) {
    try self.init(utf8: bytes, name: name, includesFrom: folders)
    var problems: [SpecError.Problem] = []
    func note(_ fault: SpecFault, _ number: Int, in spec: Spec) {
      var problem = spec.problem(LineProblem(spec.span(ofLine: number), fault), line: number)
      problem.file = spec.name == name ? nil : spec.name
      problems.append(problem)
    }
    if let line = lines.first {
      note("a file of rules has no tree, only what must hold of every one", line.number, in: self)
    }
    for spec in parts {
      for assertion in spec.assertions where assertion.rule == nil {
        note(
          """
          a line in a file of rules belongs to a rule; write 'rule "name" reason "why"' \
          above it
          """, assertion.line, in: spec)
      }
    }
    if !problems.isEmpty { throw SpecError(name: name, problems: problems) }
  }
}

extension SpecResult {
  /// Turns lines that apply to none of several dumps into failures, because a name may be
  /// misspelled.
  ///
  /// - Parameters:
  ///   - checks: their checks against one of the dumps.
  ///   - dumps: the number of dumps.
  package func failing(_ checks: [Check], asNeverApplyingTo dumps: Int) -> SpecResult {
    let failing = checks.map { check in
      guard case .skipped(let fault)? = check.finding else { return check }
      var check = check
      let source = check.source ?? spec
      let words = SpecFault(
        .appliesNowhere, "applies to none of \(dumps) dumps: \(fault.message)")
      let whole = Span(start: 0, end: source.text[check.line - 1].utf8.count)
      check.finding = .unknown(source.problem(LineProblem(whole, words), line: check.line))
      return check
    }
    return SpecResult(spec: spec, snapshot: snapshot, checks: failing)
  }
}
