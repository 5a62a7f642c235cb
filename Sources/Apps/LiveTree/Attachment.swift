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
    let answer = Answer<Result>()
    if isolation === MainActor.shared {
      // Straight to the main actor: a detour through the thread pool wakes its threads and, on
      // Linux, a watchdog thread that then wakes once a second.
      Task { @MainActor [contents] in
        answer.give(Swift.Result { try contents.open(on: MainActor.shared, work) })
      }
    } else {
      Task.detached {
        do {
          answer.give(.success(try await self.run(work)))
        } catch {
          answer.give(.failure(error))
        }
      }
    }
    return try answer.wait()
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

/// Passes one value from one thread to another.
private final class Answer<Value: Sendable>: Sendable {
  private let isGiven = DispatchSemaphore(value: 0)
  private let result = Lock<Result<Value, any Error>?>(nil)

  func give(_ result: Result<Value, any Error>) {
    self.result.withLock { $0 = result }
    isGiven.signal()
  }

  func wait() throws -> Value {
    isGiven.wait()
    guard let result = result.withLock({ $0 }) else { throw NoTreeError() }
    return try result.get()
  }
}
