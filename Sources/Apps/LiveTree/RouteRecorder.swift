package import ModelTree
import ModelTreeJournal
package import TreeSnapshot

/// Records the route of a test message, and the routes of all messages that its handlers raise.
///
/// A message that a handler raises is recorded below that handler. Messages raised after the
/// handlers have returned aren't recorded.
@MainActor
private final class RouteRecorder: TreeObserver {
  /// The unfinished routes, the innermost last.
  private var open: [TakenRoute] = []
  /// The running handlers, the innermost last.
  private var running: [(handling: TakenRoute.Handling, start: ContinuousClock.Instant)] = []

  /// The test message's route, once it has ended.
  private(set) var finished: TakenRoute?

  func raised(_ raise: Raise) {
    let (message, raiser) = (raise.message, raise.raiser)
    var route = TakenRoute(
      message: Message(
        kind: type(of: message).kind, domain: message.domain, code: message.code),
      raiser: TakenRoute.Stop(raiser))
    let taker: ObservedModel?
    switch raise.outcome {
    case .handled(let model, _, _): taker = model
    case .uncaught, .unhandled: taker = nil
    case .delivered: taker = raiser
    }
    var passed: ObservedModel? = raiser
    while let model = passed, model.node != taker?.node {
      route.passed.append(TakenRoute.Stop(model))
      passed = model.parent
    }
    open.append(route)
  }

  func handlerBegins(
    _ raise: Raise, at model: ObservedModel, place: Int, _ source: SourceLine?
  ) {
    running.append((TakenRoute.Handling(model: TakenRoute.Stop(model), duration: .zero), .now))
  }

  func handlerEnded(_ raise: Raise, at model: ObservedModel) {
    guard let (begun, start) = running.popLast(), !open.isEmpty else { return }
    var handling = begun
    handling.duration = start.duration(to: .now)
    open[open.count - 1].handlings.append(handling)
    if case .uncaught = raise.outcome { open[open.count - 1].isUncaught = true }
  }

  func finished(_ raise: Raise, missed: Int) {
    guard let route = open.popLast() else { return }
    if running.isEmpty {
      finished = route
    } else {
      running[running.count - 1].handling.raised.append(route)
    }
  }
}

extension TakenRoute.Stop {
  @MainActor
  fileprivate init(_ model: ObservedModel) { self.init(id: model.id, type: "\(model.type)") }
}

extension Model {
  /// Raises a message as a test: handlers run as for any other message, and `isTest` is set.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - payload: the value to send; for an error, an error.
  /// - Returns: the route that it took, with the messages that its handlers raised.
  package func raiseTest(_ message: Message, carrying payload: Any? = nil) -> TakenRoute {
    let recorder = RouteRecorder()
    store.add(recorder)
    defer {
      store.remove(recorder)
      recording?.journal.lookNow()
    }
    deliverTest(message, carrying: payload)
    return recorder.finished
      ?? TakenRoute(message: message, raiser: TakenRoute.Stop(ObservedModel(self)))
  }
}
