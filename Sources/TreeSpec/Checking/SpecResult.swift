import TextIO
import TreeAnalysis
package import TreeSnapshot

/// The result of checking a tree against a spec.
public struct SpecResult: Sendable {
  /// The spec.
  package let spec: Spec
  /// The tree.
  package let snapshot: Snapshot
  /// Each thing that the spec asks for: the tree's shape first, then the rest in the order of the
  /// text.
  package var checks: [Check]

  /// Whether nothing fails; known violations and notes do not count.
  public var isPassed: Bool { !checks.contains { $0.outcome == .failed } }

  /// How many checks failed.
  package var failureCount: Int { checks.count { $0.outcome == .failed } }

  /// Whether the tree has another shape, which a patch of the spec can change.
  package var isShapeWrong: Bool {
    checks.contains { if case .shape? = $0.finding { true } else { false } }
  }

  /// The lines of the spec itself whose messages take other routes, or are not there.
  package var linesOfWrongRoutes: [Int] {
    // Few lines fail of many.
    let failed = checks.filter { $0.outcome == .failed && $0.source == nil }.map(\.line)
    if failed.isEmpty { return [] }
    let lines = Set(failed)
    return spec.assertions.compactMap { assertion in
      if case .route = assertion.claim, !assertion.isOfJournal, lines.contains(assertion.line) {
        assertion.line
      } else {
        nil
      }
    }
  }

  /// Whether a line names what the tree does not know.
  package var namesUnknown: Bool {
    checks.contains { if case .unknown? = $0.finding { true } else { false } }
  }

  /// The same without the tree if everything passes: thousands of results may be kept.
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

  /// One thing that a spec asks for.
  package struct Check: Sendable {
    /// The result of one check.
    package enum Outcome: String, Hashable, Sendable {
      /// It is as the spec says.
      case passed
      /// It is not.
      case failed
      /// What it names is not there because the tree has another shape, or a rule is about what the tree
      /// does not have.
      case skipped
      /// It is not, and a baseline says so.
      case known
      /// It is not, and its rule is a note.
      case noted
    }

    /// The line, from 1; that of the root's for the tree's shape.
    package var line: Int
    /// `tree`, or the line's text without its comment.
    package var name: String
    /// What is wrong; nil where nothing is.
    package var finding: Finding?
    /// What the line is there for.
    package var rule: SpecRule?
    /// The included spec that has the line; nil for the spec itself.
    package var source: Spec?
    /// Whether a baseline has all that is wrong.
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
  /// Reads a file of rules, which are held against many trees: it has no tree of its own, and each line
  /// belongs to a rule.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the file's path.
  ///   - folders: the folders from which it may include files besides its own.
  /// - Throws: `SpecError` with every line that is wrong.
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
  /// The lines of rules that apply to none of several dumps, as failures: a name in them may be mistyped.
  ///
  /// - Parameters:
  ///   - checks: their checks against one of the dumps.
  ///   - dumps: how many dumps there are.
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
