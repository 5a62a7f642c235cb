import ModelTree
import Testing
import TreeJournal

/// A clock that the test advances.
private final class HeldClock: Clock, @unchecked Sendable {
  typealias Instant = ContinuousClock.Instant
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  private let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
  @MainActor private(set) var asked: [Duration] = []

  func advance() { tick.yield() }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await note(deadline - now)
    for await _ in ticks { return }
    throw CancellationError()
  }

  @MainActor private func note(_ duration: Duration) { asked.append(duration) }
}

@Suite(.timeLimit(.minutes(20))) struct `Waiting by a session's clock` {
  @Test func `the nearest session's clock is the model's`() {
    let root = Session()
    let local = Session(parent: root)
    let model = Model(parent: local)
    #expect(model.clock is ContinuousClock)
    root.clock = HeldClock()
    #expect(model.clock is HeldClock)
    #expect(local.clock is HeldClock)
    local.clock = SuspendingClock()
    #expect(model.clock is SuspendingClock)
    #expect(root.clock is HeldClock)
    local.removeFromParent()
    root.clock = ContinuousClock()
    #expect(model.clock is SuspendingClock)
  }

  @Test func `a model sleeps until the clock advances`() async {
    let (root, clock) = (Session(), HeldClock())
    root.open()
    root.clock = clock
    let model = Model(parent: root)
    var isAwake = false
    let task = model.task {
      try? await model.sleep(for: .seconds(90))
    } then: { _, _ in
      isAwake = true
    }
    while clock.asked.isEmpty { await Task.yield() }
    #expect(!isAwake)
    clock.advance()
    await task.value
    #expect(isAwake)
    #expect(clock.asked == [.seconds(90)])
  }

  @Test func `a model that leaves no longer sleeps`() async {
    let (root, clock) = (Session(), HeldClock())
    root.open()
    root.clock = clock
    let model = Model(parent: root)
    var isCancelled = false
    let task = model.task {
      do { try await model.sleep(for: .seconds(90)) } catch { isCancelled = true }
    }
    while clock.asked.isEmpty { await Task.yield() }
    model.removeFromParent()
    await task.value
    #expect(isCancelled)
  }
}
