/// What an inspector is told while a test message travels.
final class RouteRecorder {
  struct Stop {
    var id: Int
    /// Whether the node took the message; an event's stops are its receivers.
    var isHandler: Bool
  }

  private(set) var stops: [Stop] = []
  /// A handler may raise in turn; only the first message is recorded.
  private var depth = 0

  func begin() { depth += 1 }
  func end() { depth -= 1 }

  func note(id: Int, isHandler: Bool) {
    if depth == 1 { stops.append(Stop(id: id, isHandler: isHandler)) }
  }
}
