/// The number of steps that algorithms take, so that a test can show on any machine how their work grows with
/// their input.
///
/// Code that could grow faster than its input notes its steps. They are counted in debug builds alone.
@usableFromInline
package enum Steps {
  /// Notes that steps are taken.
  @inlinable
  package static func note(_ count: Int = 1) {
    #if DEBUG
      add(count)
    #endif
  }

  #if DEBUG
    @TaskLocal private static var counter: Lock<Int>?

    /// Runs work and returns the number of steps that it noted on this thread.
    package static func count<Failure: Error>(
      _ work: () throws(Failure) -> Void
    ) throws(Failure) -> Int {
      let counter = Lock(0)
      let result = $counter.withValue(counter) {
        Result { () throws(Failure) in try work() }
      }
      try result.get()
      return counter.withLock { $0 }
    }

    @usableFromInline
    static func add(_ count: Int) { counter?.withLock { $0 += count } }
  #endif
}
