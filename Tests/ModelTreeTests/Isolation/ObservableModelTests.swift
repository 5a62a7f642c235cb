import ModelTree
import Observation
import Testing

/// The basket is the one of the article on SwiftUI.
@Suite struct `An observable model` {
  private let session = Session()

  /// A basket with tea in it, in the session.
  @available(macOS 14, iOS 17, tvOS 17, *)
  private func basket() -> BasketModel {
    let basket = BasketModel(parent: session)
    basket.add("tea")
    return basket
  }

  /// Whether a change of the properties that `read` reads is reported while `change` runs.
  @available(macOS 14, iOS 17, tvOS 17, *)
  private func reports(_ read: () -> Void, when change: () -> Void) async -> Bool {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking(read) { continuation.yield() }
    change()
    continuation.finish()
    for await _ in changes { return true }
    return false
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `a change of its property is reported, and of no other`() async {
    let basket = basket()
    let item = basket.items[0]
    #expect(await reports({ _ = item.count }, when: { item.count += 1 }))
    #expect(await !reports({ _ = item.name }, when: { item.count += 1 }))
    #expect(await !reports({ _ = item.count }, when: { basket.add("milk") }))
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `children that it keeps are reported as they come and go`() async {
    let basket = basket()
    #expect(await reports({ _ = basket.items }, when: { basket.add("milk") }))
    #expect(await reports({ _ = basket.items }, when: { basket.items[0].drop() }))
    #expect(basket.children.map(\.label) == ["milk"])
    #expect(basket.items.map(\.label) == ["milk"])
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `a change of a child reaches what is computed from it`() async {
    let basket = basket()
    #expect(await reports({ _ = basket.total }, when: { basket.items[0].count = 3 }))
    #expect(basket.total == 3)
  }
}

private final class Movement: Service { var time = 1 }

private final class HandModel: Model {}

/// Its wrapped properties stand beside those that Observation follows.
@available(macOS 14, iOS 17, tvOS 17, *)
@Observable private final class WatchModel: Model {
  @ObservationIgnored @Child({ HandModel(parent: $0) }) var hand
  @ObservationIgnored @FromSession var movement: Movement
  var strap = "leather"
}

@Suite struct `Wrapped properties of an observable model` {
  @available(macOS 14, iOS 17, tvOS 17, *)
  @Test func `children and services are there`() {
    let session = Session()
    session.provide(Movement())
    let watch = WatchModel(parent: session)
    #expect(watch.children.map(\.id) == [watch.hand.id])
    #expect(watch.movement.time == 1)
    watch.strap = "steel"
    #expect(watch.strap == "steel")
  }
}
