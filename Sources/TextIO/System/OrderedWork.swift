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

  /// Does the parts on several threads, of which the calling one is the first. At most twice as many
  /// results as there are threads wait to be taken. Within a part there are no threads for smaller ones: all
  /// cores are at work.
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
    let outer = pthread_getspecific(mark)
    let started = (1..<(outer == nil ? max(1, min(threads, count)) : 1)).compactMap { _ in
      BackgroundThread {
        pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
        while let number = parts.begin() { parts.finish(number, work(number)) }
      }
    }
    defer {
      parts.stop()
      for thread in started { thread.join() }
    }
    while let step = parts.next() {
      switch step {
      case .take(let result): try take(result)
      case .do(let number):
        pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
        parts.finish(number, work(number))
        pthread_setspecific(mark, outer)
      }
    }
  }
}

/// What the threads share.
///
/// `@unchecked Sendable`: everything is read and written with the lock held.
private final class Parts<Result: Sendable>: @unchecked Sendable {
  /// What the calling thread does next.
  enum Step {
    case take(Result)
    case `do`(Int)
  }

  private let count: Int
  private let window: Int
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  /// What the calling thread waits for: the next result to take.
  private let nextResult: UnsafeMutablePointer<pthread_cond_t>
  /// What the other threads wait for: room for the result of one more part.
  private let room: UnsafeMutablePointer<pthread_cond_t>
  private var begun = 0
  private var taken = 0
  private var isStopped = false
  private var results: [Int: Result] = [:]

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
    lock = .allocate(capacity: 1)
    nextResult = .allocate(capacity: 1)
    room = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(nextResult, nil)
    pthread_cond_init(room, nil)
  }

  deinit {
    pthread_cond_destroy(room)
    pthread_cond_destroy(nextResult)
    pthread_mutex_destroy(lock)
    room.deallocate()
    nextResult.deallocate()
    lock.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// Begins the next part, if there is room for its result.
  private func beginAlone() -> Int? {
    guard !isStopped, begun < count, begun - taken < window else { return nil }
    begun += 1
    return begun - 1
  }

  /// The next part to do; nil where there is none any more.
  func begin() -> Int? {
    locked {
      while true {
        if let number = beginAlone() { return number }
        if isStopped || begun == count { return nil }
        pthread_cond_wait(room, lock)
      }
    }
  }

  func finish(_ number: Int, _ result: Result) {
    locked {
      results[number] = result
      if number == taken { pthread_cond_signal(nextResult) }
    }
  }

  /// Takes the next result, or else begins a part, or else waits; nil where all have been taken.
  func next() -> Step? {
    locked {
      while taken < count {
        if let result = results.removeValue(forKey: taken) {
          taken += 1
          pthread_cond_signal(room)
          return .take(result)
        }
        if let number = beginAlone() { return .do(number) }
        pthread_cond_wait(nextResult, lock)
      }
      return nil
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(room)
    }
  }
}
