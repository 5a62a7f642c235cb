package import TextIO

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
