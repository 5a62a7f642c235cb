import Foundation
import ModelTree
import ModelTreeStorage
import TestSupport

/// A folder with the file of a session in it.
nonisolated struct SessionFolder {
  static let archive = SessionArchive(
    credentials: Credentials(userID: "1", userName: "Ann \u{1b}[31m", token: "t/1"),
    content: #"{"draft":"half a \"thought\""}"#)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path }
  /// Everything in the folder, in order.
  var names: [String] { folder.names }
  var store: FileSessionStore { FileSessionStore(path: file) }
  /// The file of the session.
  var file: String { folder.path(of: "session.json") }

  func path(of name: String) -> String { folder.path(of: name) }

  func text(of name: String) throws -> String { try folder.text(of: name) }

  /// Writes a file that everybody may read, if nothing else is said.
  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws {
    try folder.write(text, to: name)
    chmod(folder.path(of: name), mode)
  }

  /// The permissions of a file, without following links; nil if it is missing.
  func mode(of name: String) -> mode_t? {
    var status = stat()
    return lstat(folder.path(of: name), &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}

/// The action that a store refuses; nil if it doesn't.
nonisolated func refusal(_ work: () throws -> Void) -> SessionArchiveError? {
  do {
    try work()
    return nil
  } catch {
    return error as? SessionArchiveError
  }
}

/// Gives up root's rights, if this process has them, in favor of whom a folder belongs to now.
///
/// - Returns: whether permissions hold for this process.
nonisolated func becomeOrdinaryUser(owning folders: String...) -> Bool {
  guard geteuid() == 0 else { return true }
  for folder in folders where chown(folder, 65_534, 65_534) != 0 { return false }
  return setgid(65_534) == 0 && setuid(65_534) == 0
}
