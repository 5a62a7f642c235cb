import ModelTree
import Testing

@Suite struct `The session controller` {
  private nonisolated static let ann = Credentials(userID: "1", userName: "Ann", token: "t1")
  private static let bob = Credentials(userID: "2", userName: "Bob", token: "t2")

  /// A controller whose sessions are named for their users.
  private func controller(
    whenLoading: @escaping (ProbeSession) -> Void = { _ in }
  ) -> SessionController {
    func session(_ name: String) -> ProbeSession {
      let session = ProbeSession(name)
      session.whenLoading = whenLoading
      return session
    }
    return SessionController(
      anonymous: { session("anonymous") }, authorized: { session($0.userName) })
  }

  private func observe(_ controller: SessionController) -> Log {
    let log = Log()
    controller.sessionSignal.subscribeNext { session in
      log("\(session?.label ?? "none") \(session?.isOpen ?? false)")
    }
    return log
  }

  @Test(arguments: [(nil, "anonymous"), (ann, "Ann")])
  func `it starts with the session of whoever is signed in`(
    credentials: Credentials?, name: String
  ) {
    let controller = controller()
    #expect(controller.session == nil)
    controller.start(with: credentials)
    #expect(controller.session?.label == name)
    #expect(controller.session?.isOpen == true)
    var told: Session?
    controller.sessionSignal.subscribeNext { told = $0 }
    #expect(told != nil && told === controller.session)
  }

  @Test func `a session that closes is replaced, with or without credentials`() {
    let controller = controller()
    let log = observe(controller)
    controller.start()
    controller.session?.close(with: Self.ann)
    #expect(controller.session?.label == "Ann")
    controller.session?.close(with: Self.bob)
    #expect(controller.session?.label == "Bob")
    controller.session?.close()
    #expect(controller.session?.label == "anonymous")
    #expect(
      log.lines == ["none false", "anonymous true", "Ann true", "Bob true", "anonymous true"])
  }

  @Test func `the old session and its tree are deallocated`() {
    let controller = controller { $0.child("root model") }
    controller.start()
    weak let old = controller.session
    weak let model = controller.session?.children.first
    #expect(model != nil)
    old?.close(with: Self.ann)
    #expect(old == nil)
    #expect(model == nil)
  }

  @Test func `stopping closes the session and opens no other`() {
    let controller = controller()
    let log = observe(controller)
    controller.start()
    weak let old = controller.session
    controller.stop()
    #expect(controller.session == nil)
    #expect(old == nil)
    #expect(log.lines == ["none false", "anonymous true", "none false"])
    controller.stop()
    #expect(log.lines.count == 3)
    controller.start(with: Self.ann)
    #expect(controller.session?.label == "Ann")
  }

  @Test func `a session that closes itself while it loads is told of by its successor alone`() {
    let controller = controller { session in
      if session.name == "anonymous" { session.close(with: Self.ann) }
    }
    let log = observe(controller)
    controller.start()
    #expect(controller.session?.label == "Ann")
    #expect(log.lines == ["none false", "Ann true"])
  }

  @Test func `a controller that is stopped while a session loads has none`() {
    var stop: () -> Void = {}
    let controller = controller { _ in stop() }
    stop = { [unowned controller] in controller.stop() }
    let log = observe(controller)
    controller.start()
    #expect(controller.session == nil)
    #expect(log.lines.last == "none false")
    #expect(!log.lines.contains("anonymous true"))
  }

  @Test func `a session that is made while the controller is stopped never opens`() {
    var stop: () -> Void = {}
    let made = Log()
    let controller = SessionController(
      anonymous: {
        stop()
        let session = ProbeSession()
        session.whenLoading = { _ in made("opened") }
        return session
      }, authorized: { Session(credentials: $0) })
    stop = { [unowned controller] in controller.stop() }
    controller.start()
    #expect(controller.session == nil)
    #expect(made.lines == [])
  }

  @Test func `a session that a handler closes deep in its tree is replaced at once`() {
    let controller = controller { session in
      session.register(for: NetworkErrors.badToken) { [unowned session] _ in session.close() }
      session.child("flow").child("leaf")
    }
    controller.start(with: Self.ann)
    let leaf = controller.session?.subtree.last
    #expect(leaf?.raise(NetworkErrors.badToken)?.label == "Ann")
    #expect(controller.session?.label == "anonymous")
    #expect(leaf?.session == nil)
  }

  @Test func `a session that the controller let go of closes without effect on it`() {
    let controller = controller()
    controller.start()
    let old = controller.session
    old?.close(with: Self.ann)
    old?.open()
    old?.close(with: Self.bob)
    #expect(controller.session?.label == "Ann")
  }

  @Test func `whoever closes the session inside the signal leaves nobody with the old one`() {
    let controller = controller()
    controller.sessionSignal.subscribeNext { session in
      if session?.label == "anonymous" { session?.close(with: Self.ann) }
    }
    let log = observe(controller)
    controller.start()
    #expect(controller.session?.label == "Ann")
    #expect(log.lines.last == "Ann true")
  }

  @Test func `a local session's closing does not replace the session around it`() {
    let controller = controller { $0.localSession("local").open() }
    controller.start()
    let root = controller.session
    (root?.children.first as? Session)?.close()
    #expect(controller.session === root)
    #expect(root?.isOpen == true)
  }
}
