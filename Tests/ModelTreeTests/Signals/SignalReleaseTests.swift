import ModelTree
import Testing

/// Nothing is retained longer than the subscription that holds it.
@Suite struct `Release of signals` {
  private final class Held {
    var onDeinit: (() -> Void)?
    isolated deinit { onDeinit?() }
  }

  /// Subscribes with a closure that retains the returned object.
  private func subscribe(_ pipe: SignalPipe<Int>) -> (Held, SignalSubscription) {
    let held = Held()
    return (held, pipe.subscribeNext { _ in withExtendedLifetime(held) {} })
  }

  @Test(arguments: ["dispose", "pool", "takeUntil", "autodispose", "model", "owner", "pipe"])
  func `the closure is released when its subscription ends`(end: String) {
    var pipe: SignalPipe<Int>? = SignalPipe<Int>()
    let trigger = SignalPipe<Void>()
    let root = Session()
    weak var probe: Held?
    weak var subscriptionProbe: SignalSubscription?
    if let pipe {
      let pool = AutodisposePool()
      let owner = Held()
      let (held, subscription) = subscribe(pipe)
      probe = held
      subscriptionProbe = subscription
      switch end {
      case "dispose": subscription.dispose()
      case "pool":
        subscription.putInto(pool)
        pool.drain()
      case "takeUntil":
        subscription.takeUntil(trigger)
        trigger.sendNext()
      case "autodispose":
        subscription.autodispose()
        pipe.sendNext(1)
      case "model":
        subscription.ownedBy(Model(parent: root))
        root.children[0].removeFromParent()
      case "owner": subscription.ownedBy(owner)
      default: break
      }
    }
    if end == "owner" { pipe?.sendNext(1) }
    if end == "pipe" { pipe = nil }
    #expect(probe == nil)
    #expect(subscriptionProbe == nil)
    #expect(trigger.subscriberCount == 0)
  }

  @Test func `a subscription does not retain its pipe`() {
    var pipe: SignalPipe<Int>? = SignalPipe<Int>()
    weak let probe = pipe
    let subscription = pipe?.subscribeNext { _ in }
    pipe = nil
    #expect(probe == nil)
    subscription?.dispose()
    #expect(subscription?.isActive == false)
  }

  @Test func `what goes with a closure may subscribe to the same pipe and end others there`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    let other = pipe.subscribeNext { _ in log("other") }
    do {
      let (held, subscription) = subscribe(pipe)
      held.onDeinit = { [unowned pipe] in
        other.dispose()
        pipe.subscribeNext { log("new \($0)") }
        log("gone, \(pipe.subscriberCount) left")
      }
      subscription.autodispose()
    }
    pipe.sendNext(1)
    pipe.sendNext(2)
    #expect(log.lines == ["other", "gone, 1 left", "new 2"])
  }

  @Test func `a pool that drops the subscriptions of gone owners may be used meanwhile`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let pipe = SignalPipe<Int>()
        let pool = AutodisposePool()
        do {
          let owner = Held()
          let held = Held()
          held.onDeinit = { pool.drain() }
          pipe.subscribeNext { _ in withExtendedLifetime(held) {} }.ownedBy(owner).putInto(pool)
        }
        for _ in 0..<64 { pipe.subscribeNext { _ in }.putInto(pool) }
      }
    }
  }

  @Test func `a quiet signal does not keep what owners have left behind`() {
    let pipe = SignalPipe<Int>()
    var probes: [() -> Held?] = []
    for _ in 0..<64 {
      let owner = Held()
      let (held, subscription) = subscribe(pipe)
      subscription.ownedBy(owner)
      probes.append { [weak held] in held }
    }
    #expect(probes.count { $0() != nil } < 64)
    #expect(pipe.subscriberCount == 0)
    #expect(probes.allSatisfy { $0() == nil })
  }

  @Test func `a pool that lives long does not keep what has ended`() {
    let pipe = SignalPipe<Int>()
    let pool = AutodisposePool()
    weak var first: SignalSubscription?
    for number in 0..<1_000 {
      let subscription = pipe.subscribeNext { _ in }.putInto(pool)
      if number == 0 { first = subscription }
      subscription.dispose()
    }
    #expect(first == nil)
    #expect(pipe.subscriberCount == 0)
  }

  @Test func `a chain of any length is made and released`() {
    let pipe = SignalPipe<Int>()
    var chains: [Signal<Int>?] = [pipe, pipe, pipe]
    for _ in 0..<20_000 {
      chains[0] = chains[0]?.map { $0 + 1 }
      chains[1] = chains[1]?.filter { $0 > 0 }
      chains[2] = chains[2]?.combined(with: pipe).map { $0.0 }
    }
    weak let last = chains[0]
    chains = []
    #expect(last == nil)
  }

  @Test func `a long chain is subscribed to, and ends with its subscription`() {
    let pipe = SignalPipe<Int>()
    var chain: Signal<Int> = pipe
    for _ in 0..<15_000 { chain = chain.map { $0 + 1 } }
    let subscription = chain.subscribeNext { _ in }
    #expect(pipe.subscriberCount == 1)
    subscription.dispose()
    #expect(pipe.subscriberCount == 0)
  }
}
