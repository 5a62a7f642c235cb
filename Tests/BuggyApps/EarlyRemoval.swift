import ModelTree

private enum BasketEvents: String, GlobalEventName { case emptied }

private final class Basket: Model {
  var checkout: Checkout?
}

private final class Checkout: Model {
  private(set) var receipt: String?

  func pay() -> Task<Void, Never> {
    task {
      await Task.yield()
      return "receipt 7"
    } then: { checkout, receipt in
      checkout.receipt = receipt
    }
  }
}

/// The checkout leaves with the basket while its payment is on the way: the receipt is dropped.
@MainActor func earlyRemoval(_ session: Session) async throws {
  let basket = Basket(parent: session)
  basket.checkout = Checkout(parent: basket)
  basket.register(for: BasketEvents.emptied) { [weak basket] _ in
    basket?.checkout?.removeFromParent()
    basket?.checkout = nil
  }
  let payment = basket.checkout?.pay()
  session.raise(BasketEvents.emptied)
  await payment?.value
}
