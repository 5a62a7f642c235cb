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

  /// Whether nothing fails: what is known or a note does not.
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

  /// The same without the tree, where there is nothing to say of it: thousands of results may be kept.
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
    /// The spec that has the line, where another one includes it.
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
