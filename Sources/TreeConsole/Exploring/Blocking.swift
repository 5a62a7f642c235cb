import Dispatch
import TextIO

/// Runs asynchronous work for a thread that waits for it.
enum Blocking {
  /// Runs work elsewhere, and blocks the calling thread meanwhile.
  ///
  /// - Throws: What the work throws.
  static func run<Result>(_ work: @escaping () async throws -> Result) throws -> Result {
    // The caller waits, so that only one thread at a time uses what the work does.
    nonisolated(unsafe) let work = work
    nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      isDone.signal()
    }
    isDone.wait()
    guard let result else { throw Interrupted() }
    return try result.get()
  }
}
