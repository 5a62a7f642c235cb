package import TextIO

/// Why a session could not be kept, or not be opened again.
public enum SessionArchiveError: Error, Hashable, Sendable {
  /// A file or a folder could not be read, written, removed or made: its path, what was tried, and
  /// the system's error number (`errno`), which is nil where the path leads to something that is not
  /// a regular file.
  case file(path: String, action: FileAction, code: Int32?)
  /// The kept archive is damaged: its place, the fault, and its new place.
  case damaged(place: String, reason: String, setAside: String?)
  /// The system's keychain answered with this status.
  case keychain(status: Int32)
  /// A session could not take, or could not give, what it keeps of its own.
  case content(session: String, reason: String)

  /// What was tried with a file.
  public enum FileAction: Hashable, Sendable {
    /// The file was to be read.
    case read
    /// The file was to be written.
    case write
    /// The file was to be removed.
    case remove
    /// The folder of the file was to be made.
    case makeFolder
  }
}

extension SessionArchiveError: CustomStringConvertible {
  /// One clause that names the place and the reason; for a file, what to do as well.
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

// The public face of `FileError`, whose module is no product.
extension SessionArchiveError {
  /// Takes the facts of a file's error.
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
