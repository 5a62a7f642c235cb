import TreeSnapshot

/// Records the route of a test message, and the routes of all messages that its handlers raise.
///
/// A message that a handler raises is recorded below that handler. What is raised later, after the
/// handlers have returned, is not recorded.
final class RouteRecorder {
  /// The routes under way, the innermost last.
  private var open: [TakenRoute] = []
  /// The handlers that run now, the innermost last.
  private var running: [TakenRoute.Handling] = []
  private let clock = ContinuousClock()
  private var starts: [ContinuousClock.Instant] = []

  /// The test message's route, once it has ended.
  private(set) var finished: TakenRoute?

  func begin(_ message: Message, raisedBy raiser: TakenRoute.Stop) {
    open.append(TakenRoute(message: message, raiser: raiser))
  }

  func end() {
    guard let route = open.popLast() else { return }
    if running.isEmpty {
      finished = route
    } else {
      running[running.count - 1].raised.append(route)
    }
  }

  func notePassed(_ model: TakenRoute.Stop) {
    if !open.isEmpty { open[open.count - 1].passed.append(model) }
  }

  /// Runs a handler, and records its duration.
  @MainActor
  func record(
    _ model: TakenRoute.Stop, isUncaught: Bool = false, _ handle: @MainActor () -> Void
  ) {
    running.append(TakenRoute.Handling(model: model, duration: .zero))
    starts.append(clock.now)
    handle()
    guard var handling = running.popLast(), let start = starts.popLast(), !open.isEmpty else {
      return
    }
    handling.duration = start.duration(to: clock.now)
    open[open.count - 1].handlings.append(handling)
    if isUncaught { open[open.count - 1].isUncaught = true }
  }
}

extension TreeStore {
  /// A node as a stop of a recorded route.
  func stop(at node: Int32) -> TakenRoute.Stop {
    TakenRoute.Stop(
      id: links[Int(node)].id, type: String(describing: links[Int(node)].type))
  }

  /// Notes the models that let a message pass, from the raiser up to its taker.
  @inline(__always)
  func notePassed(from raiser: Int32, to taker: Int32) {
    if let recorder { note(from: raiser, to: taker, in: recorder) }
  }

  @inline(never)
  private func note(from raiser: Int32, to taker: Int32, in recorder: RouteRecorder) {
    var node = raiser
    while node != taker, node != Self.none {
      recorder.notePassed(stop(at: node))
      node = links[Int(node)].parent
    }
  }

  /// Runs what a message leads to.
  @inline(__always) @MainActor
  func run(because key: MessageTable.Key?, _ work: @MainActor () -> Void) {
    let outer = cause
    cause = key
    work()
    cause = outer
  }
}
