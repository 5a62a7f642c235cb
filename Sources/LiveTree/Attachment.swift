import Dispatch
import TextIO

/// The way to the tree: carries what belongs to the tree's domain, and opens it only there.
///
/// What it carries is let go there as well, whichever thread lets go of this last: that may end the
/// app's closures, and with them the tree.
package final class Attachment: Sendable {
  private let contents: Contents
  private let isolation: any Actor

  /// Opens the way to a tree that lives on an actor.
  package init(_ tree: AttachedTree, isolation: any Actor) {
    contents = Contents(tree)
    self.isolation = isolation
  }

  deinit {
    Task.detached { [contents, isolation] in await contents.empty(on: isolation) }
  }

  /// Does something on the actor of the tree.
  ///
  /// - Throws: What the work throws; `NoTreeError` where the tree was let go of.
  package func run<Result: Sendable>(
    _ work: @Sendable (AttachedTree) throws -> Result
  ) async throws -> Result {
    try await contents.open(on: isolation, work)
  }

  /// The same for a thread of the caller's own, which waits meanwhile.
  package func runBlocking<Result: Sendable>(
    _ work: @escaping @Sendable (AttachedTree) throws -> Result
  ) throws -> Result {
    let answer = Answer<Result>()
    if isolation === MainActor.shared {
      // Straight to the main actor: a stop at the pool of threads on the way wakes its threads, and on
      // Linux one that watches over them, once a second from then on.
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

/// `@unchecked Sendable`: `tree` is made on the actor, and only ever read, and in the end
/// dropped, by the two methods that run there.
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

/// One value from one thread to another.
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
