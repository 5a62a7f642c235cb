import ModelTree
import Testing

/// A tree that lives in an actor of its own.
private actor TreeHost {
  private let root = ProbeSession()
  private var work: DelayedWork?
  private(set) var isDone = false

  func grow() -> [String] {
    let child = root.child("child")
    child.register(for: AppEvent.start) { [self] _ in
      preconditionIsolated()
      root.log("handled in the actor")
    }
    root.raise(AppEvent.start)
    child.unregister(for: AppEvent.start)
    return root.log.lines
  }

  func tree() -> String { root.sessionTree() }

  /// Runs work later, and gives the isolation's answer.
  func later(_ delay: Duration) async -> [String] {
    root.log("asked")
    await withCheckedContinuation { continuation in
      TreeIsolation().after(delay) { [self] in
        preconditionIsolated()
        root.log("answered")
        continuation.resume()
      }
      root.log("call returned")
    }
    return root.log.lines
  }

  func schedule(_ held: sending Held) {
    work = TreeIsolation().after(.seconds(60)) { [self] in
      withExtendedLifetime(held) { isDone = true }
    }
  }

  var isPending: Bool { work?.isPending ?? false }
  func cancel() { work?.cancel() }
}

private final class Held: Sendable {
  private let onDeinit: @Sendable () -> Void
  init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

@Suite struct `Isolation of a tree` {
  @Test func `a tree lives in an actor of its own`() async {
    let host = TreeHost()
    #expect(await host.grow() == ["handled in the actor"])
    #expect(await host.tree() == "──ProbeSession \"root\"\n   └─Probe \"child\"\n")
  }

  @Test @MainActor func `a tree lives on the main actor`() {
    let root = ProbeSession()
    root.child("child").register(for: AppEvent.start) { _ in
      MainActor.preconditionIsolated()
      root.log("handled")
    }
    root.raise(AppEvent.start)
    #expect(root.log.lines == ["handled"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Duration.zero, .milliseconds(5)])
  func `later work runs in the tree's actor, after the call that asked`(delay: Duration) async {
    #expect(await TreeHost().later(delay) == ["asked", "call returned", "answered"])
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `later work runs on the main actor`() async {
    let root = ProbeSession()
    await withCheckedContinuation { continuation in
      let work = TreeIsolation().after(.zero) {
        MainActor.preconditionIsolated()
        root.log("answered")
        continuation.resume()
      }
      #expect(work.isPending)
    }
    #expect(root.log.lines == ["answered"])
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `work runs once, and is pending no more while it does`() async {
    var pending: [Bool] = []
    var work: DelayedWork?
    await withCheckedContinuation { continuation in
      work = TreeIsolation().after(.zero) {
        pending.append(work?.isPending ?? true)
        work?.cancel()
        continuation.resume()
      }
      pending.append(work?.isPending ?? false)
    }
    #expect(pending == [true, false])
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `shorter delays run first`() async {
    let isolation = TreeIsolation()
    let log = Log()
    await withCheckedContinuation { continuation in
      isolation.after(.milliseconds(400)) {
        log("long")
        continuation.resume()
      }
      isolation.after(.milliseconds(1)) { log("short") }
    }
    #expect(log.lines == ["short", "long"])
  }

  @Test func `cancelled work is not done, and what it holds is let go at once`() async {
    let host = TreeHost()
    await confirmation { released in
      await host.schedule(Held { released() })
      #expect(await host.isPending)
      await host.cancel()
      #expect(await !host.isPending)
      await host.cancel()
    }
    #expect(await !host.isDone)
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `work that was cancelled in time is left out`() async {
    let isolation = TreeIsolation()
    let log = Log()
    await withCheckedContinuation { continuation in
      let cancelled = isolation.after(.milliseconds(1)) { log("cancelled") }
      isolation.after(.milliseconds(100)) {
        log("done")
        continuation.resume()
      }
      cancelled.cancel()
    }
    #expect(log.lines == ["done"])
  }

  @Test func `what goes with cancelled work may cancel it, too`() async {
    await #expect(processExitsWith: .success) { await cancelFromDeinit() }
  }
}

/// A request that cancels itself as it goes, and that its own work retains.
@MainActor private func cancelFromDeinit() {
  final class Request {
    var work: DelayedWork?
    deinit { work?.cancel() }
  }
  var request: Request? = Request()
  let work = TreeIsolation().after(.seconds(60)) { [request] in withExtendedLifetime(request) {} }
  request?.work = work
  request = nil
  work.cancel()
}
