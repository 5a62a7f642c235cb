import ModelTree
import Observation
import Testing

@available(macOS 14, iOS 17, tvOS 17, *)
@Observable private final class ItemModel: Model {
  let name = "tea"
  var count = 1
}

@available(macOS 14, iOS 17, tvOS 17, *)
@Observable private final class BasketModel: Model {
  private(set) var items: [ItemModel] = []
  var total: Int { items.reduce(0) { $0 + $1.count } }

  func add() { items.append(ItemModel(parent: self)) }
}

@Suite struct `An observable model` {
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
  @Test func `a change of its property, of its children or of theirs is reported, and of no other`()
    async
  {
    let session = Session()
    let basket = BasketModel(parent: session)
    basket.add()
    let item = basket.items[0]
    #expect(await reports({ _ = item.count }, when: { item.count += 1 }))
    #expect(await !reports({ _ = item.name }, when: { item.count += 1 }))
    #expect(await !reports({ _ = item.count }, when: { basket.add() }))
    #expect(await reports({ _ = basket.items }, when: { basket.add() }))
    #expect(await reports({ _ = basket.total }, when: { item.count = 4 }))
    #expect(basket.total == 6)
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
