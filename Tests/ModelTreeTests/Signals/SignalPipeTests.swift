import ModelTree
import Testing

@Suite struct `Signal pipes` {
  @Test func `values reach the subscribers in the order in which they subscribed`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.sendNext(1)
    for name in ["a", "b", "c"] { pipe.subscribeNext { log("\(name)\($0)") } }
    pipe.sendNext(2)
    pipe.sendNext(3)
    #expect(log.lines == ["a2", "b2", "c2", "a3", "b3", "c3"])
    #expect(pipe.subscriberCount == 3)
  }

  @Test func `a subscriber that comes inside a delivery gets the next value`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribeNext { value in
      if value == 1 { pipe.subscribeNext { log("new \($0)") } }
    }
    pipe.sendNext(1)
    #expect(log.lines.isEmpty)
    pipe.sendNext(2)
    #expect(log.lines == ["new 2"])
  }

  @Test func `a subscriber that is ended inside a delivery gets nothing more`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    var later: SignalSubscription?
    var own: SignalSubscription?
    own = pipe.subscribeNext { value in
      log("first \(value)")
      later?.dispose()
      own?.dispose()
      own = nil
    }
    later = pipe.subscribeNext { log("later \($0)") }
    pipe.subscribeNext { log("last \($0)") }
    pipe.sendNext(1)
    pipe.sendNext(2)
    #expect(log.lines == ["first 1", "last 1", "last 2"])
    #expect(pipe.subscriberCount == 1)
  }

  @Test func `what a subscriber sends is delivered before the outer delivery goes on`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribeNext { value in
      log("a\(value)")
      if value < 3 { pipe.sendNext(value + 1) }
    }
    pipe.subscribeNext { log("b\($0)") }
    pipe.sendNext(1)
    #expect(log.lines == ["a1", "a2", "a3", "b3", "b2", "b1"])
  }

  @Test func `a pipe that goes inside its delivery finishes it`() {
    let log = Log()
    var pipe: SignalPipe<Int>? = SignalPipe()
    weak let probe = pipe
    pipe?.subscribeNext { _ in pipe = nil }
    pipe?.subscribeNext { log("\($0)") }
    pipe?.sendNext(1)
    #expect(log.lines == ["1"])
    #expect(probe == nil)
  }
}
