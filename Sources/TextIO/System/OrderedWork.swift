#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Work in many parts that is done on all cores, and whose results are taken in order.
package enum OrderedWork {
  /// How many cores the system has for this process.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// A thread of a run has a value for this.
  private static let mark: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Does the parts on threads of their own. At most twice as many results as there are threads wait
  /// to be taken. Within a part there are no threads for smaller ones: all cores are at work.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - threads: The number of threads.
  ///   - work: Does the part with a number.
  ///   - take: Takes a result, on the calling thread, in the order of the parts.
  /// - Throws: What `take` throws; the parts that are not begun by then are not done.
  package static func run<Result: Sendable>(
    _ count: Int, threads: Int = coreCount, _ work: @escaping @Sendable (Int) -> Result,
    take: (Result) throws -> Void
  ) throws {
    let parts = Parts<Result>(count: count, window: threads * 2)
    let isWithinPart = pthread_getspecific(mark) != nil
    let started = (0..<(isWithinPart ? 0 : min(threads, count))).compactMap { _ in
      BackgroundThread {
        pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
        while let number = parts.begin() { parts.finish(number, work(number)) }
      }
    }
    defer {
      parts.stop()
      for thread in started { thread.join() }
    }
    for number in 0..<count {
      // Without a thread the parts are done here.
      try take(started.isEmpty ? work(number) : parts.take(number))
    }
  }
}

/// What the threads share.
///
/// `@unchecked Sendable`: everything is read and written with the lock held.
private final class Parts<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let window: Int
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var begun = 0
  private var taken = 0
  private var isStopped = false
  private var results: [Int: Result] = [:]

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// The next part to do; nil where there is none any more.
  func begin() -> Int? {
    locked {
      while !isStopped, begun < count, begun - taken >= window { pthread_cond_wait(changed, lock) }
      guard !isStopped, begun < count else { return nil }
      begun += 1
      return begun - 1
    }
  }

  func finish(_ number: Int, _ result: Result) {
    locked {
      results[number] = result
      pthread_cond_broadcast(changed)
    }
  }

  /// The result of a part, which is waited for.
  func take(_ number: Int) -> Result {
    locked {
      while true {
        if let result = results.removeValue(forKey: number) {
          taken += 1
          pthread_cond_broadcast(changed)
          return result
        }
        pthread_cond_wait(changed, lock)
      }
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(changed)
    }
  }
}
