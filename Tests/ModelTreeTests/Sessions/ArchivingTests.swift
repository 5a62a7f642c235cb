import ModelTree
import ModelTreeStorage
import Testing

/// The part of a session that a controller stores, whatever the store.
@Suite struct `Archiving a session` {
  private static let ann = Credentials(userID: "1", userName: "Ann", token: "t1")
  private static let bob = Credentials(userID: "2", userName: "Bob", token: "t2")

  private final class DraftSession: Session, ArchivingSession {
    var draft = "" { didSet { archive() } }
    var archived: [String: String] { ["draft": draft] }
    private(set) var isOpenWhenRestored: Bool?

    func restore(_ archived: [String: String]) {
      isOpenWhenRestored = isOpen
      draft = archived["draft"] ?? "none"
    }
  }

  private final class NumberSession: Session, ArchivingSession {
    var number = Double.nan
    var archived: Double { number }
    func restore(_ archived: Double) { number = archived }
  }

  private func controller(
    _ store: any SessionStore,
    authorized: @escaping (Credentials) -> Session = { DraftSession(credentials: $0) }
  ) -> SessionController {
    SessionController(store: store, anonymous: { Session() }, authorized: authorized)
  }

  /// A store that fails at everything.
  private final class BrokenStore: SessionStore {
    struct Broken: Error {}
    func load() throws -> SessionArchive? { throw Broken() }
    func save(_ archive: SessionArchive) throws { throw Broken() }
    func clear() throws { throw Broken() }
  }

  @Test func `the next start opens the session that was open when the app stopped`() {
    let store = MemorySessionStore()
    let first = controller(store)
    first.start()
    #expect(first.session?.credentials == nil)
    first.session?.close(with: Self.ann)
    (first.session as? DraftSession)?.draft = "half a thought"
    first.stop()

    let second = controller(store)
    second.start()
    let session = second.session as? DraftSession
    #expect(session?.credentials == Self.ann)
    #expect(session?.draft == "half a thought")
    #expect(session?.isOpenWhenRestored == false)
    #expect(session?.isOpen == true)
  }

  @Test func `who signs in is kept before the session opens`() {
    let store = MemorySessionStore()
    var keptWhenMade: SessionArchive?
    let controller = controller(store) { credentials in
      keptWhenMade = store.archive
      return Session(credentials: credentials)
    }
    controller.start(with: Self.ann)
    #expect(keptWhenMade?.credentials == Self.ann)
  }

  @Test func `nothing of a user stays who has signed out`() {
    let store = MemorySessionStore()
    let controller = controller(store)
    controller.start(with: Self.ann)
    controller.session?.close()
    #expect(store.archive == nil)
    #expect(controller.session?.credentials == nil)
    controller.stop()
    #expect(store.archive == nil)
  }

  @Test func `credentials that are handed to the start come before what was kept`() {
    let store = MemorySessionStore(SessionArchive(credentials: Self.ann))
    let controller = controller(store)
    controller.start(with: Self.bob)
    #expect(controller.session?.credentials == Self.bob)
    #expect(store.archive?.credentials == Self.bob)
  }

  @Test func `renewed credentials are kept, and make no anonymous session an authorised one`() {
    let store = MemorySessionStore()
    let controller = controller(store)
    controller.start()
    controller.session?.renew(Self.ann)
    #expect(store.archive == nil)
    controller.session?.close(with: Self.ann)
    var renewed = Self.ann
    renewed.token = "t9"
    controller.session?.renew(renewed)
    #expect(store.archive?.credentials.token == "t9")
    #expect(controller.session?.credentials?.token == "t9")
  }

  @Test func `a session that does not say who is signed in is told by the controller`() {
    let controller = controller(MemorySessionStore()) { _ in Session() }
    controller.start(with: Self.ann)
    #expect(controller.session?.credentials == Self.ann)
  }

  @Test func `a store that fails is reported and stops nobody`() {
    let controller = controller(BrokenStore())
    var reported = 0
    controller.archiveErrorSignal.subscribeNext { error in
      if error is BrokenStore.Broken { reported += 1 }
    }
    controller.start()
    #expect(reported == 1)
    controller.session?.close(with: Self.ann)
    #expect(reported == 2)
    #expect(controller.session?.credentials == Self.ann)
    controller.session?.close()
    #expect(reported == 3)
    #expect(controller.session?.credentials == nil)
  }

  @Test func `content that the session cannot take is reported, and it opens without`() {
    let store = MemorySessionStore(SessionArchive(credentials: Self.ann, content: "[1"))
    let controller = controller(store)
    let log = Log()
    controller.archiveErrorSignal.subscribeNext { error in
      log(String("\(error)".prefix { $0 != ":" }))
    }
    controller.start()
    #expect(log.lines == ["what DraftSession keeps was lost"])
    #expect(controller.session?.isOpen == true)
    #expect(controller.session?.credentials == Self.ann)
  }

  @Test func `content that cannot be written is reported, and what was kept before stays`() {
    let kept = SessionArchive(credentials: Self.ann, content: "1.5")
    let store = MemorySessionStore(kept)
    let controller = controller(store) { NumberSession(credentials: $0) }
    var reported: [any Error] = []
    controller.archiveErrorSignal.subscribeNext { reported.append($0) }
    controller.start()
    (controller.session as? NumberSession)?.number = .infinity
    controller.stop()
    #expect(reported.count == 1)
    #expect(store.archive == kept)
  }

  @Test func `a controller that is stopped over a failing store holds no open session`() {
    let controller = controller(BrokenStore())
    controller.archiveErrorSignal.subscribeNext { [unowned controller] _ in controller.stop() }
    controller.start()
    #expect(controller.session == nil)
    let second = SessionController(
      store: BrokenStore(), anonymous: { Session() }, authorized: { Session(credentials: $0) })
    second.archiveErrorSignal.subscribeNext { [unowned second] _ in second.stop() }
    second.start(with: Self.ann)
    #expect(second.session == nil)
  }

  @Test func `who signs out while the app stops stays signed out`() {
    final class LastWish: Session {
      var stop: () -> Void = {}
      override func sessionWillClose() { stop() }
    }
    let store = MemorySessionStore()
    let controller = controller(store) { LastWish(credentials: $0) }
    controller.start(with: Self.ann)
    (controller.session as? LastWish)?.stop = { [unowned controller] in controller.stop() }
    controller.session?.close()
    #expect(store.archive == nil)
    #expect(controller.session == nil)
  }

  @Test func `a session that signs out while it is archived is not kept`() {
    final class Fleeting: Session, ArchivingSession {
      var archived: Int {
        close()
        return 1
      }
      func restore(_ archived: Int) {}
    }
    let store = MemorySessionStore()
    let controller = controller(store) { Fleeting(credentials: $0) }
    controller.start(with: Self.ann)
    controller.archive()
    #expect(store.archive == nil)
    #expect(controller.session?.credentials == nil)
  }

  @Test func `a session knows who is signed in when it takes what was kept`() {
    final class Knowing: Session, ArchivingSession {
      var restored: Credentials?
      var archived: Int { 1 }
      func restore(_ archived: Int) { restored = credentials }
    }
    let controller = controller(
      MemorySessionStore(SessionArchive(credentials: Self.ann, content: "1"))
    ) { _ in Knowing() }
    controller.start()
    #expect((controller.session as? Knowing)?.restored == Self.ann)
  }
}
