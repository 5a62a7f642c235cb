import Dispatch

/// Runs work that may take seconds on threads of its own: it holds up neither other work nor one of the
/// few threads that all tasks share.
enum CommandThreads {
  private static let queue = DispatchQueue(
    label: "modeltree.page.commands", attributes: .concurrent)

  /// Runs a function, and returns what it does.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
