import ModelTree

private enum CounterEvents: String, GlobalEventName { case tapped }

private final class Screen: Model {}
private final class Counter: Model {
  private(set) var count = 0

  func start() {
    register(for: CounterEvents.tapped) { [weak self] _ in self?.count += 1 }
  }
}

/// The screen makes its counter each time that it appears: two of them count.
@MainActor func doubleHandler(_ session: Session) async throws {
  let screen = Screen(parent: session)
  for _ in 0..<2 { Counter(parent: screen).start() }
  session.raise(CounterEvents.tapped)
}
