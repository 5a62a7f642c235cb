import ModelTree
import Testing

@Suite struct `Observable values` {
  @Test func `a new subscriber gets the present value, then each new one`() {
    let observable = ObservableValue(1)
    let log = Log()
    observable.value = 2
    observable.subscribeNext { log("\($0)") }
    observable.value = 3
    observable.sendNext(4)
    #expect(log.lines == ["2", "3", "4"])
    #expect(observable.value == 4)
  }

  @Test func `subscribers read the new value while it is sent`() {
    let observable = ObservableValue([1])
    let log = Log()
    observable.subscribeNext { _ in log("\(observable.value)") }
    observable.value.append(2)
    observable.sendNext([3])
    #expect(log.lines == ["[1]", "[1, 2]", "[3]"])
  }

  @Test func `a subscriber that comes inside a delivery gets the value once`() {
    let observable = ObservableValue(0)
    let log = Log()
    observable.subscribeNext { value in
      if value == 1 { observable.subscribeNext { log("new \($0)") } }
    }
    observable.value = 1
    #expect(log.lines == ["new 1"])
    observable.value = 2
    #expect(log.lines == ["new 1", "new 2"])
  }

  @Test func `whoever sets the value inside a delivery leaves every subscriber with the last one`()
  {
    let observable = ObservableValue(0)
    let log = Log()
    observable.subscribeNext { if $0 == 1 { observable.value = 2 } }
    observable.subscribeNext { log("\($0)") }
    observable.value = 1
    #expect(observable.value == 2)
    #expect(log.lines.last == "2")
  }

  @Test func `autodispose ends after the value that follows the present one`() {
    let observable = ObservableValue(1)
    let log = Log()
    observable.subscribeNext { log("\($0)") }.autodispose()
    observable.value = 2
    observable.value = 3
    #expect(log.lines == ["1", "2"])
  }

  @Test func `a value that goes may read the observable`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        @MainActor final class Value {
          weak var observable: ObservableValue<Value?>?
          isolated deinit { _ = observable?.value }
        }
        let observable = ObservableValue<Value?>(Value())
        observable.value?.observable = observable
        observable.value = nil
      }
    }
  }

  @Test func `a session that goes may read its controller`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let controller = SessionController(anonymous: { Parting() }, authorized: { _ in Session() })
        controller.start()
        (controller.session as? Parting)?.controller = controller
        controller.session?.close(with: Credentials(userID: "", userName: "", token: ""))
        controller.stop()
      }
    }
  }
}

private final class Parting: Session {
  weak var controller: SessionController?

  isolated deinit {
    _ = controller?.session
    controller?.sessionSignal.subscribeNext { _ in }
  }
}
