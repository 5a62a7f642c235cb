import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeSnapshot

@testable import ModelTreeTesting

@Suite(.takingFoundIssues) struct `Expecting the same run` {
  private let shop = openShop()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path(of: "Runs/pay.run") }

  private func pay() {
    shop.payment.raise(PaymentErrors.declined)
    shop.raise(ShopEvent.itemAdded)
  }

  /// Keeps a run, whether or not the tests run in CI.
  private func keep(_ work: () -> Void) {
    let expectation = RunExpectation(
      path, seenFrom: CallSite(#fileID, #filePath, #line, #column), RecordedPart(of: shop),
      recordsMissing: true)
    work()
    _ = expectation.failure()
  }

  private static let run = """
    model-tree run 1
    raised error PaymentErrors.1 (declined) by ShopSession/CheckoutFlow/PaymentModel
      handled by ShopSession/CheckoutFlow
    raised event ShopEvent.ItemAdded by ShopSession
      delivered
      received by ShopSession/CartModel

    """

  @Test func `a new run is written, and fails once`() throws {
    let expectation = RunExpectation(
      path, seenFrom: CallSite(#fileID, #filePath, #line, #column), RecordedPart(of: shop),
      recordsMissing: true)
    pay()
    let failure = try #require(expectation.failure())
    #expect(
      failure.problem
        == "\(path) didn't exist, and now holds this run. Read it, and run the test again.")
    #expect(try folder.text(of: "Runs/pay.run") == Self.run)
  }

  @Test func `a run as before passes; earlier records don't count`() async {
    pay()
    keep { pay() }
    #expect(expectSameRun(as: path, of: shop) { pay() })
    #expect(
      await expectSameRun(as: path, of: shop) {
        await Task.yield()
        pay()
      })
  }

  @Test func `an app that the work creates passes from its start`() async throws {
    let path = folder.path(of: "start.run")
    let work: (Journal) async -> Void = { journal in
      let shop = openShop()
      shop.record(in: journal)
      shop.payment.raise(PaymentErrors.declined)
    }
    try folder.write(
      """
      model-tree run 1
      raised error PaymentErrors.1 (declined) by ShopSession/CheckoutFlow/PaymentModel
        handled by ShopSession/CheckoutFlow
      detached ShopSession

      """, to: "start.run")
    #expect(await expectSameRun(as: path, while: work))
  }

  @Test func `a different run fails with the first difference`() throws {
    keep { pay() }
    let line = #line + 2
    let issue = FoundIssue.of {
      expectSameRun(as: path, of: shop) {
        shop.payment.raise(PaymentErrors.declined)
        shop.cart.removeFromParent()
        shop.raise(ShopEvent.itemAdded)
      }
    }
    let found = try #require(issue)
    #expect(found.line == line)
    #expect(
      found.text.hasPrefix(
        """
        this run differs from the one in \(path): alike for 2 lines; first difference:

          + detached ShopSession/CartModel

        also different:

          -   delivered
          +   unheard
          -   received by ShopSession/CartModel

        if this run is right, remove that file and run the test again

        """), "\(found.text)")
  }

  @Test func `a model that only this run leaks is a difference`() throws {
    func leave() { shop.cart.removeFromParent() }
    keep { leave() }
    let cart = CartModel(parent: shop)
    let issue = FoundIssue.of { expectSameRun(as: path, of: shop) { cart.removeFromParent() } }
    withExtendedLifetime(cart) {}
    let text = try #require(issue).text
    #expect(text.contains("first difference:\n\n  + leaked ShopSession/CartModel"), "\(text)")
  }

  @Test(arguments: [
    ("", "line 1: a kept run begins with 'model-tree run 1'"),
    (
      "model-tree run 1\n    opened A\n",
      "line 2: it is indented by 4 spaces; write two for each level"
    ),
  ])
  func `a malformed file fails`(text: String, problem: String) throws {
    try folder.makeFolder("Runs")
    try folder.write(text, to: "Runs/pay.run")
    let issue = FoundIssue.of { expectSameRun(as: path, of: shop) { pay() } }
    #expect(try #require(issue).text == "\(path): \(problem)")
  }
}
