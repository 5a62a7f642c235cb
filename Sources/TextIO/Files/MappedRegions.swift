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
