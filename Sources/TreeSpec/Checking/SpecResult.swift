package import TreeAnalysis
public import TreeSnapshot

/// What came of holding a tree to a spec.
public struct SpecResult: Sendable {
  /// The spec.
  public let spec: Spec
  /// The tree.
  public let snapshot: Snapshot
  /// Each thing that the spec asks for: the tree's shape first, then the rest in the order of the
  /// text.
  public let checks: [Check]

  /// Whether everything is as the spec says.
  public var isPassed: Bool { checks.allSatisfy { $0.outcome == .passed } }

  /// How many checks failed.
  public var failureCount: Int { checks.count { $0.outcome == .failed } }

  /// One thing that a spec asks for.
  public struct Check: Sendable {
    /// What came of one check.
    public enum Outcome: String, Hashable, Sendable {
      case passed
      case failed
      /// What it names is not there because the tree's shape is different.
      case skipped
    }

    /// The line, from 1; that of the root's for the tree's shape.
    public var line: Int
    /// `tree`, or the line's text without its comment.
    public var name: String
    /// What came of it.
    public var outcome: Outcome
    /// What is wrong, in a clause; empty where nothing is.
    public var problem = ""
    /// How the tree differs.
    public var differences: [Difference] = []
    /// The tree as it is and as it should be.
    package var rows: [AnnotatedRow] = []
    /// More lines of explanation.
    public var details: [String] = []
    /// The ways that messages took instead.
    package var routes: [Route] = []
  }

  /// One place in which a tree is not what its spec says.
  public struct Difference: Hashable, Sendable {
    /// In what way.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A model that is asked for is not there.
      case missing
      /// A model is there that nobody asked for.
      case extra
      /// A model stands elsewhere.
      case moved
      /// A model is not what its line says.
      case different
    }

    /// In what way.
    public var kind: Kind
    /// The line of the spec; nil for what is extra.
    public var line: Int?
    /// The path of the model, or of the parent that it should have; for what moved, where it is.
    public var path: String
    /// The model's id in the dump; nil for what is missing.
    public var id: Int?
    /// The line of code that made the model, where it is known.
    public var source: String?
    /// What it is about, in words.
    public var text: String
  }
}

/// A line of the tree as it is and as it should be.
package struct AnnotatedRow: Hashable, Sendable {
  /// What stands before the line.
  package enum Mark: String, Hashable, Sendable {
    case none = " "
    case missing = "-"
    case extra = "+"
    case different = "~"
    case moved = ">"
  }

  package var mark: Mark
  package var depth: Int
  package var text: String
  /// What stands behind it.
  package var note: String
}
