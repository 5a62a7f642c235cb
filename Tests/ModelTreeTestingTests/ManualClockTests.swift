import ModelTree
import ModelTreeTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A manual clock` {
  private let clock = ManualClock()
  private let session = Session()
  private let log = Log()

  init() {
    session.clock = clock
    session.open()
  }

  /// Writes down when the model's wait has ended.
  @discardableResult
  private func wait(_ seconds: Int, _ name: String) -> Task<Void, Never> {
    let model = Model(parent: session)
    return model.task { [clock, log] in
      do {
        try await model.sleep(for: .seconds(seconds))
        log.lines.append("\(name) at \(clock.now.offset)")
      } catch {
        log.lines.append("\(name): \(error)")
      }
    }
  }

  @Test func `stands until it is advanced`() async {
    wait(5, "five")
    #expect(clock.now.offset == .zero)
    await clock.advance(by: .seconds(4))
    #expect(clock.now.offset == .seconds(4))
    #expect(clock.nextDeadline?.offset == .seconds(5))
    #expect(log.lines == [])
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["five at 5.0 seconds"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `wakes what waits in the order of deadlines, and at one deadline as it began`() async {
    for (seconds, name) in [(3, "c"), (1, "a"), (2, "b"), (1, "a again")] {
      wait(seconds, name)
      await clock.advance(by: .zero)
    }
    await clock.advance(by: .seconds(10))
    #expect(
      log.lines
        == ["a at 1.0 seconds", "a again at 1.0 seconds", "b at 2.0 seconds", "c at 3.0 seconds"])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `time ends at no number`() async {
    wait(.max, "the end")
    for _ in 0..<40 { await clock.advance(by: .seconds(Int64.max)) }
    #expect(clock.now.offset == .seconds(1 << 62))
    #expect(log.lines == ["the end at \(clock.now.offset)"])
    wait(.max, "another")
    #expect(clock.now.advanced(by: .seconds(Int64.max)) == clock.now)
  }

  @Test func `wakes again what waits again within the time that passes`() async {
    let model = Model(parent: session)
    model.task { [clock, log] in
      while (try? await model.sleep(for: .seconds(2))) != nil {
        log.lines.append("\(clock.now.offset)")
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(log.lines == ["2.0 seconds", "4.0 seconds"])
    model.removeFromParent()
  }

  @Test func `goes from one deadline to the next`() async {
    wait(7, "late")
    wait(2, "soon")
    #expect(await clock.advanceToNextDeadline())
    #expect(log.lines == ["soon at 2.0 seconds"])
    #expect(await clock.advanceToNextDeadline())
    #expect(log.lines == ["soon at 2.0 seconds", "late at 7.0 seconds"])
    #expect(await !clock.advanceToNextDeadline())
  }

  @Test func `doesn't hold a wait that is cancelled or has nothing to wait for`() async throws {
    let cancelled = wait(60, "cancelled")
    await clock.advance(by: .seconds(1))
    cancelled.cancel()
    await cancelled.value
    #expect(log.lines == ["cancelled: CancellationError()"])
    #expect(clock.nextDeadline == nil)
    try await clock.sleep(until: clock.now)
    let early = wait(60, "early")
    early.cancel()
    await early.value
    #expect(log.lines.last == "early: CancellationError()")
    #expect(clock.nextDeadline == nil)
  }
}

private final class Log { var lines: [String] = [] }
