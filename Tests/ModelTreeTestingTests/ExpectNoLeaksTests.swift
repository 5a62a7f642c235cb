import Foundation
import ModelTree
import ModelTreeTesting
import Testing
import TreeSnapshot

/// Keeps work running, cancelled or not.
private final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
  }
}

/// Holds a model that should be gone.
private enum Keeper { static var kept: [String: Model] = [:] }

@Suite(.takingFoundIssues, .timeLimit(.minutes(20))) struct `Expecting no leaks` {
  #if os(Linux)
    @Test func `the failure says who holds it in memory`() throws {
      let shop = openShop()
      Keeper.kept = ["payment": shop.payment]
      let issue = FoundIssue.of { expectNoLeaks(in: shop) { shop.flow.removeFromParent() } }
      Keeper.kept = [:]
      #expect(
        try #require(issue).holders.hasPrefix(
          """
            #4
              held by  static Keeper.kept           lives as long as the app
                         Dictionary<String, Model>  a dictionary's value  ~ suspect
          """), "\(issue?.holders ?? "")")
    }

  #endif

  @Test func `a leaked model is listed with the path that it had, and what it holds below it`()
    throws
  {
    let shop = openShop()
    let held = shop.flow
    let line = #line + 2
    let issue = FoundIssue.of {
      #expect(!expectNoLeaks(in: shop) { held.removeFromParent() })
    }
    let found = try #require(issue)
    #expect(found.line == line && found.fileName == "ExpectNoLeaksTests.swift")
    #expect(
      found.text == """
        2 models left the tree of ShopSession and are still alive; something holds 1 of them:

          /ShopSession/CheckoutFlow  #3, created at Shop.swift:24
          /ShopSession/CheckoutFlow/PaymentModel  #4, created at Shop.swift:27, held by #3
        """)
  }

  @Test func `a leaked model is listed with the lines of its handlers and work`() async throws {
    let shop = openShop()
    let gate = Gate()
    weak let flow = shop.payment
    let line = #line
    let issue = FoundIssue.of {
      expectNoLeaks(in: shop) {
        guard let leaving = flow else { return }
        leaving.register(for: PaymentErrors.offline)
        for code in [PaymentErrors.declined, .expired] {
          leaving.register(for: code) { _ in leaving.removeFromParent() }
        }
        leaving.register(for: ShopBubble.close) { _ in leaving.removeFromParent() }
        leaving.task {
          await gate.wait()
          _ = leaving.id
        }
        leaving.task {}
        leaving.removeFromParent()
        leaving.task(orRaise: PaymentErrors.offline) { [leaving] in
          await gate.wait()
          _ = leaving.id
        }
      }
    }
    #expect(
      try #require(issue).text == """
        1 model left the tree of ShopSession and is still alive; something holds it:

          /ShopSession/CheckoutFlow/PaymentModel  #4, created at Shop.swift:27
            registered handlers at ExpectNoLeaksTests.swift:\(line + 6), \
        ExpectNoLeaksTests.swift:\(line + 8)
            started work that still runs at ExpectNoLeaksTests.swift:\(line + 9), \
        ExpectNoLeaksTests.swift:\(line + 13), ExpectNoLeaksTests.swift:\(line + 15)

        Some of this work is cancelled; 'await expectNoLeaks' waits for it to end.
        """)
    gate.open()
    while flow?.treeLeaks().models.contains(where: { !$0.work.isEmpty }) == true {
      await Task.yield()
    }
    flow?.unregister(for: PaymentErrors.declined)
    #expect(flow?.treeLeaks().models.contains { !$0.handlers.isEmpty } == true)
    flow?.unregister(for: PaymentErrors.expired)
    flow?.unregister(for: ShopBubble.close)
    #expect(expectNoLeaks(in: shop))
  }

  @Test func `cancelled work is waited for, and a leak if it goes on`() async throws {
    let shop = openShop()
    let isRight = await expectNoLeaks(in: shop) {
      let payment = PaymentModel(parent: shop)
      payment.task { [payment] in try await payment.sleep(for: .seconds(600)) }
      payment.removeFromParent()
    }
    #expect(isRight)
    let gate = Gate()
    let line = #line + 2
    let issue = await FoundIssue.of {
      await expectNoLeaks(in: shop) {
        let payment = PaymentModel(parent: shop)
        payment.task { [payment] in
          await gate.wait()
          _ = payment.id
        }
        payment.removeFromParent()
      }
    }
    gate.open()
    let found = try #require(issue)
    #expect(found.text.contains("started work that still runs at ExpectNoLeaksTests"))
    #expect(found.line == line && found.fileName == "ExpectNoLeaksTests.swift")
  }

  @Test func `only what leaves meanwhile counts, without a closure whatever has left`() throws {
    let shop = openShop()
    let held = shop.payment
    held.removeFromParent()
    #expect(expectNoLeaks(in: shop) { shop.flow.removeFromParent() })
    let issue = FoundIssue.of { expectNoLeaks(in: shop) }
    #expect(
      try #require(issue).text == """
        1 model left the tree of ShopSession and is still alive; something holds it:

          PaymentModel, whose place was not kept  #4, created at Shop.swift:27
        """)
  }

  @Test func `the model that is given, which the test holds, does not count`() {
    let shop = openShop()
    #expect(expectNoLeaks(in: shop) { shop.close() })
    let second = openShop()
    let flow = second.flow
    #expect(expectNoLeaks(in: flow) { flow.removeFromParent() })
    #expect(expectNoLeaks(in: flow))
  }

  @Test func `a session that its controller replaces must go with all that it held`() throws {
    let controller = startShop()
    #expect(expectNoLeaks(in: controller) { controller.session?.close() })
    let held = controller.session
    let issue = FoundIssue.of {
      expectNoLeaks(in: controller) { controller.session?.close() }
    }
    #expect(
      try #require(issue).text == """
        1 model left the tree of ShopSession and is still alive; something holds it:

          /ShopSession  #1 of an earlier session, created at Shop.swift:49
        """)
    // It had left before.
    #expect(expectNoLeaks(in: controller) { controller.session?.close() })
    withExtendedLifetime(held) {}
  }

  @Test func `a model of a session that closed is listed, though its number is used again`() throws
  {
    let controller = startShop()
    var held: [Model] = []
    #expect(expectNoLeaks(in: controller))
    for _ in 0..<2 {
      if let shop = controller.session as? ShopSession { held.append(shop.cart) }
      controller.session?.close()
    }
    controller.stop()
    let issue = FoundIssue.of { expectNoLeaks(in: controller) }
    let text = try #require(issue).text
    #expect(text.hasPrefix("2 models left the tree of the session controller"))
    #expect(
      text.components(separatedBy: "/ShopSession/CartModel  #2 of an earlier session").count == 3)
  }

  @Test func `many leaks are counted`() throws {
    let shop = openShop()
    let held = (0..<40).map { _ in PaymentModel(parent: shop) }
    let issue = FoundIssue.of {
      expectNoLeaks(in: shop) { for model in held { model.removeFromParent() } }
    }
    let lines = try #require(issue).text.components(separatedBy: "\n")
    #expect(lines.first?.hasPrefix("40 models left") == true)
    #expect(lines.first?.hasSuffix("something holds each:") == true)
    #expect(lines.count == 33)
    #expect(lines.last == "  and 10 more")
  }
}
