import ArgumentParser
import CVersion
import TextIO
import TreeLink

/// A target on the command line: a file, `-` for standard input, or a running app.
enum TargetWord {
  case file(String)
  case app(AppName)

  init(_ word: String) {
    self = AppName(word: word).map { .app($0) } ?? .file(word)
  }

  /// Opens the target.
  ///
  /// - Parameter lastRecords: the number of a journal's last records that are enough; nil for all.
  /// - Throws: `DumpFileError` or `JournalError` if the file can't be read, `AppLinkError` if the
  ///   app can't be reached.
  func open(
    _ attendant: TargetAttendant, lastRecords: Int? = nil
  ) throws -> any SharedTarget {
    switch self {
    case .file(let path): try FileTarget(path, lastRecords: lastRecords)
    case .app(let name): try RemoteTarget(name, attendant)
    }
  }

  /// The shell's completion of such a word.
  static let completion = CompletionKind.file()
}

/// Who waits for a target, and for how long.
package struct TargetAttendant {
  /// Shows a line to a waiting person; nil if there is none.
  var note: ((SafeText) -> Void)?
  /// Ends the wait.
  var interruption: Interruption?
  /// The maximum time without any data from the target; nil for no limit.
  var limit: Duration?

  /// For a completion: waits only briefly.
  static var completion: TargetAttendant { TargetAttendant(limit: .milliseconds(500)) }

  /// For a page: waits no longer than the app may stay unseen.
  package static var watching: TargetAttendant { TargetAttendant(limit: .seconds(1)) }

  /// For an agent's or a page's query: returns early, because a busy app is an answer, too.
  package static var agent: TargetAttendant { TargetAttendant(limit: .seconds(5)) }

  /// How long to wait for a silent app if the wait isn't visible, as in CI.
  static let unseenPatience = Duration.seconds(30)
}

/// The version of the command.
enum Version {
  /// The version in reports.
  static let current = "0.1.0"

  /// The version in `--version`, with the commit that the command was built from, if it is known.
  static var withCommit: String {
    let commit = String(cString: modeltree_commit())
    return commit.isEmpty ? current : "\(current) (\(commit))"
  }
}
