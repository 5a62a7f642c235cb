/// An open file. It is closed with this value; child processes don't inherit it.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  private let action: FileError.Action
  /// The file's name in errors.
  private let path: String

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - flags: how the system opens it.
  ///   - mode: the permissions of a file that is created; by default, only for its owner.
  ///   - path: the file's name in errors.
  init(
    _ name: String, _ flags: Int32, mode: UInt32 = 0o600, of path: String
  ) throws(FileError) {
    self.path = path
    action = flags & (O_WRONLY | O_RDWR) == 0 ? .read : .write
    descriptor = open(name, flags | O_CLOEXEC, mode_t(mode))
    if descriptor < 0 { throw FileError(action, path, .system(errno)) }
  }

  /// Opens a file for reading, unless it is a link. Doesn't wait for the writer of a pipe.
  init(readingItself path: String) throws(FileError) {
    try self.init(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, of: path)
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

  /// Waits until the content is on disk.
  func sync() throws(FileError) {
    if fsync(descriptor) != 0 { throw FileError(action, path, .system(errno)) }
  }
}

/// The attributes of a file.
package struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
  package enum Kind: Sendable {
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

  /// Its kind.
  package var kind: Kind
  var device: UInt64
  var number: UInt64
  /// Its permissions.
  package var mode: UInt32
  /// The number of the user who owns it.
  package var owner: UInt32
  var size: Int
  /// When its content changed, in nanoseconds since 1970.
  package var modified: Int

  /// Whether other users than its owner have any access.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

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
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
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
  private let status: FileStatus

  /// Reads a file's stamp; nil if it is missing.
  package init?(of path: String) {
    guard let status = FileNames.status(of: path) else { return nil }
    self.status = status
  }
}
