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
    /// The file contains text in UTF-16 or UTF-32.
    case isUTF16
    /// The file is compressed; this program decompresses it.
    case isCompressed(program: String)
    /// The input doesn't end within this number of bytes.
    case isEndless(limit: Int)
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
    problem.string + (remedy.map { "; \($0)" } ?? "")
  }

  /// The file and the problem: `cannot read 'tree.json': No such file or directory`.
  package var problem: SafeText {
    "cannot \(action.rawValue) '\(path)': \(fault)"
  }

  private var fault: SafeText {
    switch reason {
    case .system(ENOENT) where path.isEmpty: "its name is empty"
    case .system(EISDIR), .isFolder: "it is a folder"
    case .system(ENOTDIR): "a folder in its path is a file"
    case .system(let number): SafeText(errno: number)
    case .isNoFile: "it is not a regular file"
    case .isReadOnly: "it is read-only"
    case .isUTF16: "it is UTF-16 or UTF-32, and UTF-8 is expected"
    case .isCompressed: "it is compressed"
    case .isEndless(let limit): "it has no end within \(limit >> 20) MiB"
    case .isTooLarge(let limit): "it is larger than \(limit >> 20) MiB"
    }
  }

  /// The remedy; nil if the system's message is enough.
  private var remedy: SafeText? {
    switch (reason, action) {
    case (.system(ENOENT), _) where path.isEmpty: "name a file"
    case (.system(ENOENT), .read), (.system(ENOTDIR), .read): "check the path"
    case (.system(ENOENT), .write): "make its folder first"
    case (.system(ENOTDIR), _): "name another"
    case (.system(EACCES), _), (.system(EPERM), _), (.system(EROFS), _):
      "check its permissions, or name another"
    case (.system(ENOSPC), _): "free some space"
    case (.system(ELOOP), _): "remove the link, or name another"
    case (.system(ENAMETOOLONG), _): "choose a shorter name"
    case (.system(EISDIR), _), (.isFolder, _): "name a file in it"
    case (.system, _): nil
    case (.isNoFile, _), (.isReadOnly, _), (.isTooLarge, _): "name another"
    case (.isUTF16, _): "convert it, as 'iconv -f UTF-16 -t UTF-8' does"
    case (.isCompressed(let program), _): "unpack it with '\(program)'"
    case (.isEndless, _): "name a file"
    }
  }
}

extension SafeText {
  /// Creates text from the system's message for an error number.
  package init(errno number: Int32) { self.init(String(cString: strerror(number))) }
}
