import TextIO

/// The bytes of a journal: a first line and those that follow it, in memory of the process or in a file.
final class JournalBytes {
  /// The most bytes.
  let limit: Int
  /// How many there are.
  private(set) var count = 0
  private var memory: [UInt8] = []
  private var file: JournalFileEnd?

  /// Takes memory of the process.
  init(limit: Int) { self.limit = limit }

  /// Takes a new file.
  init(limit: Int, file: JournalFileEnd) {
    self.limit = limit
    self.file = file
  }

  /// Adds whole lines, in one write.
  ///
  /// - Returns: whether they were added; if not, nothing of them is there.
  func append(_ lines: [UInt8]) -> Bool {
    if let file {
      guard file.append(lines, at: count) else { return false }
    } else {
      memory.append(contentsOf: lines)
    }
    count += lines.count
    return true
  }

  /// Replaces the first line by one of the same length.
  func replaceFirstLine(by line: [UInt8]) {
    if let file { return file.overwrite(line, at: 0) }
    memory.replaceSubrange(..<line.count, with: line)
  }

  /// The bytes from an offset on.
  func bytes(from offset: Int = 0) -> [UInt8] {
    guard let file else { return Array(memory[min(offset, memory.count)...]) }
    return file.read(from: offset, count: count - offset)
  }

  /// Keeps what follows an offset, behind a new first line.
  ///
  /// - Returns: whether that was possible.
  func keep(from offset: Int, behind firstLine: [UInt8]) -> Bool {
    if let file {
      guard file.replace(by: firstLine + file.read(from: offset, count: count - offset)) else {
        return false
      }
    } else {
      memory.replaceSubrange(..<offset, with: firstLine)
    }
    count += firstLine.count - offset
    return true
  }

  /// Whether the file is no longer as it was written: another program cut it off, or wrote into it.
  var isChanged: Bool { file?.isChanged == true }
}

/// The end of a journal's file, at which one process writes.
///
/// A child of `fork()` has the same file open, and writes nothing.
final class JournalFileEnd {
  private let path: String
  private let shownPath: String
  private let keptCount: Int
  private let process = getpid()
  private var descriptor: Int32
  private(set) var isChanged = false
  private var hasComplained = false

  /// Makes a new file; a link also counts as taken.
  ///
  /// - Parameters:
  ///   - unfinishedPath: where the file is until it has its name.
  ///   - path: its name.
  ///   - shownPath: the path in errors.
  ///   - keptCount: how many earlier files there are at most: another process may set this one aside.
  init(
    _ unfinishedPath: String, path: String, for shownPath: String, keeping keptCount: Int
  ) throws(FileError) {
    (self.path, self.shownPath, self.keptCount) = (path, shownPath, keptCount)
    try FileNames.makeFolder(of: path)
    descriptor = Self.create(unfinishedPath)
    guard descriptor >= 0 else { throw FileError(.write, shownPath, .system(errno)) }
  }

  deinit { close(descriptor) }

  private static func create(_ path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_APPEND, 0o600)
  }

  /// Writes lines at the end, whole or not at all.
  func append(_ lines: [UInt8], at end: Int) -> Bool {
    guard getpid() == process else { return false }
    let count = Self.put(lines, to: descriptor)
    if count < lines.count {
      complain(errno)
      if count > 0 { ftruncate(descriptor, off_t(end)) }
      return false
    }
    if lseek(descriptor, 0, SEEK_CUR) != off_t(end + lines.count) { isChanged = true }
    return true
  }

  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count > 0 { written += count } else if count == 0 || errno != EINTR { break }
      }
      return written
    }
  }

  /// Writes over bytes that are there.
  func overwrite(_ bytes: [UInt8], at offset: Int) {
    guard getpid() == process else { return }
    // A file that is open for appending takes all bytes at its end.
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_APPEND) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, off_t(offset))
    _ = fcntl(descriptor, F_SETFL, flags)
  }

  /// Reads bytes; fewer if the file ends before.
  func read(from offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, read in
      while read < buffer.count {
        let more = pread(
          descriptor, buffer.baseAddress.map { $0 + read }, buffer.count - read,
          off_t(offset + read))
        if more > 0 { read += more } else if more == 0 || errno != EINTR { break }
      }
    }
  }

  /// Moves a file with other bytes into the place of this one.
  func replace(by bytes: [UInt8]) -> Bool {
    guard getpid() == process, let place = presentPath else { return false }
    let newPath = "\(path).new-\(getpid())"
    FileNames.remove(newPath)
    let new = Self.create(newPath)
    guard new >= 0 else {
      complain(errno)
      return false
    }
    guard Self.put(bytes, to: new) == bytes.count, rename(newPath, place) == 0 else {
      complain(errno)
      close(new)
      FileNames.remove(newPath)
      return false
    }
    close(descriptor)
    descriptor = new
    isChanged = false
    return true
  }

  /// Where the file is: a later run of the app may have set it aside. Nil if it was removed.
  private var presentPath: String? {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { return nil }
    let names = [path] + (0..<max(0, keptCount)).map { "\(path).\($0 + 1)" }
    return names.first { name in
      var other = stat()
      return lstat(name, &other) == 0 && other.st_ino == own.st_ino && other.st_dev == own.st_dev
    }
  }

  /// Says once that records are lost.
  private func complain(_ number: Int32) {
    if hasComplained { return }
    hasComplained = true
    let error = FileError(.write, shownPath, .system(number))
    let line: SafeText = "\(error); the journal leaves out records until it can be written\n"
    _ = Self.put(Array(line.string.utf8), to: 2)
  }
}
