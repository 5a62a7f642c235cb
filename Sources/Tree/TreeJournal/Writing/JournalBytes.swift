import TextIO

/// The bytes of a journal: a first line and those that follow it, in memory of the process or in a file.
final class JournalBytes {
  /// The most bytes.
  let limit: Int
  /// How many there are.
  private(set) var count = 0
  private var memory: [UInt8] = []
  private var file: JournalFileEnd?

  /// Takes memory of the process, or a new file.
  init(limit: Int, file: JournalFileEnd? = nil) { (self.limit, self.file) = (limit, file) }

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

  /// The bytes from an offset on.
  func bytes(from offset: Int) -> [UInt8] {
    file?.read(from: offset, count: count - offset) ?? Array(memory[min(offset, count)...])
  }

  /// Keeps what follows an offset, behind a new first line.
  ///
  /// - Returns: whether that was possible.
  func keep(from offset: Int, behind firstLine: [UInt8]) -> Bool {
    if let file {
      guard file.replace(by: firstLine + bytes(from: offset)) else { return false }
    } else {
      memory.replaceSubrange(..<offset, with: firstLine)
    }
    count += firstLine.count - offset
    return true
  }

  /// Whether another program cut the file off, or wrote into it.
  var isChanged: Bool { file?.isChanged == true }
}

/// The end of a journal's file, at which one process writes.
///
/// A child of `fork()` has the same file open, and writes nothing.
final class JournalFileEnd {
  private let path: String
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
  ///   - keptCount: how many earlier files there are at most: another process may set this one aside.
  init(_ unfinishedPath: String, path: String, keeping keptCount: Int) throws(FileError) {
    (self.path, self.keptCount) = (path, keptCount)
    try FileNames.makeFolder(of: path)
    descriptor = Self.create(unfinishedPath)
    guard descriptor >= 0 else { throw FileError(.write, path, .system(errno)) }
  }

  deinit { close(descriptor) }

  private static func create(_ path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_APPEND, 0o600)
  }

  /// Writes lines at the end, whole or not at all.
  func append(_ lines: [UInt8], at end: Int) -> Bool {
    guard getpid() == process else { return false }
    if let failure = Descriptor.writeAll(lines, to: descriptor) {
      complain(failure)
      ftruncate(descriptor, off_t(end))
      return false
    }
    if lseek(descriptor, 0, SEEK_CUR) != off_t(end + lines.count) { isChanged = true }
    return true
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
    let failure = new < 0 ? errno : Descriptor.writeAll(bytes, to: new)
    guard failure == nil, rename(newPath, place) == 0 else {
      complain(failure ?? errno)
      if new >= 0 { close(new) }
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
    let error = FileError(.write, path, .system(number))
    let line: SafeText = "\(error); the journal leaves out records until it can be written\n"
    Descriptor.writeAll(line.string.utf8, to: Descriptor.errors)
  }
}
