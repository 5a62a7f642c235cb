import CAtomics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Removes files and folders when the process ends: by `exit`, or by a signal that ends it because it has no
/// handler of its own for it.
///
/// Where it has a handler, or ignores the signal, its way to end is its own: what ends in `exit` removes the
/// files as well.
package enum EndOfProcess {
  /// Has a file, or a folder that is empty by then, removed at the end.
  package static func willRemove(_ path: String) {
    paths.withLock { _ = $0.insert(path) }
    publish()
    _ = handlers
  }

  /// Says that a file is removed already.
  package static func hasRemoved(_ path: String) {
    paths.withLock { _ = $0.remove(path) }
    publish()
  }

  private static let paths = Lock<Set<String>>([])

  /// The signals that end a process which does not expect them.
  private static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// How many bytes the list of files may have: what does not fit stays behind, and is recognized.
  private static let capacity = 16_384

  // nonisolated(unsafe), all: memory that never moves, because a handler may run at any time. Of two lists one
  // is whole while the other is written, under the lock; `start` says where the whole one begins.
  private nonisolated(unsafe) static let lists: UnsafeMutablePointer<CChar> = {
    let lists = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * capacity)
    lists.initialize(repeating: 0, count: 2 * capacity)
    return lists
  }()
  private nonisolated(unsafe) static let start: UnsafeMutablePointer<UInt64> = {
    let start = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    start.initialize(to: 0)
    return start
  }()
  // nonisolated(unsafe): written once, before the handlers are in place. A child process that this one
  // forks must not remove what is its parent's.
  private nonisolated(unsafe) static let owner = UnsafeMutablePointer<pid_t>.allocate(capacity: 1)

  /// Writes the list for the handlers: absolute paths, what lies in a folder before the folder, and an
  /// empty one.
  private static func publish() {
    paths.withLock { paths in
      var bytes = paths.sorted(by: >).flatMap { Array(FileNames.absolute($0).utf8CString) }
      bytes.append(0)
      guard bytes.count <= capacity else { return }
      let other = start.pointee == 0 ? capacity : 0
      (lists + other).update(from: bytes, count: bytes.count)
      catomics_store_last(start, UInt64(other))
    }
  }

  private static let handlers: Void = {
    owner.initialize(to: getpid())
    atexit { EndOfProcess.removeFiles() }
    for number in signals {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { continue }
      // The handler comes first in all systems' layouts, and the system's own is zero.
      let handler = withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
      if handler == 0 { signal(number, removeFilesAndEnd) }
    }
  }()

  private static let removeFilesAndEnd: @convention(c) (Int32) -> Void = { number in
    EndOfProcess.removeFiles()
    // The signal comes again once this returns, and ends the process as if nothing had been here.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Calls nothing that a handler of signals may not call.
  private static func removeFiles() {
    guard getpid() == owner.pointee else { return }
    var path = lists + Int(catomics_load(start))
    while path.pointee != 0 {
      if unlink(path) != 0 { rmdir(path) }
      path += strlen(path) + 1
    }
  }
}
