/// A thread that can be joined; the concurrency runtime's threads must not be blocked by a wait.
///
/// `@unchecked Sendable`: a `pthread_t` may be used on any thread; outside Glibc it is a pointer.
package struct BackgroundThread: @unchecked Sendable {
  private let thread: pthread_t

  /// As much as the first thread has: where a system gives others less, a spec of 200 levels, each of
  /// which is a call, would not fit.
  private static let stackSize = 8 << 20

  /// Nil when the system gives no thread.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setstacksize(attributes, Self.stackSize)
    let context = Unmanaged.passRetained(Body(run: body))
    // A number in Glibc, and a pointer elsewhere.
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

  /// Lets the thread end by itself; in place of `join()`.
  package func detach() {
    pthread_detach(thread)
  }

  /// Waits for the end of the thread; to be called once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the calling thread wait, even if it handles signals meanwhile.
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

    /// Runs the body that a thread was started with. Darwin never calls it with nil.
    static func run(_ context: UnsafeMutableRawPointer?) {
      if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
    }
  }
}
