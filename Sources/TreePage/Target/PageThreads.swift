import Dispatch

/// Runs an actor's work on a queue of its own: a command may take seconds, and must not block one
/// of the few threads that all tasks share.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "modeltree.page.commands")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Runs work that may take seconds on threads of its own, so that it blocks neither other work nor
/// one of the few threads that all tasks share.
enum CommandThreads {
  private static let queue = DispatchQueue(
    label: "modeltree.page.commands", attributes: .concurrent)

  /// Runs a function, and returns its result.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
