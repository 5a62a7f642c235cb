import ModelTree
import ModelTreeTesting
import Testing

@Suite(.takingFoundIssues) struct `Assertions on the main actor` {
  @Test func `work may wait`() async throws {
    let shop = openShop()
    expectTree(shop, matches: "ShopSession\n  ...")
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
}
