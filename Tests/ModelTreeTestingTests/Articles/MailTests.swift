// MailTests.swift: the examples of "Test your tree".
import ModelTree
import ModelTreeTesting
import Testing

enum Mail {
  struct Offline: ErrorMessage {}
  struct SignedOut: ErrorMessage {}
  struct Full: ErrorMessage {}
  struct Received: EventMessage { let subject: String }
}

final class MailSession: Session {
  @Child({ InboxFlow(parent: $0) }) var inbox

  override func sessionDidLoad() {
    register(for: Mail.SignedOut.self) { [weak self] _ in self?.close() }
    inbox.register(for: Mail.Offline.self)
    inbox.list.register(for: Mail.Received.self)
  }
}

final class InboxFlow: Model {
  @Child({ MailList(parent: $0) }) var list

  func write() { _ = Draft(parent: self) }
}

final class MailList: Model {}

final class Draft: Model {
  private(set) var isSaved = false

  func edit() {
    isSaved = false
    task { [self] in
      try await sleep(for: .seconds(30))
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
        error Mail.Offline from Draft => InboxFlow
        """)
  }

  @Test func `a session opens with an empty inbox`() {
    expectTree(session, matchesSpecAt: "Specs/mail.treespec")
  }

  @Test func `where messages go`() {
    let inbox = session.inbox
    expectRoute(of: Mail.Offline.self, from: inbox.list, isHandledBy: inbox)
    expectRoute(of: Mail.SignedOut.self, from: inbox.list, isHandledBy: session)
    expectNoRoute(of: Mail.Full.self, from: inbox.list)
    expectRoute(of: Mail.Received.self, from: session, isHeardBy: [inbox.list])
  }

  @Test func `a list without a network says so, and keeps running`() {
    expectJournal(
      of: session,
      says: """
        error Mail.Offline from MailList => InboxFlow
        event Mail.Received => MailList only
        """
    ) {
      session.inbox.list.raise(Mail.Offline())
      session.raise(Mail.Received(subject: "Hello"))
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
    expectNoLeaks(in: controller) { controller.session?.raise(Mail.SignedOut()) }
  }
}
