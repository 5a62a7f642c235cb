import TreeSnapshot

/// Writes down the way of a test message, and of all that is raised while its handlers run.
///
/// A message that is raised inside a handler stands below that handler; what is raised later, when
/// the handlers have returned, is not recorded.
final class RouteRecorder {
  /// The message that is under way inside the innermost handler last.
  private var open: [TakenRoute] = []
  /// The handlers that run now, the innermost last.
  private var running: [TakenRoute.Handling] = []
  private let clock = ContinuousClock()
  private var starts: [ContinuousClock.Instant] = []

  /// The test message's way, once it has come to its end.
  private(set) var finished: TakenRoute?

  func begin(_ message: Message, raisedBy raiser: Model) {
    open.append(TakenRoute(message: message, raiser: .init(raiser)))
  }

  func end() {
    guard let route = open.popLast() else { return }
    if running.isEmpty {
      finished = route
    } else {
      running[running.count - 1].raised.append(route)
    }
  }

  func notePassed(_ model: Model) {
    if !open.isEmpty { open[open.count - 1].passed.append(.init(model)) }
  }

  /// Runs a handler and writes down how long it took.
  func record(_ model: Model, isUncaught: Bool = false, _ handle: () -> Void) {
    running.append(TakenRoute.Handling(model: .init(model), duration: .zero))
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

extension TakenRoute.Stop {
  fileprivate init(_ model: Model) { self.init(id: model.id, type: typeName(of: model)) }
}
