import ModelTree
import ModelTreeInspector

/// The cost of an attached but idle inspector, which should be undetectable.
let idleInspector = Measurement(
  name: "runtime: app's work, idle inspector attached", unit: .milliseconds,
  target: .sameAsPeer(probability: 0.05)
) { _ in
  try await compareWithAndWithoutInspector()
}

@MainActor private func compareWithAndWithoutInspector() async throws -> Measurement.Outcome {
  let count = Batch(atLeastMilliseconds: 50, WorkingApp().work).count
  var figures: (attached: [Double], alone: [Double]) = ([], [])
  for turn in 0..<2 * (20 + 2) {
    // In the order A B B A …
    // New apps for each turn: a tree stays marked by an inspector that was once attached, so it
    // can't stand for one that never was. In the other turns, the inspector is attached to the
    // second app, so that the memory layout is the same and only the app that it is attached to
    // differs.
    let (app, beside) = (WorkingApp(), WorkingApp())
    let isAttached = turn % 4 == 0 || turn % 4 == 3
    let inspected = isAttached ? app : beside
    let inspector = Inspector(name: "Bench") { inspected.session }
    _ = try await inspector.snapshot()
    // The last inspector's objects are released on the main actor, which must be free for that.
    try await Task.sleep(for: .milliseconds(5))
    let figure = milliseconds { app.work(times: count) }
    withExtendedLifetime((inspector, beside)) {}
    // The first turns warm up.
    if turn < 2 * 2 { continue }
    if isAttached { figures.attached.append(figure) } else { figures.alone.append(figure) }
  }
  return Measurement.Outcome(
    ours: Samples(figures.attached), peer: .measured(name: "none", Samples(figures.alone)))
}

/// A tree of the size of a large app's, and its typical work.
@MainActor struct WorkingApp {
  let session: Session
  private let models: [Model]

  init() {
    let counter = Counter()
    let tree = AppTree(models: 2000, chosen: 200) { parent in
      let model = PlainModel(parent: parent)
      model.register(for: NetworkErrors.badToken) { _ in counter.add() }
      model.register(for: ScreenBubble.close)
      model.register(for: AppEvent.loggedOut) { _ in counter.add() }
      return model
    }
    session = tree.session
    session.register(for: NetworkErrors.offline) { _ in counter.add() }
    session.register(for: ScreenBubble.openDetails) { _ in counter.add() }
    // Some from all over the tree.
    models = session.subtree.enumerated().filter { $0.offset.isMultiple(of: 50) }.map(\.element)
  }

  /// On some models: messages rise and go down, a flow comes and goes, registrations change.
  func work(times: Int) {
    for _ in 0..<times {
      for model in models {
        model.raise(NetworkErrors.offline)
        model.raise(NetworkErrors.badToken)
        model.raise(ScreenBubble.openDetails)
        workInFlow(below: model)
      }
      session.raise(AppEvent.loggedOut)
    }
  }

  private func workInFlow(below model: Model) {
    let flow = PlainModel(parent: model)
    flow.register(for: FlowBubble.next)
    flow.register(for: AppEvent.languageChanged)
    var screen = flow
    for _ in 0..<4 { screen = PlainModel(parent: screen) }
    screen.raise(FlowBubble.next)
    flow.unregister(for: FlowBubble.next)
    flow.removeFromParent()
  }
}
