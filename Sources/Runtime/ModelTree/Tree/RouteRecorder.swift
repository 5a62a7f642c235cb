import TreeSnapshot

/// Records the route of a test message, and the routes of all messages that its handlers raise.
///
/// A message that a handler raises is recorded below that handler. Messages raised after the
/// handlers have returned aren't recorded.
@MainActor
final class RouteRecorder {
  /// The unfinished routes, the innermost last.
  private var open: [TakenRoute] = []
  /// The running handlers, the innermost last.
  private var running: [(handling: TakenRoute.Handling, start: ContinuousClock.Instant)] = []

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
      running[running.count - 1].handling.raised.append(route)
    }
  }

  func notePassed(_ model: TakenRoute.Stop) {
    if !open.isEmpty { open[open.count - 1].passed.append(model) }
  }

  /// Begins to record a handler, which is about to run.
  func beginHandling(at model: TakenRoute.Stop) {
    running.append((TakenRoute.Handling(model: model, duration: .zero), .now))
  }

  /// Records the duration of the handler that began last.
  func endHandling(isUncaught: Bool) {
    guard let (begun, start) = running.popLast(), !open.isEmpty else { return }
    var handling = begun
    handling.duration = start.duration(to: .now)
    open[open.count - 1].handlings.append(handling)
    if isUncaught { open[open.count - 1].isUncaught = true }
  }
}

extension TreeStore {
  /// A node as a stop of a recorded route.
  func stop(at node: Int32) -> TakenRoute.Stop {
    TakenRoute.Stop(id: links[Int(node)].id, type: "\(links[Int(node)].type)")
  }

  /// Notes the models that passed a message on, from the raiser up to the handler.
  func notePassed(from raiser: Int32, to taker: Int32) {
    guard let recorder else { return }
    var node = raiser
    while node != taker, node != Self.none {
      recorder.notePassed(stop(at: node))
      node = links[Int(node)].parent
    }
  }
}
