/// The reason that a file couldn't be read, written, or removed.
public struct FileError: Error, Hashable, Sendable {
  /// The attempted action.
  public enum Action: String, Hashable, Sendable {
    /// Read the file.
    case read
    /// Write the file.
    case write
    /// Remove the file.
    case remove
    /// Create the folder.
    case make
  }

  /// The obstacle.
  public enum Reason: Hashable, Sendable {
    /// The system returned this error number (`errno`).
    case system(Int32)
    /// The path is a folder.
    case isFolder
    /// The path is a pipe, a device, or the like.
    case isNoFile
    /// The file's permissions allow no user to write to it.
    case isReadOnly
    /// The file is compressed, or text in UTF-16 or UTF-32.
    case isNoText
    /// The file exceeds this number of bytes.
    case isTooLarge(limit: Int)
  }

  /// The attempted action.
  public var action: Action
  /// The path of the file or folder, as given.
  public var path: String
  /// The obstacle.
  public var reason: Reason

  /// Creates an error.
  package init(_ action: Action, _ path: String, _ reason: Reason) {
    self.action = action
    self.path = path
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// One clause that names the file, the problem, and the remedy.
  public var description: String {
    problem.string + (words.remedy.map { "; \($0)" } ?? "")
  }

  /// The file and the problem: `cannot read 'tree.json': No such file or directory`.
  package var problem: SafeText {
    "cannot \(action.rawValue) '\(path)': \(words.fault)"
  }

  /// The fault, and its remedy; nil if the system's message is enough.
  private var words: (fault: SafeText, remedy: SafeText?) {
    switch reason {
    case .system(ENOENT) where path.isEmpty: ("its name is empty", "name a file")
    case .system(EISDIR), .isFolder: ("it is a folder", "name a file in it")
    case .system(ENOTDIR):
      ("a folder in its path is a file", action == .read ? "check the path" : "name another")
    case .system(let number): (SafeText(errno: number), remedy(for: number))
    case .isNoFile: ("it is not a regular file", "name another")
    case .isReadOnly: ("it is read-only", "name another")
    case .isNoText: ("it isn't text in UTF-8", "unpack it or convert it first")
    case .isTooLarge(let limit): ("it is larger than \(limit >> 20) MiB", "name another")
    }
  }

  private func remedy(for number: Int32) -> SafeText? {
    switch number {
    case ENOENT where action == .read: "check the path"
    case ENOENT where action == .write: "make its folder first"
    case EACCES, EPERM, EROFS: "check its permissions, or name another"
    case ENOSPC: "free some space"
    case ELOOP: "remove the link, or name another"
    case ENAMETOOLONG: "choose a shorter name"
    default: nil
    }
  }
}

extension SafeText {
  /// Creates text from the system's message for an error number.
  package init(errno number: Int32) { self.init(String(cString: strerror(number))) }
}
