import Dispatch
import TextIO

/// Access to a tree from any thread. The contents belong to the tree's isolation domain, and are
/// opened only there.
///
/// They are also released there, whichever thread releases this last: that may release the app's
/// closures, and with them the tree.
package final class Attachment: Sendable {
  private let contents: Contents
  private let isolation: any Actor

  /// Gives access to a tree that lives on an actor.
  package init(_ tree: AttachedTree, isolation: any Actor) {
    contents = Contents(tree)
    self.isolation = isolation
  }

  deinit {
    Task.detached { [contents, isolation] in await contents.empty(on: isolation) }
  }

  /// Runs work on the tree's actor.
  ///
  /// - Throws: What the work throws; `NoTreeError` if the tree was released.
  package func run<Result: Sendable>(
    _ work: @Sendable (AttachedTree) throws -> Result
  ) async throws -> Result {
    try await contents.open(on: isolation, work)
  }

  /// Runs work on the tree's actor, and blocks the calling thread meanwhile.
  package func runBlocking<Result: Sendable>(
    _ work: @escaping @Sendable (AttachedTree) throws -> Result
  ) throws -> Result {
    let result = Lock<Swift.Result<Result, any Error>>(.failure(NoTreeError()))
    let isDone = DispatchSemaphore(value: 0)
    if isolation === MainActor.shared {
      // Straight to the main actor: a detour through the thread pool wakes its threads and, on
      // Linux, a watchdog thread that then wakes once a second.
      Task { @MainActor [contents] in
        let answer = Swift.Result { try contents.open(on: MainActor.shared, work) }
        result.withLock { $0 = answer }
        isDone.signal()
      }
    } else {
      Task.detached {
        do {
          let answer = try await self.run(work)
          result.withLock { $0 = .success(answer) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
        isDone.signal()
      }
    }
    isDone.wait()
    return try result.withLock { $0 }.get()
  }
}

/// `@unchecked Sendable`: `tree` is created on the actor, and only the two methods that run there
/// read it and finally release it.
private final class Contents: @unchecked Sendable {
  private var tree: AttachedTree?

  init(_ tree: AttachedTree) { self.tree = tree }

  func open<Result: Sendable>(
    on isolation: isolated any Actor, _ work: @Sendable (AttachedTree) throws -> Result
  ) throws -> Result {
    guard let tree else { throw NoTreeError() }
    return try work(tree)
  }

  func empty(on isolation: isolated any Actor) { tree = nil }
}
