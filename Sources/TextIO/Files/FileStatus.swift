/// The attributes of a file.
package struct FileStatus {
  /// The kind of a file.
  package enum Kind {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A socket.
    case socket
    /// A pipe, a device, or the like.
    case other
  }

  /// Identifies a file, whatever its names.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Its kind.
  package var kind: Kind
  var identity: Identity
  /// Its permissions.
  package var mode: UInt32
  /// The number of the user who owns it.
  package var owner: UInt32
  var group: UInt32
  /// The number of its names (hard links).
  var nameCount: Int
  var size: Int
  /// When its content changed, in nanoseconds since 1970.
  package var modified: Int

  /// Whether other users than its owner have any access.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }
  /// The owner's permissions.
  var ownersMode: UInt32 { mode & 0o700 }
}

extension FileStatus {
  /// Converts the system's status.
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    nameCount = Int(status.st_nlink)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}

/// Identifies a file's content, as well as possible without reading it.
package struct FileStamp: Hashable, Sendable {
  private let identity: FileStatus.Identity
  private let size: Int
  private let modified: Int

  /// Reads a file's stamp; nil if it is missing.
  package init?(of path: String) {
    guard let status = FileNames.status(of: path) else { return nil }
    (identity, size, modified) = (status.identity, status.size, status.modified)
  }
}
