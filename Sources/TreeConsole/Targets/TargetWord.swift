import ArgumentParser
import TextIO
import TreeLink
import TreeSnapshot

/// What a command looks at, as a person names it: a file, `-` for standard input, or a running app.
enum TargetWord {
  case file(String)
  case app(AppName)

  init(_ word: String) {
    self = AppName(word: word).map { .app($0) } ?? .file(word)
  }

  /// Opens the target.
  ///
  /// - Parameter journalBytes: How many bytes of a running app's journal are kept here; 0 for none.
  /// - Throws: `DumpFileError` where the file cannot be read, `AppLinkError` where the app cannot be
  ///   reached.
  func open(
    noting output: ConsoleOutput, journalBytes: Int = 0
  ) throws -> any SharedTarget {
    switch self {
    case .file(let path):
      output.protect(path)
      return try FileTarget.open(path)
    case .app(let name):
      return try RemoteTarget(name, noting: output, journalBytes: journalBytes)
    }
  }

  /// How the shell completes such a word: to files and to apps that run.
  static let completion = CompletionKind.custom { _, _, word in completions(of: word) }

  /// The words that begin so.
  static func completions(of word: String) -> [String] {
    word.hasPrefix("@")
      ? RemoteTarget.words.filter { $0.hasPrefix(word) }
      : FileNames.beginning(with: word) + (word.isEmpty ? RemoteTarget.words : [])
  }
}
