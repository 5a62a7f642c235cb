import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeJournal

private enum OrderErrors: Int, ErrorCode, CaseIterable { case rejected = 1 }

private final class ShopSession: Session {
  /// Whether the catalog keeps loading when it is gone.
  var keepsLoading = false
  /// Whether it opens again while it closes.
  var opensAgain = false

  override func createServices() { provide(Till(self)) }
  override func sessionDidLoad() { Catalog(parent: self).load(forLong: keepsLoading) }
}

private final class Till: Service {
  private weak var session: ShopSession?

  init(_ session: ShopSession) { self.session = session }

  func prepareToClose() {
    if let session, session.opensAgain { session.open() }
  }
}

private final class Catalog: Model {
  private(set) var isLoaded = false

  override var state: KeyValuePairs<String, String> { ["loaded": "\(isLoaded)"] }

  /// Loads when the app starts.
  func load(forLong: Bool) {
    task { [self] in
      if forLong { await Task { [clock] in try? await clock.sleep(for: .seconds(60)) }.value }
      try await sleep(for: .milliseconds(300))
    } then: { catalog, _ in
      catalog.isLoaded = true
    }
  }
}

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
  /// Whether it takes words that are more than words elsewhere.
  private var says = false

  private struct NotNow: Error {}

  /// Listens as `ExploredShop` until its input ends.
  ///
  /// - Parameter words: `journal` if it keeps its journal in `shop.journal`; `loads` if its catalog keeps
  ///   loading; `reopens` if its session opens again while it closes; `hostile` if an action takes hostile words.
  static func run(_ words: Set<String>) async throws {
    let shop = ExploredShop()
    shop.session.keepsLoading = words.contains("loads")
    shop.says = words.contains("hostile")
    shop.session.opensAgain = words.contains("reopens")
    let clock = ExplorableClock()
    shop.session.clock = clock
    shop.session.record(
      in: words.contains("journal")
        ? try Journal(bytes: 1 << 18, file: "shop.journal") : Journal(bytes: 1 << 18))
    shop.session.open()
    let agent = Agent(name: "ExploredShop", actions: shop.actions, exploring: clock) {
      shop.session
    }
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

  private var actions: [AppAction] { says ? basketActions + [say] : basketActions }

  /// Ends the app with each word that is more than a word elsewhere.
  private var say: AppAction {
    let words = [
      "\\(exit(3))", "\\#(exit(3))", "\"\"\"", "\"\"\"#", "a\nb", "it's\t", "$(id)", "--x", "#",
      "\u{202e}x",
    ]
    return AppAction("say WORD", values: ["WORD": { words }]) { spoken in
      precondition(!words.contains(spoken[0]), "it was said")
      return ""
    }
  }

  private var basketActions: [AppAction] {
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
      AppAction("pay CARD", values: ["CARD": { ["gold", "expired"] }]) { [self] words in
        guard let basket, basket.orders > 1 else { throw NotNow() }
        precondition(words[0] != "expired", "the card has expired")
        return ""
      },
    ]
  }
}
