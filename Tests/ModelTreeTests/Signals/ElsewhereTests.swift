import ModelTree
import Testing

/// Values that are carried to another isolation, or into a loop.
@Suite(.timeLimit(.minutes(20))) struct ElsewhereTests {
  /// Takes values on an isolation of its own.
  private actor Receiver {
    private(set) var values: [Int] = []
    private var waiting: (count: Int, CheckedContinuation<Void, Never>)?

    func take(_ value: Int) {
      preconditionIsolated()
      values.append(value)
      if let waiting, values.count >= waiting.count {
        self.waiting = nil
        waiting.1.resume()
      }
    }

    func wait(for count: Int) async {
      if values.count >= count { return }
      await withCheckedContinuation { waiting = (count, $0) }
    }
  }

  @Test @MainActor func `the values of a signal are a sequence, the present one first`() async {
    let number = ObservableValue(1)
    let values = number.values
    number.value = 2
    number.sendNext(3)
    number.sendCompleted()
    var received: [Int] = []
    for await value in values { received.append(value) }
    #expect(received == [1, 2, 3])
  }

  @Test @MainActor func `values arrive on another actor, in order`() async {
    let receiver = Receiver()
    let pipe = SignalPipe<Int>()
    pipe.subscribeNext(isolated: { await receiver.take($0) })
    for number in 0..<100 { pipe.sendNext(number) }
    await receiver.wait(for: 100)
    #expect(await receiver.values == Array(0..<100))
  }

  @Test @MainActor func `values that wait are dropped when the subscription is disposed`() async {
    let pipe = SignalPipe<Int>()
    let log = Log()
    let box = MainBox(log)
    let subscription = pipe.subscribeNext(isolated: { @MainActor value in box.log("\(value)") })
    pipe.sendNext(1)
    subscription.dispose()
    pipe.sendNext(2)
    for _ in 0..<20 { await Task.yield() }
    #expect(log.lines == [])
    #expect(pipe.subscriberCount == 0)
  }

  @Test(arguments: ["complete", "autodispose", "gone"])
  @MainActor func `values that wait still arrive when no more can come`(end: String) async {
    let receiver = Receiver()
    var pipe: SignalPipe<Int>? = SignalPipe<Int>()
    let subscription = pipe?.subscribeNext(isolated: { await receiver.take($0) })
    if end == "autodispose" { subscription?.autodispose() }
    pipe?.sendNext(1)
    if end == "complete" { pipe?.sendCompleted() }
    if end == "gone" { pipe = nil }
    await receiver.wait(for: 1)
    #expect(await receiver.values == [1])
  }

  @Test @MainActor func `a loop takes the values, the present one first, until the end`() async {
    let number = ObservableValue(1)
    let values = number.values()
    number.value = 2
    number.value = 3
    number.sendCompleted()
    var taken: [Int] = []
    for await value in values { taken.append(value) }
    #expect(taken == [1, 2, 3])
  }

  @Test @MainActor func `a loop ends when the signal is gone`() async {
    var pipe: SignalPipe<Int>? = SignalPipe<Int>()
    let values = pipe?.values()
    pipe?.sendNext(1)
    pipe = nil
    var taken: [Int] = []
    if let values { for await value in values { taken.append(value) } }
    #expect(taken == [1])
  }

  @Test(arguments: ["break", "cancel", "never begun"])
  @MainActor func `a loop that is left ends its subscription`(end: String) async {
    let pipe = SignalPipe<Int>()
    switch end {
    case "break":
      let values = pipe.values()
      pipe.sendNext(1)
      for await _ in values { break }
    case "cancel":
      let values = pipe.values()
      let task = Task { for await _ in values {} }
      await Task.yield()
      task.cancel()
      await task.value
    default: _ = pipe.values()
    }
    while pipe.subscriberCount > 0 { await Task.yield() }
  }
}

/// Carries a log into a closure of the main actor.
@MainActor private final class MainBox {
  let log: Log
  init(_ log: Log) { self.log = log }
}
