package import TextIO

/// The stored state of an authorized session, with which the next run of the app can reopen it.
public struct SessionArchive: Hashable, Sendable, Codable {
  /// The signed-in user.
  public var credentials: Credentials
  /// The session's own text; nil if it stores none.
  public var content: String?

  /// Creates an archive.
  ///
  /// - Parameters:
  ///   - credentials: the signed-in user.
  ///   - content: the session's own text.
  public init(credentials: Credentials, content: String? = nil) {
    self.credentials = credentials
    self.content = content
  }
}

/// A session that keeps a text, in addition to its credentials, between runs of the app.
///
/// `ArchivingSession` in the product `ModelTreeStorage` creates the text from any `Codable` value.
@MainActor
public protocol TextArchivingSession: Session {
  /// Returns the text to keep.
  ///
  /// - Throws: an error if there is none now; the text kept before stays.
  func archivedText() throws -> String

  /// Receives the stored text before the session opens.
  ///
  /// - Throws: an error if the text is unusable; the session opens without it.
  func restore(text: String) throws
}

/// A signed-in user.
public struct Credentials: Hashable, Sendable, Codable {
  /// The user's id.
  public var userID: String
  /// The name to show.
  public var userName: String
  /// The token with which services sign their requests.
  public var token: String

  /// Creates credentials.
  ///
  /// - Parameters:
  ///   - userID: the user's id.
  ///   - userName: the name to show.
  ///   - token: the token with which services sign their requests.
  public init(userID: String, userName: String, token: String) {
    self.userID = userID
    self.userName = userName
    self.token = token
  }
}

/// A place that stores the last authorized session while the app isn't running.
///
/// The store is called on the main actor, and returns before the session continues.
/// `MemorySessionStore` keeps the session in memory. The product `ModelTreeStorage` provides
/// `FileSessionStore` and, on Apple platforms, `KeychainSessionStore`.
public protocol SessionStore: AnyObject {
  /// Returns the last saved archive, if any.
  ///
  /// - Throws: an error if it cannot be read. The next `save` succeeds all the same.
  func load() throws -> SessionArchive?

  /// Replaces the stored archive, completely or not at all.
  ///
  /// - Throws: an error if it cannot be kept; the archive kept before stays.
  func save(_ archive: SessionArchive) throws

  /// Removes the archive, because the user has signed out.
  ///
  /// - Throws: an error if that fails; the next start then opens the session again.
  func clear() throws
}

/// A store in memory: for tests, and for apps that shouldn't remember the user.
public final class MemorySessionStore: SessionStore {
  /// The last saved archive.
  public var archive: SessionArchive?

  /// Creates a store.
  ///
  /// - Parameter archive: its initial archive.
  public init(_ archive: SessionArchive? = nil) { self.archive = archive }

  /// Returns the last saved archive.
  public func load() -> SessionArchive? { archive }

  /// Saves an archive.
  public func save(_ archive: SessionArchive) { self.archive = archive }

  /// Removes the archive.
  public func clear() { archive = nil }
}

/// Why a session couldn't be stored or reopened.
public enum SessionArchiveError: Error, Hashable, Sendable {
  /// A file or a folder couldn't be read, written, removed, or created: its path, the action, and
  /// the system's error number (`errno`), which is nil if the path isn't a regular file.
  case file(path: String, action: FileAction, code: Int32?)
  /// The stored archive is damaged: its place, the fault, and its new place.
  case damaged(place: String, reason: String, setAside: String?)
  /// The system's keychain returned this status.
  case keychain(status: Int32)
  /// A session couldn't encode or decode its own text.
  case content(session: String, reason: String)

  /// An attempted action on a file.
  public enum FileAction: Hashable, Sendable {
    /// Reading the file.
    case read
    /// Writing the file.
    case write
    /// Removing the file.
    case remove
    /// Creating the file's folder.
    case makeFolder
  }
}

extension SessionArchiveError: CustomStringConvertible {
  /// One clause with the place and the reason; for a file, also with the remedy.
  public var description: String {
    let text: SafeText =
      switch self {
      case .file(let path, let action, let code):
        "\(FileError(action.inFiles, path, code.map { .system($0) } ?? .isNoFile))"
      case .damaged(let place, let reason, let setAside):
        "the session in '\(place)' is damaged: \(reason)"
          + (setAside.map { "; it is now in '\($0)'" } ?? "; it stays there until the next is kept")
      case .keychain(let status): "the keychain answered with status \(status)"
      case .content(let session, let reason): "what \(session) keeps was lost: \(reason)"
      }
    return text.string
  }
}

// The public form of `FileError`, whose module isn't a product.
extension SessionArchiveError {
  /// Converts the error of a file.
  package init(_ error: FileError) {
    let code: Int32? = if case .system(let code) = error.reason { code } else { nil }
    self = .file(path: error.path, action: FileAction(error.action), code: code)
  }
}

extension SessionArchiveError.FileAction {
  fileprivate init(_ action: FileError.Action) {
    self =
      switch action {
      case .read: .read
      case .write: .write
      case .remove: .remove
      case .make: .makeFolder
      }
  }

  fileprivate var inFiles: FileError.Action {
    switch self {
    case .read: .read
    case .write: .write
    case .remove: .remove
    case .makeFolder: .make
    }
  }
}
