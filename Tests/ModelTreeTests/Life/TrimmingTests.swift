import LiveTree
import ModelTree
import Testing
import TreeSnapshot

/// The memory of many removed models is freed; the rest keeps working.
@Suite struct `Memory of detached models` {
  @Test(arguments: [0, 1, 7_000])
  func `a tree works on after most of its models are gone`(keptAt place: Int) {
    let root = ProbeSession()
    root.beginKeepingFormerPlaces()
    var models = (0..<20_000).map { Probe("\($0)", under: root, log: root.log, file: "a", line: 1) }
    for model in models {
      model.register(for: AppEvent.start)
      model.register(for: NetworkErrors.badToken) { [log = root.log] _ in log("handled") }
      model.unregister(for: NetworkErrors.badToken)
      model.register(for: MenuBubble.show)
    }
    let kept = models[place]
    models = []
    for model in root.children where model !== kept { model.removeFromParent() }
    #expect(root.subtree.count == 2)
    #expect(root.subscriptionsEnded().map(\.id).allSatisfy { $0 == kept.id })
    #expect(root.allLeakedModels().isEmpty)
    #expect(root.raise(AppEvent.start).map(\.id) == [kept.id])

    let added = (0..<10_000).map { Probe("\($0)", under: kept, log: root.log, file: "a", line: 1) }
    for model in added { model.register(for: AppEvent.start) }
    #expect(root.raise(AppEvent.start).count == 10_001)
    #expect(Set(root.subtree.map(\.id)).count == 10_002)
    #expect(added.last?.raise(MenuBubble.show) === kept)
  }

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

  @Test
  func `a model with many subscriptions finds each, and its last one after others have ended`() {
    let root = ProbeSession()
    let model = root.child("many")
    let codes = (0..<200).map { NumberedErrors(number: $0) }
    for round in 1...3 {
      for code in codes { model.register(for: code) { [log = root.log] in log($0.code) } }
      model.register(forAll: NumberedErrors.self)
      for code in codes where code.number.isMultiple(of: round + 1) { model.unregister(for: code) }
      for code in codes { #expect(model.raise(code) === model) }
      for code in codes.reversed() { model.unregister(for: code) }
      #expect(model.raise(codes[0]) === model)
      model.unregister(forAll: NumberedErrors.self)
      #expect(codes.allSatisfy { model.raise($0) == nil })
    }
    let handled = root.log.lines.filter { Int($0) != nil }
    #expect(
      handled.count
        == [2, 3, 4].map { step in codes.count { !$0.number.isMultiple(of: step) } }.reduce(0, +))
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
