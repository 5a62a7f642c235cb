import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// The name of a service.
struct ServiceName: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    source.snapshot?.knownServices ?? []
  }
}

/// The name under which a prompt remembers a tree.
struct RememberedName: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    source.remembered.names
  }
}

/// A child of the current model: its place, or a selector.
struct ChildSelector: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    ModelSelector.candidates(for: word, after: words, in: source)
  }
}

/// A tree to compare with: a remembered name, else a dump's file.
struct TreeName: TargetValue, NamesFiles {
  static let defaultCompletionKind = CompletionKind.file()

  var rawValue: String

  var fileNames: [String] { [rawValue] }

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    source.remembered.names + FileNames.beginning(with: word)
  }
}

/// The name of an action of the app, or what the action needs.
struct ActionWord: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    words.isEmpty ? source.target.actions.map(\.name) : []
  }
}

/// The name of a lint rule.
struct RuleName: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    LintRule.all.map(\.name)
  }
}

/// A word of a change, behind the verb of `what-if`.
struct ChangeWord: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    switch (words.first, words.count) {
    case ("remove", 1), ("move", 1), ("move", 3), ("register", 4), ("unregister", 4):
      ModelSelector.candidates(for: word, after: [], in: source)
    case ("move", 2): ["under"]
    case ("register", 1...2), ("unregister", 1...2):
      MessageWord.candidates(for: word, after: Array(words.dropFirst()), in: source)
    case ("register", 3), ("unregister", 3): ["at"]
    default: []
    }
  }
}
