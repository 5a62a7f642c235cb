import ArgumentParser
import TreeSnapshot

/// A type whose values complete by what a target holds.
protocol CompletesOnTarget {
  /// Returns texts of which those that begin with `word` complete it.
  ///
  /// - Parameters:
  ///   - word: What is typed of the value.
  ///   - words: The values before it: of the same option, else of the command's arguments.
  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String]
}

/// What candidates are taken from.
struct CompletionSource {
  let target: any InspectionTarget
  var remembered = RememberedTrees()
  var session = PromptSession()

  /// The present tree; nil where the target has none.
  var snapshot: Snapshot? { try? target.state().snapshot }
}

/// A value of a command line that is text, and completes by what a target holds.
protocol TargetValue: RawRepresentable, ExpressibleByArgument, CompletesOnTarget, Sendable
where RawValue == String {}

extension Optional: CompletesOnTarget where Wrapped: CompletesOnTarget {
  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    Wrapped.candidates(for: word, after: words, in: source)
  }
}

extension Array: CompletesOnTarget where Element: CompletesOnTarget {
  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    Element.candidates(for: word, after: words, in: source)
  }
}
