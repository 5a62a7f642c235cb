import ModelTree
import ModelTreeTesting
import XCTest

/// The assertions in XCTest. What they do on failure is tested by `KeptDumpTests`: XCTest cannot
/// expect a failure on every system.
nonisolated final class XCTestTests: XCTestCase {
  @MainActor
  func testEveryAssertionHolds() {
    let shop = openShop()
    XCTAssert(expectTree(shop, matches: "ShopSession\n  CartModel\n  ..."))
    XCTAssert(expectTree(shop.snapshot(), matchesSpecAt: "Specs/shop.treespec"))
    XCTAssert(expectRoute(of: PaymentErrors.expired, from: shop.cart, isHandledBy: shop))
    XCTAssert(expectNoRoute(of: PaymentErrors.offline, from: shop.cart))
    XCTAssert(expectNoLeaks(in: shop) { shop.flow.removeFromParent() })
  }

  @MainActor
  func testAssertionsWait() async {
    let controller = startShop()
    let isRight = await expectNoLeaks(in: controller) {
      await Task.yield()
      controller.session?.close()
    }
    XCTAssert(isRight)
  }
}
