package import TreeAnalysis

/// What some lines of a spec are there for, and how much it matters where they do not hold.
package struct SpecRule: Hashable, Sendable {
  /// What it is called in answers and baselines.
  package var name: String
  /// How much it matters: a tree that breaks an error or a warning fails, a note is shown.
  package var severity: LintSeverity
  /// Why it is there.
  package var reason: String
  /// The line of the text, from 1.
  package var line: Int
}

/// A name for models, which a line gives and others use.
struct SpecBinding: Sendable {
  var line: Int
  /// Selectors only.
  var places: [SpecPlace]
}
