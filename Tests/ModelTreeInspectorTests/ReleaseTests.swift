import ModelTree
import ModelTreeInspector
import Testing
import TreeSnapshot

/// Where an inspector's objects are released.
@Suite struct `What the inspector releases` {
  private final class Watched: Session {
    private let didEnd: @Sendable () -> Void

    init(didEnd: @escaping @Sendable () -> Void) {
      self.didEnd = didEnd
      super.init()
    }

    deinit {
      MainActor.assertIsolated()
      didEnd()
    }
  }

  @MainActor
  private func inspector(didEnd: @escaping @Sendable () -> Void) -> Inspector {
    let root = Watched(didEnd: didEnd)
    return Inspector(name: "App") { root }
  }

  @Test func `a tree that only the inspector holds ends on its isolation`() async throws {
    for _ in 0..<50 {
      await withCheckedContinuation { continuation in
        Task.detached {
          var inspector: Inspector? = await self.inspector { continuation.resume() }
          let snapshot = try await inspector?.snapshot()
          #expect(snapshot?.count == 1)
          inspector = nil
        }
      }
    }
  }
}
