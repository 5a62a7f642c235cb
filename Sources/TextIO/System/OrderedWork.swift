/// Work in many parts that runs on all cores. The results are taken in order.
package enum OrderedWork {
  /// The number of cores available to this process.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Whether the calling code is a part; then all cores are busy.
  @TaskLocal private static var isPart = false

  /// Runs the parts on several threads, including the calling one. At most twice as many results as
  /// threads wait to be taken. Nested work runs on its part's thread.
  ///
  /// - Parameters:
  ///   - count: the number of parts.
  ///   - threads: the number of threads.
  ///   - work: does a part, by its number.
  ///   - take: receives a result, on the calling thread, in the order of the parts.
  /// - Throws: what `take` throws; parts that haven't begun by then are skipped.
  package static func run<Result: Sendable>(
    _ count: Int, threads: Int = coreCount, _ work: @escaping @Sendable (Int) -> Result,
    take: (Result) throws -> Void
  ) throws {
    let threads = isPart ? 1 : max(1, threads)
    for start in stride(from: 0, to: count, by: 2 * threads) {
      let end = min(start + 2 * threads, count)
      let next = Lock(start)
      let results = Lock<[Int: Result]>([:])
      let doParts: @Sendable () -> Void = {
        $isPart.withValue(true) {
          while true {
            let number = next.withLock { next in
              next += 1
              return next - 1
            }
            if number >= end { return }
            let result = work(number)
            results.withLock { $0[number] = result }
          }
        }
      }
      let others = (1..<max(1, min(threads, end - start))).compactMap { _ in
        BackgroundThread(doParts)
      }
      doParts()
      for thread in others { thread.join() }
      let all = results.withLock { $0 }
      for number in start..<end { if let result = all[number] { try take(result) } }
    }
  }
}
