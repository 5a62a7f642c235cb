/// Counts the steps of algorithms, so that a test can measure on any machine how work grows with
/// input.
///
/// Code that could grow faster than its input notes its steps. Only debug builds count them.
@usableFromInline
package enum Steps {
  /// Counts steps.
  @inlinable
  package static func note(_ count: Int = 1) {
    #if DEBUG
      add(count)
    #endif
  }

  #if DEBUG
    @TaskLocal private static var counter: Lock<Int>?

    /// Runs work and returns the number of steps it took on this thread.
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
