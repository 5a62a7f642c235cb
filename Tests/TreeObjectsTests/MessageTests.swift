import Testing
import TreeObjects

@Suite struct `Messages of an app's own types` {
  @Test func `a message is named by names, by a case or by a type`() {
    let messages: [InspectedMessage] = [
      .error("Network"), .error("Network", "101", label: "badToken"), .error(StorageError.diskFull),
      .error(ListAction.didSelect(row: 3)), .error(StorageError.self), .bubble(AppEvent.reload),
      .event(AppEvent.loggedOut), .event(ListAction.self), .bubble("CarList", "didSelect"),
    ]
    #expect(
      messages.map { "\($0.kind) \($0.domain).\($0.code ?? "*") \($0.label ?? "")" } == [
        "error Network.* ", "error Network.101 badToken", "error StorageError.28 diskFull",
        "error ListAction.didSelect ", "error StorageError.* ", "bubble AppEvent.reload ",
        "event AppEvent.LoggedOut loggedOut", "event ListAction.* ", "bubble CarList.didSelect ",
      ])
    #expect(messages[8].source == "MessageTests.swift:9")
  }

  @Test func `a source can be told in words, or not at all`() {
    func named(_ source: String?) -> InspectedMessage {
      InspectedMessage(.event, domain: "App", code: nil, source: source)
    }
    #expect(named("Cars.swift:7").source == "Cars.swift:7")
    #expect(named(nil).source == nil)
  }

  @Test func `a test message is turned back into the case that it stands for`() {
    enum Plain: CaseIterable { case one, two }
    func test(_ domain: String, _ code: String) -> TestMessage {
      TestMessage(.error, domain: domain, code: code)
    }
    #expect(test("StorageError", "28").value(of: StorageError.self) == .diskFull)
    #expect(test("StorageError", "29").value(of: StorageError.self) == nil)
    #expect(test("StorageError", "many").value(of: StorageError.self) == nil)
    #expect(test("Storage", "28").value(of: StorageError.self) == nil)
    #expect(test("AppEvent", "LoggedOut").value(of: AppEvent.self) == .loggedOut)
    #expect(test("Plain", "two").value(of: Plain.self) == .two)
    #expect(test("Plain", "three").value(of: Plain.self) == nil)
    #expect(test("Plains", "two").value(of: Plain.self) == nil)
  }

  @Test func `an object that says nothing of tests refuses them`() {
    let error = #expect(throws: NoTestsReceived.self) {
      try Part().receive(TestMessage(.error, domain: "Network", code: "101"))
    }
    #expect(error?.description == "it receives no tests; give it a 'receive(_:)'")
  }
}
