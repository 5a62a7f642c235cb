import ModelTree
import Testing

@Suite struct `Taking until a signal` {
  @Test func `the present value of an observable ends nothing, its next one does`() {
    let values = SignalPipe<Int>()
    let end = ObservableValue(false)
    var seen: [Int] = []
    let subscription = values.subscribeNext { seen.append($0) }.takeUntil(end)
    #expect(subscription.isActive)
    values.sendNext(1)
    end.value = true
    values.sendNext(2)
    #expect(seen == [1])
    #expect(!subscription.isActive)
    #expect(end.subscriberCount == 0)
  }
}
