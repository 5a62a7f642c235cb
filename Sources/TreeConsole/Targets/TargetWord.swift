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

/// Who waits for a target's answer, and for how long.
package struct TargetAttendant {
  /// Shows a line to the person who waits; nil if there is none.
  var note: ((SafeText) -> Void)?
  /// Ends the wait.
  var interruption: Interruption?
  /// How long the wait may last; nil for no limit.
  var limit: Duration?
  /// How long the target may send nothing; nil for no limit.
  var silence: Duration?

  /// Waits no longer than a person would for a completion.
  static var completion: TargetAttendant { TargetAttendant(limit: .milliseconds(500)) }

  /// Waits no longer than a page may leave its app unshown.
  package static var watching: TargetAttendant { TargetAttendant(limit: .seconds(1)) }

  /// Waits as long as an agent or a page should: that an app is busy is an answer, too.
  package static var agent: TargetAttendant { TargetAttendant(limit: .seconds(5)) }

  /// How long a command waits for a silent app if no one sees that it waits, as in CI.
  static let unseenPatience = Duration.seconds(30)
}
