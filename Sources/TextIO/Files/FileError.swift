/// Why a file could not be read, written or removed.
public struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Action: String, Hashable, Sendable {
    /// The file was to be read.
    case read
    /// The file was to be written.
    case write
    /// The file was to be removed.
    case remove
    /// The folder was to be made.
    case make
  }

  /// What was in the way.
  public enum Reason: Hashable, Sendable {
    /// The system refused, with this error number (`errno`).
    case system(Int32)
    /// The path leads to a folder.
    case isFolder
    /// The path leads to a pipe, a device or the like.
    case isNoFile
    /// The path leads to a symbolic link whose target is missing.
    case isLinkToNothing
    /// The file's permissions let nobody write to it.
    case isReadOnly
    /// The file holds text in UTF-16.
    case isUTF16
    /// The file holds text in UTF-32.
    case isUTF32
    /// The file is compressed, and this program unpacks it.
    case isCompressed(program: String)
    /// The input has no end, or none within this number of bytes.
    case isEndless(limit: Int)
    /// The file has more than this number of bytes.
    case isTooLarge(limit: Int)
  }

  /// What was tried.
  public var action: Action
  /// The file or folder, as it was named.
  public var path: String
  /// What was in the way.
  public var reason: Reason

  /// Creates an error.
  package init(_ action: Action, _ path: String, _ reason: Reason) {
    self.action = action
    self.path = path
    self.reason = reason
  }
}
