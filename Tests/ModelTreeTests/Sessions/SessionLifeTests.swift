import ModelTree
import Testing

@Suite struct `Life of a session` {
  @Test func `services are created in order, then take off in order, then the session loads`() {
    let root = ProbeSession()
    root.whenCreatingServices = { session in
      session.provide(Alpha(session.log))
      session.provide(Beta(session.log))
    }
    root.open()
    #expect(
      root.log.lines == [
        "Alpha created", "Beta created", "Alpha took off", "Beta took off", "root did load",
      ])
    #expect(root.serviceNames == ["Alpha", "Beta"])
  }

  @Test func `closing tells every model in document order, then each service in order`() {
    let root = ProbeSession()
    root.whenCreatingServices = { session in
      session.provide(Beta(session.log))
      session.provide(Alpha(session.log))
    }
    root.open()
    root.child("a").child("a1")
    root.localSession("local").child("l1")
    root.child("b")
    let before = root.log.lines.count
    root.close()
    #expect(
      root.log.lines.dropFirst(before)
        == [
          "root will close", "a will close", "a1 will close", "local will close", "l1 will close",
          "b will close", "Beta prepared to close", "Alpha prepared to close",
        ])
    #expect(root.serviceNames.isEmpty)
  }

  @Test func `services are at hand while a session closes, until it has`() throws {
    let root = Asking()
    root.open()
    root.close()
    #expect(root.found)
    #expect(throws: MissingServiceError.self) { try root.service(Alpha.self) }
  }

  @Test func `a closed root session has let its tree go, and may be opened again`() {
    let root = ProbeSession()
    root.whenLoading = { $0.child("flow").child("screen") }
    root.open()
    weak let flow = root.children.first
    root.close()
    #expect(flow == nil)
    #expect(root.children.isEmpty)
    root.open()
    #expect(names(root.subtree) == ["root", "flow", "screen"])
  }

  @Test func `a model may leave the tree or close the session again while it closes`() {
    let root = ProbeSession()
    root.open()
    let leaving = Leaving(parent: root)
    leaving.log = root.log
    root.child("last")
    root.close()
    #expect(
      root.log.lines == ["root did load", "root will close", "leaving left", "last will close"])
    #expect(root.children.isEmpty)
  }

  @Test func `a local session that is closed while the one around it closes closes once`() {
    let root = ProbeSession()
    root.open()
    let local = root.localSession("local")
    local.provide(Alpha(root.log))
    local.open()
    let leaving = Leaving(parent: local)
    leaving.log = root.log
    local.child("last")
    root.close()
    #expect(
      root.log.lines == [
        "root did load", "Alpha created", "Alpha took off", "local did load", "root will close",
        "local will close", "leaving left", "last will close", "Alpha prepared to close",
      ])
    #expect(root.children.isEmpty)
    #expect(!local.isOpen)
  }

  @Test func `a session that is closed while its services take off does not load`() {
    let root = ProbeSession()
    root.whenCreatingServices = { session in
      session.provide(Closing(session))
      session.provide(Alpha(session.log))
    }
    root.open()
    #expect(!root.isOpen)
    #expect(root.log.lines == ["Alpha created", "root will close", "Alpha prepared to close"])
  }
}

/// Looks for its service while it closes.
private final class Asking: Session {
  var found = false

  override func createServices() { provide(Alpha(Log())) }
  override func sessionWillClose() { found = (try? service(Alpha.self)) != nil }
}

private final class Leaving: Model {
  var log: Log?

  override func sessionWillClose() {
    (session ?? parent as? Session)?.close()
    removeFromParent()
    log?("leaving left")
  }
}

/// Closes its session immediately.
private final class Closing: Service {
  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func takeOff() { session.close() }
}
