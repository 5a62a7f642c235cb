/// A new file of a fixed size, mapped into memory, that only its owner can read.
///
/// Bytes written to the memory reach the file even if the process is killed a moment later. All
/// blocks are allocated on the disk before mapping, so a full disk is an error here. If the file is
/// truncated later, the memory stays usable, as `MappedRegions` explains; a child of `fork()`
/// writes into a copy.
package final class MappedFile {
  /// The file's bytes, zeros at first.
  package let start: UnsafeMutableRawPointer
  private let region: MappedRegions.Region

  /// Creates a file if its name is free; a link also counts as taken.
  ///
  /// - Parameters:
  ///   - path: the file; a missing folder is created.
  ///   - bytes: its size.
  ///   - shownPath: the path in errors.
  package convenience init(
    creating path: String, bytes: Int, for shownPath: String
  ) throws(FileError) {
    try self.init(creating: path, bytes: bytes, for: shownPath, takingBlocks: Self.takeBlocks)
  }

  /// - Parameter takingBlocks: allocates the blocks of a file on the disk; returns the error number
  ///   on failure.
  init(
    creating path: String, bytes: Int, for shownPath: String,
    takingBlocks: (_ descriptor: Int32, _ bytes: Int) -> Int32?
  ) throws(FileError) {
    try Folder(of: path).make()
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.write, shownPath, .system(errno)) }
    func refusal(_ number: Int32) -> FileError {
      close(descriptor)
      unlink(path)
      return FileError(.write, shownPath, .system(number))
    }
    if fchmod(descriptor, 0o600) != 0 { throw refusal(errno) }
    if let number = takingBlocks(descriptor, bytes) {
      // Network and foreign file systems can't reserve blocks; zeros allocate them.
      guard number == ENOTSUP || number == EOPNOTSUPP || number == EINVAL else {
        throw refusal(number)
      }
      if let number = Self.writeZeros(to: descriptor, bytes) { throw refusal(number) }
    }
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { throw refusal(errno) }
    start = memory
    region = MappedRegions.Region(start: memory, count: bytes, descriptor: descriptor)
    MappedRegions.add(region, of: shownPath)
  }

  deinit {
    MappedRegions.remove(region)
    munmap(region.start, region.count)
    close(region.descriptor)
  }

  /// Reserves the blocks of a file on the disk; returns the error number on failure.
  private static func takeBlocks(of descriptor: Int32, _ bytes: Int) -> Int32? {
    #if canImport(Darwin)
      var wish = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(bytes), fst_bytesalloc: 0)
      if fcntl(descriptor, F_PREALLOCATE, &wish) == -1 { return errno }
      return ftruncate(descriptor, off_t(bytes)) == 0 ? nil : errno
    #else
      while true {
        let number = posix_fallocate(descriptor, 0, off_t(bytes))
        if number == 0 { return nil }
        if number != EINTR { return number }
      }
    #endif
  }

  /// Fills a new file with zeros; returns the error number on failure.
  private static func writeZeros(to descriptor: Int32, _ bytes: Int) -> Int32? {
    let zeros = [UInt8](repeating: 0, count: 65_536)
    var written = 0
    while written < bytes {
      let count = pwrite(descriptor, zeros, min(zeros.count, bytes - written), off_t(written))
      if count > 0 { written += count } else if errno != EINTR { return errno }
    }
    return nil
  }
}

/// The mapped files of this process, and what happens to them without a call of ours.
///
/// - If a file is truncated, or its disk can't take a page, the next write would end the process
///   with `SIGBUS`. Here, the page becomes the process's own memory, and one line on standard error
///   reports it.
/// - A child of `fork()` would share mapped files with its parent. Here, it gets a copy, page by
///   page as it writes; the file stays with the parent.
///
/// Neither works if the app later sets its own handler for `SIGBUS` that doesn't call the previous
/// one, or creates a child by a system call instead of `fork()`.
enum MappedRegions {
  /// A mapped file.
  struct Region {
    let start: UnsafeMutableRawPointer
    let count: Int
    let descriptor: Int32
  }

  /// An entry of the list that handlers read.
  private struct Entry {
    /// Nil if the file is unmapped: the entry can be reused.
    var region: Region?
    /// The message for standard error if a page is lost, written once.
    var sentence: UnsafeMutableBufferPointer<UInt8>
    let next: UnsafeMutablePointer<Entry>?
  }

  /// Adds a region.
  ///
  /// - Parameter path: the file's name in the message.
  static func add(_ region: Region, of path: String) {
    _ = handlers
    let words: SafeText =
      "cannot write '\(path)': it was cut off, or its disk is full; what follows stays in memory\n"
    let sentence = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.string.utf8.count)
    _ = sentence.initialize(from: words.string.utf8)
    lock.withLock { _ in
      var next = head.pointee
      while let entry = next, entry.pointee.region != nil { next = entry.pointee.next }
      if let free = next {
        free.pointee.sentence.deallocate()
        free.pointee.sentence = sentence
        free.pointee.region = region
      } else {
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        entry.initialize(to: Entry(region: region, sentence: sentence, next: head.pointee))
        head.pointee = entry
      }
    }
  }

  /// Removes a region; call this before unmapping it.
  static func remove(_ region: Region) {
    lock.withLock { _ in
      forEach { if $0.pointee.region?.start == region.start { $0.pointee.region = nil } }
    }
  }

  private static func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    var next = head.pointee
    while let entry = next {
      body(entry)
      next = entry.pointee.next
    }
  }

  private static let lock = Lock<Void>(())

  // nonisolated(unsafe), all: memory that never moves, because a handler may run at any time.
  // Entries are never freed. A handler needs only the region that its own thread touches, which was
  // added earlier; other entries may change meanwhile.
  private nonisolated(unsafe) static let head: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?> =
    {
      let head = UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>.allocate(capacity: 1)
      head.initialize(to: nil)
      return head
    }()
  private nonisolated(unsafe) static let formerAction: UnsafeMutablePointer<sigaction> = {
    let action = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    action.initialize(to: sigaction())
    return action
  }()
  private static let pageSize = Int(getpagesize())

  private static let handlers: Void = {
    _ = (head.pointee, pageSize, formerAction.pointee)
    pthread_atfork(nil, nil) { MappedRegions.copyAfterFork() }
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = replaceLostPage
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = replaceLostPage
    #else
      action.__sigaction_u.__sa_sigaction = replaceLostPage
    #endif
    action.sa_flags = SA_SIGINFO | Int32(SA_ONSTACK)
    sigaction(SIGBUS, &action, formerAction)
  }()

  // Both call only functions that are safe in a signal handler.

  private static func copyAfterFork() {
    forEach { entry in
      guard let region = entry.pointee.region else { return }
      let access = PROT_READ | PROT_WRITE
      let copy = mmap(
        region.start, region.count, access, MAP_PRIVATE | MAP_FIXED, region.descriptor, 0)
      guard copy == MAP_FAILED else { return }
      _ = mmap(
        region.start, region.count, access, MAP_PRIVATE | MAP_FIXED | MAP_ANON, -1, 0)
    }
  }

  private static let replaceLostPage:
    @convention(c) (
      Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
    ) -> Void = { _, info, _ in
      #if canImport(Glibc)
        let address = info?.pointee._sifields._sigfault.si_addr
      #elseif canImport(Musl)
        let address = info?.pointee.__si_fields.__sigfault.si_addr
      #else
        let address = info?.pointee.si_addr
      #endif
      let number = errno
      defer { errno = number }
      if let address, MappedRegions.replacePage(at: address) { return }
      // The signal comes again when this returns, and gets its former handler.
      sigaction(SIGBUS, formerAction, nil)
    }

  /// Replaces a page with the process's own memory; false for an address outside the regions.
  private static func replacePage(at address: UnsafeMutableRawPointer) -> Bool {
    var isReplaced = false
    forEach { entry in
      guard let region = entry.pointee.region, address >= region.start,
        address < region.start + region.count
      else { return }
      let page = region.start + (address - region.start) / pageSize * pageSize
      let memory = mmap(
        page, pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANON, -1, 0)
      isReplaced = memory != MAP_FAILED
      let sentence = entry.pointee.sentence
      entry.pointee.sentence = UnsafeMutableBufferPointer(start: sentence.baseAddress, count: 0)
      if let start = sentence.baseAddress, !sentence.isEmpty { write(2, start, sentence.count) }
    }
    return isReplaced
  }
}
