#if DEBUG
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
#endif

/// How many steps algorithms take, so that a test can show how their work grows with what they are given,
/// on any machine.
///
/// What could grow faster than its input notes its steps. They are counted in builds for debugging alone, each
/// thread by itself; otherwise a note is nothing.
@usableFromInline
package enum Steps {
  /// Notes that steps are taken.
  @inlinable @inline(__always)
  package static func note(_ count: Int = 1) {
    #if DEBUG
      add(count)
    #endif
  }

  #if DEBUG
    /// Does something, and returns how many steps it has noted on this thread.
    package static func count<Failure: Error>(
      _ work: () throws(Failure) -> Void
    ) throws(Failure) -> Int {
      let before = counted.pointee
      try work()
      return counted.pointee - before
    }

    @usableFromInline
    static func add(_ count: Int) { counted.pointee &+= count }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { free($0) }
      return key
    }()

    /// The count of this thread.
    private static var counted: UnsafeMutablePointer<Int> {
      if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Int.self) }
      let new = malloc(MemoryLayout<Int>.size).bindMemory(to: Int.self, capacity: 1)
      new.initialize(to: 0)
      pthread_setspecific(key, new)
      return new
    }
  #endif
}
