import ModelTree
import Testing

@Suite struct `Subscriptions of a signal` {
  private final class Owner {}

  @Test func `an owner that goes inside a delivery gets nothing more`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    var owner: Owner? = Owner()
    pipe.subscribeNext { _ in owner = nil }
    if let owner { pipe.subscribeNext { log("\($0)") }.ownedBy(owner) }
    pipe.sendNext(1)
    #expect(log.lines.isEmpty)
  }

  @Test func `takeUntil the signal itself lets one value through`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribeNext { log("\($0)") }.takeUntil(pipe)
    pipe.sendNext(1)
    pipe.sendNext(2)
    #expect(log.lines == ["1"])
    #expect(pipe.subscriberCount == 0)
  }

  @Test func `the first of several ends ends it, and leaves nothing at the others`() {
    let pipe = SignalPipe<Int>()
    let (first, second) = (SignalPipe<Void>(), SignalPipe<Void>())
    let subscription = pipe.subscribeNext { _ in }.takeUntil(first).takeUntil(second)
    second.sendNext()
    #expect(!subscription.isActive)
    #expect(first.subscriberCount == 0)
    #expect(second.subscriberCount == 0)
  }

  @Test func `an ended subscription takes no end`() {
    let end = SignalPipe<Void>()
    let subscription = SignalPipe<Int>().subscribeNext { _ in }
    subscription.dispose()
    subscription.takeUntil(end).autodispose().ownedBy(Owner()).putInto(AutodisposePool())
    #expect(!subscription.isActive)
    #expect(end.subscriberCount == 0)
  }

  @Test func `autodispose lets one value through, also where it is sent on inside`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribeNext { value in
      log("\(value)")
      if value == 1 { pipe.sendNext(2) }
    }.autodispose()
    pipe.sendNext(1)
    pipe.sendNext(3)
    #expect(log.lines == ["1"])
    #expect(pipe.subscriberCount == 0)
  }

  @Test func `a pool ends its subscriptions when it is drained, and takes new ones then`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    let pool = AutodisposePool()
    for name in ["a", "b"] { pipe.subscribeNext { log("\(name)\($0)") }.putInto(pool) }
    pipe.sendNext(1)
    pool.drain()
    pool.drain()
    pipe.sendNext(2)
    pipe.subscribeNext { log("c\($0)") }.putInto(pool)
    pipe.sendNext(3)
    #expect(log.lines == ["a1", "b1", "c3"])
  }

  @Test func `a pool may be drained inside a delivery of its own subscription`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    let pool = AutodisposePool()
    for name in ["a", "b"] {
      pipe.subscribeNext { value in
        log("\(name)\(value)")
        pool.drain()
      }.putInto(pool)
    }
    pipe.sendNext(1)
    #expect(log.lines == ["a1"])
  }
}
