import Dispatch

/// Runs an actor's work on a queue of its own: a command may take seconds, and must not hold one of the
/// few threads that all other tasks share.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "modeltree.page.commands")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
