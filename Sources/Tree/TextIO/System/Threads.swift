/// A value that one thread at a time may use.
///
/// Replaces `Mutex`, which requires macOS 15 and iOS 18.
///
/// `@unchecked Sendable`: the value is accessed only under the mutex, which is in memory of its own
/// that never moves.
package final class Lock<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Puts a value under a lock.
  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Provides the value for the duration of the call, which must not lock it again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// A thread that can be joined. A wait must not block the concurrency runtime's own threads.
///
/// `@unchecked Sendable`: a `pthread_t` can be used on any thread; outside Glibc it is a pointer.
package struct BackgroundThread: @unchecked Sendable {
  private let thread: pthread_t

  /// The size of the main thread's stack. The smaller default of some systems would be too small
  /// for a spec of 200 levels, each of which is a call.
  private static let stackSize = 8 << 20

  /// Starts a thread; nil if the system has none.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setstacksize(attributes, Self.stackSize)
    let context = Unmanaged.passRetained(Body(run: body))
    // A number in Glibc, a pointer elsewhere.
    #if canImport(Glibc)
      var created = pthread_t()
    #else
      var created: pthread_t?
    #endif
    let result = pthread_create(
      &created, attributes,
      { context in
        Body.run(context)
        return nil
      }, context.toOpaque())
    guard result == 0, let created = created as pthread_t? else {
      context.release()
      return nil
    }
    thread = created
  }

  /// Lets the thread end by itself, instead of `join()`.
  package func detach() {
    pthread_detach(thread)
  }

  /// Waits for the thread to end; call it once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Suspends the calling thread, even if it handles signals meanwhile.
  package static func pause(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec()
    time.tv_sec = Int(seconds)
    time.tv_nsec = Int(attoseconds / 1_000_000_000)
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }

    /// Runs the body of a thread. Darwin never calls it with nil.
    static func run(_ context: UnsafeMutableRawPointer?) {
      if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    }
  }
}

/// Tells work that its result is no longer needed.
package final class Interruption: Sendable {
  private let flag = Lock(false)

  /// Creates an interruption that isn't requested.
  package init() {}

  /// Whether the work should end.
  package var isRequested: Bool { flag.withLock { $0 } }

  /// Asks the work to end.
  package func request() { flag.withLock { $0 = true } }

  /// Throws if the work should end. Costs an uncontended lock.
  ///
  /// - Throws: `Interrupted` if the result is no longer needed.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }

  /// Suspends the calling thread, until the work should end at the latest.
  ///
  /// - Throws: `Interrupted` if the result is no longer needed.
  package func pause(for duration: Duration) throws(Interrupted) {
    let end = ContinuousClock.now + duration
    while true {
      try check()
      let left = ContinuousClock.now.duration(to: end)
      if left <= .zero { return }
      BackgroundThread.pause(for: min(left, .milliseconds(20)))
    }
  }
}

/// The work ended early because its result is no longer needed.
package struct Interrupted: Error, Hashable {
  /// Creates the error.
  package init() {}
}
