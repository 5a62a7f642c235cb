import TextIO

/// The connections that are open.
///
/// Any program on this machine can connect. A connection without the token is a stranger's: of these only
/// the latest are kept, so that the owner's next connection finds its place however many others there
/// are. Every wait has a limit.
final class OpenConnections: Sendable {
  private struct Connection {
    let task: Task<Void, Never>
    var isOwners = false
    /// When it ends unless the other side does something; nil if that is not waited for.
    var end: ContinuousClock.Instant?
  }

  private struct State {
    var next = 0
    var open: [Int: Connection] = [:]
  }

  private let state = Lock(State())
  private let mostStrangers: Int

  /// - Parameter mostStrangers: How many connections without the token are kept.
  init(mostStrangers: Int = 256) { self.mostStrangers = mostStrangers }

  /// Begins a connection. Of the strangers that are waited for, the oldest is ended if there are too
  /// many.
  ///
  /// - Parameter serve: Serves the connection, whose number it gets.
  /// - Returns: Whether others may begin. Where not, those that began have not been heard yet.
  func begin(_ serve: @escaping @Sendable (Int) async -> Void) -> Bool {
    state.withLock { state in
      let number = state.next
      state.next += 1
      // It cannot end before it stands here.
      state.open[number] = Connection(
        task: Task {
          await serve(number)
          self.state.withLock { $0.open[number] = nil }
        })
      return makeRoom(&state)
    }
  }

  /// Ends the oldest strangers that are waited for, and returns whether there is room for another.
  func makeRoom() -> Bool { state.withLock { makeRoom(&$0) } }

  private func makeRoom(_ state: inout State) -> Bool {
    let strangers = state.open.filter { !$0.value.isOwners }
    let surplus = strangers.count - mostStrangers
    if surplus <= 0 { return true }
    let silent = strangers.filter { $0.value.end != nil }.keys.sorted().prefix(surplus)
    for number in silent { state.open.removeValue(forKey: number)?.task.cancel() }
    return silent.count == surplus
  }

  /// Ends a connection after some time; nil for none.
  func limit(_ number: Int, to duration: Duration?) {
    let end = duration.map { ContinuousClock.now + $0 }
    state.withLock { $0.open[number]?.end = end }
  }

  /// Keeps a connection, however many others there are.
  func noteOwner(_ number: Int) {
    state.withLock { $0.open[number]?.isOwners = true }
  }

  /// Ends those whose time is over, until the task is cancelled.
  func watch() async throws {
    while true {
      try await Task.sleep(for: .milliseconds(500))
      let now = ContinuousClock.now
      state.withLock { state in
        for connection in state.open.values where connection.end.map({ $0 < now }) ?? false {
          connection.task.cancel()
        }
      }
    }
  }

  /// Whether none is open.
  var isEmpty: Bool { state.withLock { $0.open.isEmpty } }

  /// Ends all.
  func endAll() {
    state.withLock { state in
      for connection in state.open.values { connection.task.cancel() }
    }
  }
}
