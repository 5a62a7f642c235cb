import LiveTree
import ModelTree
import Testing
import TreeSnapshot

/// The memory of many removed models is freed; the rest keeps working.
@Suite struct `Memory of detached models` {
  @Test
  func `codes that were only raised make room, and those in use keep their names`() async {
    let root = ProbeSession()
    let model = root.child("raiser")
    let codes = (0..<10).map { NumberedErrors(number: $0) }
    for code in codes { root.register(for: code) { [log = root.log] in log($0.code) } }
    model.mayRaise(NumberedErrors(number: 77))
    var work: [Task<Void, Never>] = []
    root.register(forAll: NumberedEvents.self) { [unowned model] _ in
      work.append(
        model.task {
          await Task.yield()
        } then: { model, _ in
          root.log("because of \(model.cause?.code ?? "nothing")")
        })
    }
    model.raise(NumberedEvents(number: 3))
    for round in 0..<3 {
      for number in 10..<10_000 {
        #expect(model.raise(NumberedErrors(number: number)) == nil)
        #expect(model.raise(NumberedBubbles(number: number + round * 10_000)) == nil)
      }
      #expect(codes.allSatisfy { model.raise($0) === root })
    }
    for work in work { await work.value }
    let numbers = codes.map(\.code)
    let handled = root.log.lines.filter { !$0.contains("uncaught") }
    #expect(handled == numbers + numbers + numbers + ["because of 3"])

    let snapshot = root.snapshot()
    #expect(snapshot[0].subscriptions.compactMap(\.code) == numbers)
    #expect(snapshot[1].raises.map(\.message.code) == ["77"])
  }
}

/// One code for each number.
private nonisolated protocol NumberedCode: MessageCode {
  var number: Int { get }
  init(number: Int)
}

nonisolated extension NumberedCode {
  var code: String { "\(number)" }
  var label: String? { nil }
  init?(code: String) {
    guard let number = Int(code) else { return nil }
    self.init(number: number)
  }
}

private nonisolated struct NumberedErrors: ErrorCode, NumberedCode { let number: Int }
private nonisolated struct NumberedBubbles: BubbleNotificationName, NumberedCode { let number: Int }
private nonisolated struct NumberedEvents: GlobalEventName, NumberedCode { let number: Int }
