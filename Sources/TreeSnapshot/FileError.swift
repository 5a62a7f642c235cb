#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Action: String, Hashable, Sendable {
    case read
    case write
  }

  /// What was tried.
  public var action: Action
  /// The file, as it was named.
  public var path: String
  /// What the system says, such as "No such file or directory".
  public var reason: String

  init(_ action: Action, _ path: String, errno number: Int32) {
    let advice =
      switch (number, action) {
      case (ENOENT, .read): "; check the path"
      case (ENOENT, .write), (ENOTDIR, .write): "; make its folder first"
      case (EACCES, _), (EPERM, _), (EROFS, _): "; check its permissions, or name another"
      case (ENOSPC, _): "; free some space"
      default: ""
      }
    self.init(action, path, reason: String(cString: strerror(number)) + advice)
  }

  init(_ action: Action, _ path: String, reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// One clause that names the file and the reason.
  public var description: String {
    SafeText.escape("cannot \(action.rawValue) '\(path)': \(reason)")
  }
}

/// Why a dump in a file could not be read.
public enum DumpFileError: Error, Hashable, Sendable {
  case file(FileError)
  case dump(path: String, DumpError)
}

extension DumpFileError: CustomStringConvertible {
  /// One clause that names the file, the line and what to do.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .dump(let path, let error): "\(SafeText.escape(path)): \(error)"
    }
  }
}
