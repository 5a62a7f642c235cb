import ModelTree
import Testing

@Suite struct `Services of sessions` {
  @Test func `a service is found by its type in the nearest session first, then outwards`() throws {
    let root = ProbeSession()
    let local = root.child("flow").localSession("local")
    let leaf = local.child("leaf")
    let outerAlpha = Alpha(root.log)
    let innerAlpha = Alpha(root.log)
    let beta = Beta(root.log)
    root.provide(outerAlpha)
    root.provide(beta)
    #expect(try leaf.service(Alpha.self) === outerAlpha)
    local.provide(innerAlpha)
    #expect(try leaf.service(Alpha.self) === innerAlpha)
    #expect(try leaf.service(Beta.self) === beta)
    #expect(try root.child("other").service(Alpha.self) === outerAlpha)
  }

  @Test func `the wanted type is told by the context, too`() throws {
    let root = ProbeSession()
    root.provide(Alpha(root.log))
    let found: Alpha = try root.child("child").service()
    #expect(found.log === root.log)
  }

  @Test func `a second service of one type replaces the first in its place`() throws {
    let root = ProbeSession()
    let second = Alpha(root.log)
    weak let first = provideNew(to: root)
    root.provide(Beta(root.log))
    #expect(first != nil)
    root.provide(second)
    #expect(try root.service(Alpha.self) === second)
    #expect(root.serviceNames == ["Alpha", "Beta"])
    #expect(first == nil)
  }

  private func provideNew(to session: ProbeSession) -> Alpha {
    let service = Alpha(session.log)
    session.provide(service)
    return service
  }

  @Test func `a service is found by the type that it was provided as, and by no other`() throws {
    let root = ProbeSession()
    root.provide(Alpha(root.log) as LoggingService)
    #expect(root.serviceNames == ["LoggingService"])
    #expect(try root.service(LoggingService.self) is Alpha)
    #expect(throws: MissingServiceError.self) { try root.service(Alpha.self) }
  }

  @Test func `a missing service names itself, the model and the sessions that were asked`() {
    let root = ProbeSession()
    let leaf = root.localSession("local").child("leaf")
    let error = #expect(throws: MissingServiceError.self) { try leaf.service(Alpha.self) }
    #expect(
      error?.description
        == "Probe asked for Alpha, which no session around it provides: ProbeSession, ProbeSession")
    #expect(error?.service == "Alpha")
    #expect(error?.model == "Probe")
    #expect(error?.sessions == ["ProbeSession", "ProbeSession"])
  }

  @Test func `a session that misses a service names itself twice`() {
    let error = #expect(throws: MissingServiceError.self) { try Session().service(Beta.self) }
    #expect(
      error?.description == "Session asked for Beta, which no session around it provides: Session")
  }

  @Test func `outside any session the error says so`() {
    let root = ProbeSession()
    root.provide(Alpha(root.log))
    let child = root.child("child")
    child.removeFromParent()
    let error = #expect(throws: MissingServiceError.self) { try child.service(Alpha.self) }
    #expect(error?.description == "Probe asked for Alpha outside any session")
  }

  @Test func `a service may use its session while it goes with the session's closing`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let root = Session()
        root.open()
        root.provide(Parting(root))
        root.close()
      }
    }
  }

  @Test func `a service may use its session while it is replaced`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let root = Session()
        root.provide(Parting(root))
        root.provide(Parting(root))
      }
    }
  }
}

/// Asks its session for services during its release.
private final class Parting: Service {
  private weak var session: Session?

  init(_ session: Session) { self.session = session }

  isolated deinit { _ = session?.serviceNames }
}
