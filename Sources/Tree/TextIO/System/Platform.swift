// The C library, for every file that imports this module: no other file chooses between the names
// that it has on different systems.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

// After the C library, whose types would otherwise become this module's.
#if !canImport(Darwin)
  import Dispatch
#endif

/// The queue that the main actor runs on.
package enum MainQueue {
  #if canImport(Darwin)
    /// Whether the calling code runs on it. False on another thread that serves the queue, which
    /// happens only in a process without a run loop.
    package static var isCurrent: Bool { pthread_main_np() != 0 }
  #else
    /// Whether the calling code runs on it, on whichever thread: if `main` is asynchronous, the
    /// main thread leaves its queue to others.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    private static let mark = {
      let key = DispatchSpecificKey<Void>()
      DispatchQueue.main.setSpecific(key: key, value: ())
      return key
    }()
  #endif
}
