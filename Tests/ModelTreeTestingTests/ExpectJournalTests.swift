import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeSnapshot

@testable import ModelTreeTesting

@Suite(.takingFoundIssues) struct `Expecting what happens` {
  private let shop = openShop()

  private func pay() {
    shop.payment.raise(PaymentErrors.declined)
    shop.payment.raise(ShopBubble.close)
    shop.raise(ShopEvent.itemAdded)
  }

  @Test func `what is raised as expected passes, by code, label, path or pattern`() {
    #expect(
      expectJournal(
        of: shop,
        says: """
          error PaymentErrors.declined from PaymentModel => CheckoutFlow
          bubble Close from CheckoutFlow/* => CheckoutFlow
          event ShopEvent.* => CartModel only
          """
      ) { pay() })
    #expect(expectJournal(of: shop.cart, says: "") {})
    #expect(
      expectJournal(
        of: shop, says: "error offline => uncaught\nevent LoggedOut => unheard"
      ) {
        shop.cart.raise(PaymentErrors.offline)
        shop.cart.raise(ShopEvent.loggedOut)
      })
  }

  @Test func `what was done before does not count, and causes do not change the order`() {
    pay()
    shop.register(for: ShopBubble.close) { [shop] _ in shop.raise(ShopEvent.loggedOut) }
    #expect(
      expectJournal(
        of: shop, says: "bubble Close from CartModel => ShopSession\nevent LoggedOut => unheard"
      ) { shop.cart.raise(ShopBubble.close) })
  }

  @Test func `work may wait, and may be done by a controller`() async {
    let controller = startShop()
    let isRight = await expectJournal(
      of: controller, says: "error expired from CartModel => ShopSession"
    ) {
      await Task.yield()
      (controller.session as? ShopSession)?.cart.raise(PaymentErrors.expired)
    }
    #expect(isRight)
    #expect(expectJournal(of: controller, says: "") { controller.session?.close() })
  }

  @Test func `a failure tells what happened at the caller's line, and what to write`() throws {
    let line = #line + 2
    let issue = FoundIssue.of {
      expectJournal(
        of: shop,
        says: """
          error PaymentErrors.declined from PaymentModel => CheckoutFlow
          event ShopEvent.LoggedOut from ShopSession => unheard
          """
      ) {
        pay()
        shop.cart.raise(PaymentErrors.offline)
      }
    }
    let found = try #require(issue)
    #expect(found.line == line)
    #expect(found.fileName == "ExpectJournalTests.swift")
    #expect(
      found.text.withoutTimes == """
        other messages were raised than expected: 1 missing, 3 extra

          error PaymentErrors.declined from PaymentModel => CheckoutFlow
        - event ShopEvent.LoggedOut from ShopSession => unheard  line 2: this did not happen
        + bubble ShopBubble.Close from PaymentModel => CheckoutFlow  record 3: not expected
        + event ShopEvent.ItemAdded from ShopSession => CartModel only  record 5: not expected
        + error PaymentErrors.offline from CartModel => uncaught  record 8: not expected

        what was recorded:

              1  09:30:00.000  PaymentModel #4 raises error PaymentErrors.1 (declined)  \
        ExpectJournalTests.swift:14
              2  09:30:00.000    CheckoutFlow #3 handles it after 1 hop, 1 ns  Shop.swift:25
              3  09:30:00.000  PaymentModel #4 raises bubble ShopBubble.Close  ExpectJournalTests.swift:15
              4  09:30:00.000    CheckoutFlow #3 handles it after 1 hop, 1 ns  Shop.swift:26
              5  09:30:00.000  ShopSession #1 raises event ShopEvent.ItemAdded  ExpectJournalTests.swift:16
              6  09:30:00.000    1 model received it, 1 ns
              7  09:30:00.000    CartModel #2 receives it, 1 ns  Shop.swift:23
              8  09:30:00.000  CartModel #2 raises error PaymentErrors.3 (offline)  \
        ExpectJournalTests.swift:71
              9  09:30:00.000    uncaught; reported to ShopSession #1, 1 ns

        if that is right, write:

        error PaymentErrors.declined from PaymentModel => CheckoutFlow
        bubble ShopBubble.Close from PaymentModel => CheckoutFlow
        event ShopEvent.ItemAdded from ShopSession => CartModel only
        error PaymentErrors.offline from CartModel => uncaught

        The journal is attached as \
        a-failure-tells-what-happened-at-the-caller-s-line-and-what-to-write.journal; \
        'swift test --attachments-path FOLDER' keeps it in an existing folder. 'modeltree repl \
        FOLDER/a-failure-tells-what-happened-at-the-caller-s-line-and-what-to-write.journal' looks at \
        every moment of it.
        """)
  }

  @Test func `where messages are more than a failure shows, no lines are offered`() {
    #expect(
      offer {
        expectJournal(of: shop, says: "") { for _ in 0..<41 { shop.raise(ShopEvent.itemAdded) } }
      } == nil)
  }

  @Test(arguments: [
    ("CheckoutFlow", "messages are listed here, as in 'error Domain.code from Model => Handler'"),
    ("error A.b from C", "'=>' is expected here"),
  ])
  func `a line that is no message is named`(line: String, reason: String) throws {
    let issue = FoundIssue.of { expectJournal(of: shop, says: line) {} }
    #expect(try #require(issue).text.contains("expected messages:1:"))
    #expect(try #require(issue).text.contains(reason))
  }

  @Test func `a journal that is too small says so`() throws {
    let session = ShopSession()
    session.record(in: Journal(bytes: Journal.leastBytes))
    session.open()
    let issue = FoundIssue.of {
      expectJournal(of: session, says: "") {
        for _ in 0..<1_000 { session.raise(ShopEvent.itemAdded) }
      }
    }
    #expect(
      try #require(issue).text.contains("dropped: the journal is too small; give it more bytes"))
  }

  @Test func `a model outside of sessions is not recorded`() throws {
    let flow = shop.flow
    flow.removeFromParent()
    let issue = FoundIssue.of { expectJournal(of: flow, says: "") {} }
    #expect(try #require(issue).text.contains("is in no session's tree"))
  }

  @Test func `a wrong tree or route shows the last records of its journal, and keeps it`() throws {
    shop.record(in: Journal(bytes: 1 << 18))
    pay()
    let tree = FoundIssue.of { expectTree(shop, matches: "ShopSession") }
    let route = FoundIssue.of {
      expectRoute(of: PaymentErrors.offline, from: shop.payment, isHandledBy: shop)
    }
    for issue in [tree, route] {
      let text = try #require(issue).text
      #expect(text.contains("\n\nThe last records of its journal:\n\n"))
      #expect(text.contains("PaymentModel #4 raises bubble ShopBubble.Close"))
      #expect(text.contains(".journal; 'swift test --attachments-path FOLDER'"))
      #expect(text.contains("The tree is attached as "))
    }
    let other = FoundIssue.of { expectTree(openShop(), matches: "ShopSession") }
    #expect(try !#require(other).text.contains("The last records"))
  }
}

/// The lines that the failure of an expectation offers; nil if it offers none.
@MainActor
private func offer(_ work: () -> Void) -> String? {
  guard let text = FoundIssue.of(work)?.text,
    let start = text.firstRange(of: "\n\nif that is right, write"),
    let lines = text[start.upperBound...].firstRange(of: ":\n\n")
  else { return nil }
  return text[lines.upperBound...].components(separatedBy: "\n\nThe journal ")[0]
}

/// Messages of objects that aren't models.
@Suite(.takingFoundIssues) struct `Expecting what is reported` {
  private let journal = Journal(bytes: 1 << 16)

  private func tap() {
    let (cart, cell) = (
      RecordedObject(id: 1, type: "Cart"), RecordedObject(id: 2, type: "Cell")
    )
    func pass(_ kind: Message.Kind, _ code: String, _ taker: RecordedObject?) {
      journal.record(
        Message(kind: kind, domain: "Cart", code: code), label: nil, raisedBy: cell,
        takenBy: taker.map { [$0] } ?? [], hops: 1
      ) {}
    }
    pass(.bubble, "tap", cart)
    pass(.event, "changed", cart)
    pass(.error, "full", nil)
  }

  @Test func `it is held against lines with types`() async {
    let lines = """
      bubble Cart.tap from Cell => Cart
      event changed => delivered
      error full => uncaught
      """
    #expect(expectJournal(of: journal, says: lines) { tap() })
    #expect(
      await expectJournal(of: journal, says: lines) {
        await Task.yield()
        tap()
      })
  }

  @Test func `a failure ends with the lines to write, and keeps the journal`() throws {
    let issue = FoundIssue.of { expectJournal(of: journal, says: "") { tap() } }
    let text = try #require(issue).text
    #expect(
      text.contains(
        """
        write:

        bubble Cart.tap from Cell => Cart
        event Cart.changed from Cell => delivered
        error Cart.full from Cell => uncaught

        The journal is attached as
        """))
    #expect(text.contains("'modeltree repl FOLDER/"))
  }

  @Test func `what is offered passes, whatever the names`() throws {
    var random = SeededGenerator(seed: 27)
    let names = RandomTree.joinedHostileNames
    func name() -> String { random.chance(1, in: 4) ? "A" : random.pick(names) }
    var offers = 0
    for _ in 0..<100 {
      let journal = Journal(bytes: 1 << 16)
      let objects = (1...3).map { RecordedObject(id: $0, type: name()) }
      let raises = (0..<random.next(below: 4)).map { _ in
        (
          Message(kind: random.pick(Message.Kind.allCases), domain: name(), code: name()),
          random.chance(1, in: 2) ? name() : nil, random.pick(objects),
          random.chance(1, in: 2) ? [random.pick(objects)] : []
        )
      }
      func work() {
        for (message, label, raiser, takers) in raises {
          journal.record(message, label: label, raisedBy: raiser, takenBy: takers, hops: 1) {}
        }
      }
      let wrong = "error Other.code => uncaught"
      guard let lines = offer({ expectJournal(of: journal, says: wrong, while: work) }) else {
        continue
      }
      offers += 1
      #expect(expectJournal(of: journal, says: lines, while: work), "\(lines)")
    }
    #expect(offers > 85)
  }

  @Test func `lines that a literal would read otherwise are offered for one that does not`() throws
  {
    let cell = RecordedObject(id: 1, type: "Cell*#")
    let issue = FoundIssue.of {
      expectJournal(of: journal, says: "") {
        journal.record(
          Message(kind: .bubble, domain: "Cart", code: "tap"), label: nil, raisedBy: cell,
          takenBy: [], hops: 1
        ) {}
      }
    }
    #expect(
      try #require(issue).text.contains(
        ###"""
        if that is right, write between ##""" and """##:

        bubble Cart.tap from Cell\*\# => unhandled

        """###))
  }

  @Test func `a line that asks for a tree says that there is none`() throws {
    for line in ["event changed => Cart", "bubble tap from Cart/* => Cart"] {
      let issue = FoundIssue.of { expectJournal(of: journal, says: line) { tap() } }
      let text = try #require(issue).text
      #expect(
        text.hasPrefix("a journal doesn't follow the tree of objects that aren't models; "),
        "\(line): \(text)"
      )
    }
  }
}
