import ModelTree
import Testing

@Suite struct `Completion of signals` {
  @Test func `a signal that completes tells it once and lets go of its subscribers`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribe(next: { log("\($0)") }, completed: { log("complete") })
    pipe.subscribeNext { log("\($0)") }
    pipe.sendNext(1)
    pipe.sendCompleted()
    pipe.sendCompleted()
    pipe.sendNext(2)
    #expect(log.lines == ["1", "1", "complete"])
    #expect(pipe.isCompleted)
    #expect(pipe.subscriberCount == 0)
  }

  @Test func `who comes after the end is told of it at once`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.sendCompleted()
    let subscription = pipe.subscribeCompleted { log("complete") }
    #expect(log.lines == ["complete"])
    #expect(!subscription.isActive)
  }

  @Test func `an observable that is complete still tells its value`() {
    let number = ObservableValue(1)
    let log = Log()
    number.sendCompleted()
    number.value = 2
    number.subscribe(next: { log("\($0)") }, completed: { log("complete") })
    #expect(number.value == 2)
    #expect(log.lines == ["2", "complete"])
  }

  @Test func `what is subscribed or sent inside the end gets only the end`() {
    let pipe = SignalPipe<Int>()
    let log = Log()
    pipe.subscribeCompleted {
      log("first")
      pipe.sendNext(1)
      pipe.subscribe(next: { _ in log("value") }, completed: { log("second") })
    }
    pipe.sendCompleted()
    #expect(log.lines == ["first", "second"])
  }

  @Test func `a value that is being delivered reaches everybody before the end`() {
    let number = ObservableValue(0)
    let log = Log()
    number.subscribeNext { if $0 == 1 { number.sendCompleted() } }
    number.subscribe(next: { log("\($0)") }, completed: { log("end") })
    number.value = 1
    #expect(log.lines == ["0", "1", "end"])
  }

  @Test(arguments: [
    ("first 1, second 1, first end, second 2, second end", ["11", "12", "end"]),
    ("second 1, second end, first 1, first end", ["11", "end"]),
    ("first end, second 1", ["end"]),
    ("first 1, second end", ["end"]),
    ("first 1, first end, second 1, second end", ["11", "end"]),
  ])
  func `two signals are complete when no more can come`(steps: String, expected: [String]) {
    let (first, second) = (SignalPipe<Int>(), SignalPipe<Int>())
    let log = Log()
    first.combined(with: second).subscribe(
      next: { log("\($0)\($1)") }, completed: { log("end") })
    for step in steps.split(separator: ", ") {
      let pipe = step.hasPrefix("first") ? first : second
      if let number = Int(String(step.last ?? " ")) {
        pipe.sendNext(number)
      } else {
        pipe.sendCompleted()
      }
    }
    #expect(log.lines == expected)
    #expect(first.subscriberCount + second.subscriberCount == 0)
  }
}
