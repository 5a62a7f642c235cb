import Dispatch
import TextIO

/// Runs asynchronous work for a thread that waits for it.
enum Blocking {
  /// Runs work elsewhere, and blocks the calling thread meanwhile.
  ///
  /// - Throws: What the work throws.
  static func run<Result: Sendable>(_ work: @escaping () async throws -> Result) throws -> Result {
    // The caller waits, so that only one thread at a time uses what the work does.
    nonisolated(unsafe) let work = work
    let result = Lock<Swift.Result<Result, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let found = try await work()
        result.withLock { $0 = .success(found) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    isDone.wait()
    guard let result = result.withLock({ $0 }) else { throw Interrupted() }
    return try result.get()
  }
}
