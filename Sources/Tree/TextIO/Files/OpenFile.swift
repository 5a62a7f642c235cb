/// An open file. It is closed with this value; child processes don't inherit it.
struct OpenFile: ~Copyable {
  /// How a file is opened.
  enum Use {
    /// Reads it; follows links, waits for a pipe.
    case reading
    /// Reads it; follows links, doesn't wait for a pipe.
    case readingAtOnce
    /// Reads the file itself; doesn't follow links or wait for a pipe.
    case readingItself
    /// Writes to it in place.
    case writingThrough
    /// Creates a file with these permissions; a taken name, even by a link, is an error.
    case creating(mode: UInt32)

    var action: FileError.Action {
      switch self {
      case .reading, .readingAtOnce, .readingItself: .read
      case .writingThrough, .creating: .write
      }
    }
  }

  private let descriptor: Int32
  private let action: FileError.Action
  /// The file's name in errors.
  private let path: String

  /// Opens a file.
  ///
  /// - Parameter path: the file's name in errors.
  init(_ name: String, for use: Use, of path: String) throws(FileError) {
    self.path = path
    action = use.action
    descriptor =
      switch use {
      case .reading: open(name, O_RDONLY | O_CLOEXEC)
      case .readingAtOnce: open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      case .readingItself: open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      case .writingThrough: open(name, O_WRONLY | O_CLOEXEC)
      case .creating(let mode):
        open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      }
    if descriptor < 0 { throw FileError(action, path, .system(errno)) }
  }

  /// Opens standard input, which stays open.
  init(standardInputNamed path: String) {
    self.path = path
    action = .read
    descriptor = STDIN_FILENO
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// The file's status; nil if unknown.
  var status: FileStatus? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
  }

  /// Reads the next bytes; none at the end.
  func read(limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = Descriptor.chunk(of: descriptor, limit: limit) else {
      throw FileError(action, path, .system(errno))
    }
    return bytes
  }

  /// Reads all remaining bytes.
  func readToEnd() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try read(limit: 65_536)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(FileError) {
    if let failure = Descriptor.writeAll(bytes, to: descriptor) {
      throw FileError(action, path, .system(failure))
    }
  }

  /// Changes the permissions.
  func setMode(_ mode: UInt32) throws(FileError) {
    if fchmod(descriptor, mode_t(mode)) != 0 { throw FileError(action, path, .system(errno)) }
  }

  /// Gives the file the owner and group of another, or at least the group, if the system allows it.
  ///
  /// - Returns: whether the file now has that owner.
  func setOwner(of other: FileStatus) -> Bool {
    guard let current = status else { return false }
    if current.owner == other.owner, current.group == other.group { return true }
    if fchown(descriptor, other.owner, other.group) == 0 { return true }
    // Only the superuser may give files away, but an owner may choose one of their own groups.
    _ = fchown(descriptor, current.owner, other.group)
    return current.owner == other.owner
  }

  /// Waits until the content is on disk.
  func sync() throws(FileError) {
    if fsync(descriptor) != 0 { throw FileError(action, path, .system(errno)) }
  }

  /// The result of locking a file.
  enum Lock {
    case locked, isLockedByAnother
    /// The file system doesn't support locks.
    case impossible
  }

  /// Locks the file until it is closed, without waiting.
  func lock() -> Lock {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .locked }
    return errno == EWOULDBLOCK ? .isLockedByAnother : .impossible
  }
}

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
