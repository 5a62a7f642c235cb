import ModelTree

private enum OrderFlow: String, BubbleNotificationName { case finished }

private final class MainFlow: Model {}
private final class AddressFlow: Model {}
private final class ConfirmStep: Model {}

/// The flow of addresses takes the bubble that should end the order.
@MainActor func wrongFlow(_ session: Session) async throws {
  let main = MainFlow(parent: session)
  main.register(for: OrderFlow.finished) { _ in print("ordered") }
  let address = AddressFlow(parent: main)
  address.register(for: OrderFlow.finished) { _ in }
  let step = ConfirmStep(parent: address)
  step.mayRaise(OrderFlow.finished)
  step.raise(OrderFlow.finished)
}
