package import TreeSnapshot

/// The result of checking a tree against a spec.
public struct SpecResult {
  /// The spec.
  package let spec: Spec
  /// The tree.
  package let snapshot: Snapshot
  /// Each thing that the spec asks for: the tree's shape first, then the rest in the order of the
  /// text.
  package let checks: [Check]

  /// Whether everything is as the spec says.
  public var isPassed: Bool { checks.allSatisfy { $0.outcome == .passed } }

  /// How many checks failed.
  package var failureCount: Int { checks.count { $0.outcome == .failed } }

  /// Whether the tree has another shape, which a patch of the spec can change.
  package var isShapeWrong: Bool {
    checks.contains { if case .shape? = $0.finding { true } else { false } }
  }

  /// Whether a line names what the tree does not know.
  package var namesUnknown: Bool {
    checks.contains { if case .unknown? = $0.finding { true } else { false } }
  }

  /// One thing that a spec asks for.
  package struct Check {
    /// The result of one check.
    package enum Outcome: String, Hashable, Sendable {
      /// It is as the spec says.
      case passed
      /// It is not.
      case failed
      /// What it names is not there because the tree has another shape.
      case skipped
    }

    /// The line, from 1; that of the root's for the tree's shape.
    package var line: Int
    /// `tree`, or the line's text without its comment.
    package var name: String
    /// What is wrong; nil where nothing is.
    package var finding: Finding?

    /// The result.
    package var outcome: Outcome {
      switch finding {
      case nil: .passed
      case .skipped: .skipped
      default: .failed
      }
    }
  }
}
