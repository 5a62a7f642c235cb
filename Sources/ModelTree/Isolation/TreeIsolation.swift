/// Runs work later on the isolation domain that a tree lives in.
///
/// It belongs to the domain in which it is made, and like the tree it is not `Sendable`.
/// Services use it to answer a request after the call that made it.
///
/// Models and sessions are not isolated themselves, so it is made around them and passed down:
///
/// ```swift
/// @MainActor func makeController() -> SessionController {
///   let isolation = TreeIsolation()
///   return SessionController(
///     anonymous: { WelcomeSession(isolation: isolation) },
///     authorized: { AppSession($0, isolation: isolation) })
/// }
/// ```
public struct TreeIsolation {
  private let domain: any Actor
  // Keeps the value, and so the closures that it is given, in the domain that it was made in.
  private let marker = NotSendable()

  private final class NotSendable {}

  /// Takes the isolation of the caller, such as the main actor.
  ///
  /// - Parameter domain: the isolation; left out, it is the caller's.
  public init(_ domain: isolated any Actor = #isolation) { self.domain = domain }

  /// Runs `work` on the tree's isolation after a delay.
  ///
  /// - Parameters:
  ///   - delay: how long to wait at least.
  ///   - work: the work, which is released once it is done or cancelled.
  /// - Returns: a handle that cancels the work if it has not begun.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> DelayedWork {
    let handle = DelayedWork(work)
    let box = Confined(handle)
    let task = Task.detached { [domain] in
      try await Task.sleep(for: delay)
      await box.run(on: domain)
    }
    handle.cancelTask = { task.cancel() }
    return handle
  }
}

/// Work that waits for its time.
public final class DelayedWork {
  private var work: (() -> Void)?
  var cancelTask: (() -> Void)?

  init(_ work: @escaping () -> Void) { self.work = work }

  /// Whether the work is still to be done.
  public var isPending: Bool { work != nil }

  /// Keeps the work from being done; without effect once it has begun.
  public func cancel() {
    // What the work retains may cancel it again when it is released: it is removed first.
    let work = self.work
    let cancelTask = self.cancelTask
    self.work = nil
    self.cancelTask = nil
    cancelTask?()
    withExtendedLifetime(work) {}
  }

  func run() {
    let work = self.work
    self.work = nil
    cancelTask = nil
    work?()
  }
}

/// Carries work to the domain that it belongs to.
///
/// `@unchecked Sendable`: the work is made in the tree's domain and runs there alone. The compiler cannot
/// see that through a task.
struct Confined: @unchecked Sendable {
  private let work: DelayedWork

  init(_ work: DelayedWork) { self.work = work }

  func run(on domain: isolated any Actor) { work.run() }
}
