import ArgumentParser
import TextIO
import TreeLink

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
  /// - Throws: `DumpFileError` or `JournalError` if the file cannot be read, `AppLinkError` if the app
  ///   cannot be reached.
  func open(_ attendant: TargetAttendant, journalBytes: Int = 0) throws -> any SharedTarget {
    switch self {
    case .file(let path): try FileTarget(path)
    case .app(let name): try RemoteTarget(name, attendant, journalBytes: journalBytes)
    }
  }

  /// How the shell completes such a word: to files and to running apps.
  static let completion = CompletionKind.custom { _, _, word in
    word.hasPrefix("@")
      ? RemoteTarget.words.filter { $0.hasPrefix(word) }
      : FileNames.beginning(with: word) + (word.isEmpty ? RemoteTarget.words : [])
  }
}
