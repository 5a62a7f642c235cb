import ModelTree
import ModelTreeTesting
import Testing

/// The assertions run where the tree lives: models are not `Sendable`.
@Suite(.takingFoundIssues) struct `Isolation of trees` {
  @MainActor
  @Test func `on the main actor, with work that waits`() async throws {
    let shop = openShop()
    expectTree(shop, matches: "ShopSession [children contains]")
    let isRight = await expectNoLeaks(in: shop) {
      await Task.yield()
      shop.flow.removeFromParent()
    }
    #expect(isRight)
    let controller = startShop()
    let isGone = try await expectNoLeaks(in: controller) {
      try await Task.sleep(for: .milliseconds(1))
      MainActor.assertIsolated()
      controller.session?.close()
    }
    #expect(isGone)
  }

  @Test func `on an actor of the app's own`() async throws {
    let owner = ShopOwner()
    #expect(await owner.closesCleanly())
    let line = #line + 1
    let issue = await FoundIssue.of { await owner.leaks() }
    let found = try #require(issue)
    #expect(found.text.contains("/ShopSession/CartModel"))
    #expect(found.line != line)
    #expect(found.fileName == "IsolationTests.swift")
  }
}

private actor ShopOwner {
  private let controller = startShop()
  private var held: Model?

  func closesCleanly() async -> Bool {
    let isMatch = expectTree(controller.session, matches: "limit nodes = 4")
    let isClean = await expectNoLeaks(in: controller) {
      await Task.yield()
      assertIsolated()
      controller.session?.close()
    }
    return isMatch && isClean
  }

  func leaks() async {
    guard let shop = controller.session as? ShopSession else { return }
    await expectNoLeaks(in: shop) {
      await Task.yield()
      held = shop.cart
      held?.removeFromParent()
    }
  }
}
