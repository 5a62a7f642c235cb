package import TextIO
package import TreeAnalysis
import TreeSnapshot

/// What is wrong with one thing that a spec asks for, in words.
package struct Explanation {
  /// What is wrong, in a clause.
  package var problem: SafeText
  /// The comment above the line.
  package var comment: [SafeText] = []
  /// The line of the tree that differs first; nil for what is about one line.
  package var line: Int?
  /// How the tree differs from its spec.
  package var differences: [ShapeDifference] = []
  /// The tree as it is and as it should be.
  package var rows: [AnnotatedRow] = []
  /// More lines.
  package var details: [SafeText] = []
  /// The ways that messages take instead.
  package var routes: [Route] = []
  /// Where a journal first holds what is not allowed; nil for a tree.
  package var moment: MomentFinding?
}

/// One place in which a tree is not what its spec says.
package struct ShapeDifference: Hashable, Sendable {
  /// In what way.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A model that is asked for is not there.
    case missing
    /// A model is there that no line asks for.
    case extra
    /// A model is elsewhere.
    case moved
    /// A model is not what its line says.
    case different
  }

  /// In what way.
  package var kind: Kind
  /// The line of the spec; nil for what is extra.
  package var line: Int?
  /// The path of the model, or of the parent that it should have; for what moved, where it is.
  package var path: String
  /// The model's id in the dump; nil for what is missing.
  package var id: Int?
  /// The line of code that made the model, where it is known.
  package var source: String?
  /// What is different, in a clause.
  package var text: SafeText
  /// The comment above the line of the spec.
  package var comment: [SafeText] = []
  /// How many models are missing, extra, moved or different.
  package var count = 1
}

/// A line of the tree as it is and as it should be.
package struct AnnotatedRow: Hashable, Sendable {
  /// What precedes the line.
  package enum Mark: Character, Hashable, Sendable {
    case none = " "
    case missing = "-"
    case extra = "+"
    case different = "~"
    case moved = ">"
  }

  package var mark: Mark
  package var depth: Int
  package var text: SafeText
  /// What follows the line.
  package var note: SafeText
}
