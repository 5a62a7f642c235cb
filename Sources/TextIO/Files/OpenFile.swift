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
    /// Appends to it; follows links, creates a missing file for its owner.
    case appending
    /// Creates a file with these permissions; a taken name, even by a link, is an error.
    case creating(mode: UInt32)

    var action: FileError.Action {
      switch self {
      case .reading, .readingAtOnce, .readingItself: .read
      case .writingThrough, .appending, .creating: .write
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
      case .appending: open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
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
    var sink = FileSink(descriptor: descriptor)
    sink.write(bytes)
    sink.flush()
    if let failure = sink.failure { throw FileError(action, path, .system(failure)) }
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
