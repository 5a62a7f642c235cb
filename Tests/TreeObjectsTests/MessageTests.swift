import Testing
import TreeObjects
import TreeSnapshot

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
    #expect(messages[8].source == "MessageTests.swift:10")
  }

  @Test func `a source can be told in words, or not at all`() {
    func named(_ source: String?) -> InspectedMessage {
      InspectedMessage(.event, domain: "App", code: nil, source: source)
    }
    #expect(named("Cars.swift:7").source == "Cars.swift:7")
    #expect(named(nil).source == nil)
  }

  @Test func `a case goes by its own name, whatever its description says`() {
    let messages: [InspectedMessage] = [
      .error(Refusal.tooLate), .error(Refusal.tooMany(count: 3)), .error(Refusal.because(.tooLate)),
      .error(Level.high), .event(Color.red), .bubble(Only.one), .bubble(Plain.two),
      .bubble(Generic<Int>.none), .bubble(Generic.some(1)),
    ]
    #expect(
      messages.map { "\($0.domain).\($0.code ?? "*") \($0.label ?? "")" } == [
        "Refusal.tooLate ", "Refusal.tooMany ", "Refusal.because ", "Level.3 high",
        "Color.Red red", "Only.one ", "Plain.two ", "Generic<Int>.none ", "Generic<Int>.some ",
      ])
    let error: any Error = Refusal.tooLate
    #expect(InspectedMessage.error(error).code == "tooLate")
  }

  @Test func `what is no enum goes by its description, or by its type's name`() {
    struct Status: CustomStringConvertible { var description: String { "not found (404)" } }
    struct Point { var x = 1 }
    struct Number: RawRepresentable { var rawValue = 7 }
    #expect(InspectedMessage.error(Status()).code == "not found (404)")
    #expect(InspectedMessage.error(Point()).code == "Point")
    let number = InspectedMessage.error(Number())
    #expect(number.code == "7" && number.label == nil)
  }

  @Test func `a case that describes itself is found again by its name`() {
    let test = TestMessage(.bubble, domain: "Plain", code: "two")
    #expect(test.value(of: Plain.self) == .two)
    #expect(
      TestMessage(.bubble, domain: "Plain", code: "in a word").value(of: Plain.self) == nil)
    #expect(TestMessage(.error, domain: "Level", code: "3").value(of: Level.self) == .high)
    #expect(TestMessage(.event, domain: "Color", code: "Red").value(of: Color.self) == .red)
    for place in Place.allCases {
      let code = InspectedMessage.event(place).code ?? ""
      #expect(TestMessage(.event, domain: "Place", code: code).value(of: Place.self) == place)
    }
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

  @Test func `all of a type brings its cases into the vocabulary where it lists them`() {
    final class Listener: Inspectable {
      var inspectedChildren: [AnyObject?] { [] }
      var inspectedSubscriptions: [InspectedMessage] {
        [.error(StorageError.self), .event(AppEvent.self), .error(ListAction.self)]
      }
      var inspectedRaises: [InspectedMessage] {
        [.bubble(AppEvent.self), .error(StorageError.self)]
      }
    }
    let messages = Snapshot(of: Part("Root", [Listener(), Listener()])).vocabulary
    #expect(
      messages.map { "\($0.message.kind) \($0.message.name) \($0.label ?? "")" } == [
        "error StorageError.28 diskFull", "error StorageError.35 locked", "event AppEvent.reload ",
        "event AppEvent.LoggedOut loggedOut", "bubble AppEvent.reload ",
        "bubble AppEvent.LoggedOut loggedOut",
      ])
  }

  @Test func `an object that says nothing of tests refuses them`() {
    let error = #expect(throws: NoTestsReceived.self) {
      try Part().receive(TestMessage(.error, domain: "Network", code: "101"))
    }
    #expect(error?.description == "it receives no tests; give it a 'receive(_:)'")
  }
}

// Types whose descriptions are for people.

private protocol InWords: CustomStringConvertible, CustomDebugStringConvertible {}
extension InWords {
  var description: String { "in a word (or two)" }
  var debugDescription: String { "in debug words" }
}

private indirect enum Refusal: Error, InWords {
  case tooLate
  case tooMany(count: Int)
  case because(Refusal)
}

private enum Level: Int, InWords { case high = 3 }
private enum Color: String, CaseIterable, InWords { case red = "Red", green }
private enum Only: InWords { case one }
private enum Plain: CaseIterable, InWords { case one, two }
private enum Generic<Value>: InWords { case none, some(Value) }

/// No enum, but one of a few.
private struct Place: Hashable, CaseIterable, CustomStringConvertible {
  static let allCases = [Place(description: "top"), Place(description: "bottom")]
  let description: String
}
