import Foundation
import ModelTree
import ModelTreeAgent

private enum OrderErrors: Int, ErrorCode, CaseIterable { case rejected = 1 }

private final class ShopSession: Session {
  override func sessionDidLoad() { _ = Catalog(parent: self) }
}

private final class Catalog: Model {}

private final class Basket: Model {
  private(set) var orders = 0

  override var state: KeyValuePairs<String, String> { ["orders": "\(orders)"] }

  /// A large order is rejected after two seconds, when nobody listens any more.
  func order(_ count: Int) {
    orders += 1
    guard count > 20 else { return }
    register(for: OrderErrors.rejected) { _ in }
    task { [self] in
      try await sleep(for: .seconds(2))
      throw OrderErrors.rejected
    }
    task { [self] in
      try await sleep(for: .milliseconds(500))
    } then: { basket, _ in
      basket.unregister(for: OrderErrors.rejected)
    }
  }
}

/// An app for an explorer: it has one mistake that takes time, and one that ends it.
@MainActor
final class ExploredShop {
  private let session = ShopSession()
  private var mayLeave = false

  private struct NotNow: Error {}

  /// Listens as `ExploredShop` until its input ends.
  ///
  /// - Parameters:
  ///   - isHeld: whether it gives its clock.
  ///   - mayLeave: whether the basket can be left, instead of paid.
  static func run(isHeld: Bool, mayLeave: Bool) async throws {
    let shop = ExploredShop()
    shop.mayLeave = mayLeave
    let clock = ExplorableClock()
    shop.session.clock = clock
    shop.session.record(in: Journal(bytes: 1 << 18))
    shop.session.open()
    let agent = Agent(
      name: "ExploredShop", actions: shop.actions, exploring: isHeld ? clock : nil
    ) { shop.session }
    try agent.listen()
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while readLine() != nil {}
        continuation.resume()
      }
    }
    exit(0)
  }

  private var basket: Basket? { session.subtree.lazy.compactMap { $0 as? Basket }.first }

  private var actions: [AppAction] {
    [
      AppAction("open") { [self] _ in
        if basket != nil { throw NotNow() }
        _ = Basket(parent: session)
        return ""
      },
      AppAction("order COUNT") { [self] words in
        guard let basket, let count = Int(words[0]), count > 0 else { throw NotNow() }
        basket.order(count)
        return ""
      },
      mayLeave ? leave : pay,
    ]
  }

  private var leave: AppAction {
    AppAction("leave") { [self] _ in
      guard let basket else { throw NotNow() }
      basket.removeFromParent()
      return ""
    }
  }

  private var pay: AppAction {
    AppAction("pay CARD", values: ["CARD": { ["gold", "expired"] }]) { [self] words in
      guard let basket, basket.orders > 1 else { throw NotNow() }
      precondition(words[0] != "expired", "the card has expired")
      return ""
    }
  }
}
