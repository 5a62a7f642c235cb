import ModelTree

enum PaymentErrors: Int, ErrorCode, CaseIterable {
  case declined = 1
  case expired = 2
  case offline = 3
}

enum ShopBubble: String, BubbleNotificationName, CaseIterable {
  case close = "Close"
}

enum ShopEvent: String, GlobalEventName, CaseIterable {
  case itemAdded = "ItemAdded"
  case loggedOut = "LoggedOut"
}

/// A tree for testing the assertions.
final class ShopSession: Session {
  override func sessionDidLoad() {
    register(for: PaymentErrors.expired)
    let cart = CartModel(parent: self)
    cart.register(for: ShopEvent.itemAdded)
    let flow = CheckoutFlow(parent: self)
    flow.register(for: PaymentErrors.declined)
    flow.register(for: ShopBubble.close)
    _ = PaymentModel(parent: flow)
  }

  var cart: Model { children[0] }
  var flow: Model { children[1] }
  var payment: Model { flow.children[0] }
}

final class CartModel: Model {}
final class CheckoutFlow: Model {}
final class PaymentModel: Model {}

/// A shop that is open.
func openShop() -> ShopSession {
  let session = ShopSession()
  session.open()
  return session
}

/// A shop whose controller opens another when it closes.
func startShop() -> SessionController {
  let controller = SessionController(
    anonymous: { ShopSession() }, authorized: { _ in ShopSession() })
  controller.start()
  return controller
}
