import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// A type with values that complete from a view.
protocol CompletesInView {
  /// Returns completions, including ones that don't begin with `word`.
  ///
  /// - Parameters:
  ///   - word: The text typed so far.
  ///   - words: The preceding values of the same option, if it takes several, or of the command's
  ///     arguments.
  static func candidates(for word: String, after words: [String], in view: View) -> [String]
}

/// A text value on the command line that completes from a view.
protocol TargetValue: RawRepresentable, ExpressibleByArgument, CompletesInView, Sendable
where RawValue == String {}

extension Optional: CompletesInView where Wrapped: CompletesInView {
  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    Wrapped.candidates(for: word, after: words, in: view)
  }
}

extension Array: CompletesInView where Element: CompletesInView {
  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    Element.candidates(for: word, after: words, in: view)
  }
}

extension View {
  /// The tree; nil if the target has none.
  var snapshot: Snapshot? { try? state().snapshot }
}

/// The name of a service.
struct ServiceName: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    view.snapshot?.knownServices ?? []
  }
}

/// A tree to compare with: a remembered name, a file, or a running app.
struct TreeName: TargetValue, NamesFiles {
  static let defaultCompletionKind = CompletionKind.file()
  var rawValue: String

  var fileNames: [String] { [rawValue] }

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    view.prompt.remembered.map(\.name) + FileNames.beginning(with: word)
  }
}

/// The name of a running app.
struct AppWord: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    RemoteTarget.words
  }
}

/// The name of an action, or one of its arguments.
struct ActionWord: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    let actions = view.actions
    guard let name = words.first else { return actions.map(\.name) }
    guard let action = actions.first(where: { $0.name == name }) else { return [] }
    return action.parameters.dropFirst(words.count - 1).first.flatMap { action.values[$0] } ?? []
  }
}

/// The name of a lint rule.
struct RuleName: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    LintRule.all.map(\.name)
  }
}

/// A word of an edit, after the verb of `what-if`.
struct ChangeWord: TargetValue {
  var rawValue: String

  static func candidates(for word: String, after words: [String], in view: View) -> [String] {
    ["register", "unregister"].contains(words.first) && words.count < 3
      ? MessageWord.candidates(for: word, after: Array(words.dropFirst()), in: view)
      : ModelSelector.candidates(for: word, after: [], in: view)
  }
}

/// A value on the command line that names files or other targets to read or write.
///
/// When another program runs a command, the command may name only those that the program was
/// started with.
protocol NamesFiles {
  /// The names; none for a value that isn't a file, such as standard output.
  var fileNames: [String] { get }
}

extension Optional: NamesFiles where Wrapped: NamesFiles {
  var fileNames: [String] { self?.fileNames ?? [] }
}

extension Array: NamesFiles where Element: NamesFiles {
  var fileNames: [String] { flatMap(\.fileNames) }
}

/// A file or a folder that a command reads; `-` is standard input.
struct InputFile: RawRepresentable, ExpressibleByArgument, NamesFiles, Sendable {
  var rawValue: String

  var fileNames: [String] { [rawValue] }

  static var defaultCompletionKind: CompletionKind { .file() }
}

/// A file that a command writes; `-` is standard output.
struct OutputFile: RawRepresentable, ExpressibleByArgument, NamesFiles, Sendable {
  var rawValue: String

  var fileNames: [String] { rawValue == "-" ? [] : [rawValue] }

  static var defaultCompletionKind: CompletionKind { .file() }
}
