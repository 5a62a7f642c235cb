import ModelTree
import Testing

#if DEBUG
  @Suite(.timeLimit(.minutes(20))) struct `A local session that is left closed` {
    @Test func `is reported once for each type`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { await leaveSessionsClosed() }
      #expect(
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self) == """
          ModelTree: GuestSession, created at UnopenedSessionTests.swift:33 in GuestSession.init, isn't \
          open, so it has no services and sessionDidLoad() hasn't run. Call open() after you create it.
          ModelTree: RoomSession, created at UnopenedSessionTests.swift:45, isn't open, so it has no \
          services and sessionDidLoad() hasn't run. Call open() after you create it.

          """)
    }

    @Test func `isn't reported if it opens in the same turn, also briefly, has left, or is plain`()
      async throws
    {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { await makeOtherSessions() }
      let reports = try #require(result).standardErrorContent
      #expect(reports.isEmpty, "\(String(decoding: reports, as: UTF8.self))")
    }
  }

  private final class GuestSession: Session {
    override init(parent: Model) {
      super.init(parent: parent)
    }
  }
  private final class RoomSession: Session {}

  /// Lets the main actor run pending work.
  private func pause() async { for _ in 0..<10 { await Task.yield() } }

  private func leaveSessionsClosed() async {
    let root = Session()
    for _ in 0..<2 {
      _ = GuestSession(parent: root)
      _ = RoomSession(parent: root)
    }
    await pause()
    _ = GuestSession(parent: root)
    await pause()
  }

  private func makeOtherSessions() async {
    let root = Session()
    _ = Session(parent: root)
    GuestSession(parent: root).open()
    let (closed, gone) = (RoomSession(parent: root), RoomSession(parent: root))
    closed.open()
    gone.removeFromParent()
    let brief = RoomSession(parent: root)
    brief.open()
    brief.close()
    await pause()
    closed.close()
    withExtendedLifetime(gone) {}
    root.close()
  }
#endif
