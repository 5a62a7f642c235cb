// MailTests.swift: the examples of "Test your tree".
import ModelTree
import ModelTreeTesting
import Testing

enum MailErrors: Int, ErrorCode { case offline = 1, signedOut = 2, full = 3 }
enum MailEvent: String, GlobalEventName { case received = "Received" }

final class MailSession: Session {
  private(set) lazy var inbox = InboxFlow(parent: self)

  override func sessionDidLoad() {
    register(for: MailErrors.signedOut) { [weak self] _ in self?.close() }
    inbox.register(for: MailErrors.offline)
    inbox.list.register(for: MailEvent.received)
  }
}

final class InboxFlow: Model {
  private(set) lazy var list = MailList(parent: self)

  func write() { _ = Draft(parent: self) }
}

final class MailList: Model {}

final class Draft: Model {
  private(set) var isSaved = false

  func edit() {
    isSaved = false
    task { [self] in
      try? await sleep(for: .seconds(30))
    } then: { draft, _ in
      draft.isSaved = true
    }
  }
}

@MainActor @Suite struct `The inbox` {
  let session = MailSession()
  init() { session.open() }

  @Test func `a draft opens beside the list`() {
    session.inbox.write()
    expectTree(
      session,
      matches: """
        MailSession [session]
          InboxFlow
            MailList
            Draft
        error MailErrors.offline from Draft => InboxFlow
        """)
  }

  @Test func `a session opens with an empty inbox`() {
    expectTree(session, matchesSpecAt: "Specs/mail.treespec")
  }

  @Test func `where messages go`() {
    let inbox = session.inbox
    expectRoute(of: MailErrors.offline, from: inbox.list, isHandledBy: inbox)
    expectRoute(of: MailErrors.signedOut, from: inbox.list, isHandledBy: session)
    expectNoRoute(of: MailErrors.full, from: inbox.list)
    expectRoute(of: MailEvent.received, from: session, isHeardBy: [inbox.list])
  }

  @Test func `a list without a network says so, and goes on`() {
    expectJournal(
      of: session,
      says: """
        error MailErrors.offline from MailList => InboxFlow
        event MailEvent.Received => MailList only
        """
    ) {
      session.inbox.list.raise(MailErrors.offline)
      session.raise(MailEvent.received)
    }
  }

  @Test func `a draft is saved half a minute after an edit`() async {
    let clock = ManualClock()
    session.clock = clock
    let draft = Draft(parent: session.inbox)
    draft.edit()
    await clock.advance(by: .seconds(29))
    #expect(!draft.isSaved)
    await clock.advance(by: .seconds(1))
    #expect(draft.isSaved)
  }

  @Test func `a draft that is sent is gone`() {
    session.inbox.write()
    expectNoLeaks(in: session) { session.inbox.children[1].removeFromParent() }
  }

  @Test func `signing out lets go of everything`() {
    let controller = SessionController(
      anonymous: { Session() }, authorized: { MailSession(credentials: $0) })
    controller.start(with: Credentials(userID: "1", userName: "Anna", token: "t"))
    expectNoLeaks(in: controller) { controller.session?.raise(MailErrors.signedOut) }
  }
}
