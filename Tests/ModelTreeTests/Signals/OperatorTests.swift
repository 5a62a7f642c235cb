import ModelTree
import Testing

@Suite struct `Operators of signals` {
  @Test func `a filtered signal tells what passes`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.filter { $0 > 1 }.map { "number \($0)" }.subscribeNext { log($0) }
    for number in [0, 2, 1, 3] { pipe.sendNext(number) }
    #expect(log.lines == ["number 2", "number 3"])
  }

  @Test func `of an observable the present value is told first, where it passes`() {
    let number = ObservableValue(1)
    let log = Log()
    number.map { "is \($0)" }.subscribeNext { log($0) }
    number.filter { $0 > 1 }.subscribeNext { log("large \($0)") }
    number.value = 2
    #expect(log.lines == ["is 1", "is 2", "large 2"])
  }

  @Test func `two signals are told of together, once both have a value`() {
    let (number, word) = (SignalPipe<Int>(), SignalPipe<String>())
    let log = Log()
    number.combined(with: word).subscribeNext { log("\($0) \($1)") }
    number.sendNext(1)
    number.sendNext(2)
    word.sendNext("a")
    word.sendNext("b")
    number.sendNext(3)
    #expect(log.lines == ["2 a", "2 b", "3 b"])
  }

  @Test func `a signal combined with itself tells both of its values in turn`() {
    let number = ObservableValue(1)
    let log = Log()
    number.combined(with: number).subscribeNext { log("\($0)\($1)") }
    number.value = 2
    #expect(log.lines == ["11", "21", "22"])
  }

  @Test(arguments: ["dispose", "takeUntil", "pool", "model", "owner"])
  func `a subscription to a derived signal ends at the signals below`(end: String) {
    let (number, word, trigger) = (SignalPipe<Int>(), ObservableValue("a"), ObservableValue(()))
    let root = Session()
    let pool = AutodisposePool()
    do {
      let owner = Log()
      let subscription = number.map { $0 + 1 }.combined(with: word.filter { !$0.isEmpty })
        .subscribeNext { _ in }
      #expect(number.subscriberCount + word.subscriberCount == 2)
      switch end {
      case "dispose": subscription.dispose()
      case "takeUntil":
        // The current value of the trigger ends nothing, nor do signals derived from it.
        subscription.takeUntil(trigger.map { 1 }.combined(with: word))
        #expect(subscription.isActive)
        trigger.sendNext()
      case "pool":
        subscription.putInto(pool)
        pool.drain()
      case "model":
        subscription.ownedBy(Model(parent: root))
        root.children[0].removeFromParent()
      default: subscription.ownedBy(owner)
      }
    }
    if end == "owner" {
      number.sendNext(1)
      word.value = "b"
    }
    #expect(number.subscriberCount + word.subscriberCount + trigger.subscriberCount == 0)
  }

  @Test func `subscribing and ending inside a delivery is safe`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    let doubled = pipe.map { $0 * 2 }
    var first: SignalSubscription?
    first = doubled.subscribeNext { value in
      log("first \(value)")
      first?.dispose()
      doubled.subscribeNext { log("new \($0)") }
    }
    pipe.sendNext(1)
    pipe.sendNext(2)
    #expect(log.lines == ["first 2", "new 4"])
  }

  @Test func `nothing is left of derived signals and their subscribers`() {
    final class Counted {
      nonisolated(unsafe) static var alive = 0
      init() { Self.alive += 1 }
      deinit { Self.alive -= 1 }
    }
    do {
      let (number, word) = (ObservableValue(Counted()), SignalPipe<Counted>())
      let held = Counted()
      let both = number.map { ($0, held) }.filter { _ in true }.combined(with: word)
      both.subscribeNext { _ in withExtendedLifetime(held) {} }
      both.subscribe(next: { _ in }, completed: { withExtendedLifetime(held) {} })
      word.sendNext(Counted())
      number.value = Counted()
      #expect(Counted.alive > 0)
    }
    #expect(Counted.alive == 0)
  }
}
