import TextIO

/// The open connections.
///
/// Any program on this machine can connect. A connection without the token is a stranger's: only
/// the latest of these are kept, so that the owner's next connection always finds room. Every wait
/// has a limit.
final class OpenConnections: Sendable {
  private struct Connection {
    let task: Task<Void, Never>
    var isOwners = false
    /// When it ends unless the other side acts; nil for no limit.
    var end: ContinuousClock.Instant?
  }

  private struct State {
    var next = 0
    var open: [Int: Connection] = [:]
  }

  private let state = Lock(State())
  private let mostStrangers: Int

  /// - Parameter mostStrangers: The maximum number of connections without the token.
  init(mostStrangers: Int = 256) { self.mostStrangers = mostStrangers }

  /// Begins a connection. If too many strangers' connections are waiting, the oldest one is ended.
  ///
  /// - Parameter serve: Serves the connection, given its number.
  /// - Returns: Whether more connections may begin. If not, the new ones haven't been read yet.
  func begin(_ serve: @escaping @Sendable (Int) async -> Void) -> Bool {
    state.withLock { state in
      let number = state.next
      state.next += 1
      // It can't end before it is in the table.
      state.open[number] = Connection(
        task: Task {
          await serve(number)
          self.state.withLock { $0.open[number] = nil }
        })
      return makeRoom(&state)
    }
  }

  /// Ends the oldest waiting strangers' connections, and returns whether there is room for another.
  func makeRoom() -> Bool { state.withLock { makeRoom(&$0) } }

  private func makeRoom(_ state: inout State) -> Bool {
    let strangers = state.open.filter { !$0.value.isOwners }
    let surplus = strangers.count - mostStrangers
    if surplus <= 0 { return true }
    let silent = strangers.filter { $0.value.end != nil }.keys.sorted().prefix(surplus)
    for number in silent { state.open.removeValue(forKey: number)?.task.cancel() }
    return silent.count == surplus
  }

  /// Ends a connection after a time; nil for no limit.
  func limit(_ number: Int, to duration: Duration?) {
    let end = duration.map { ContinuousClock.now + $0 }
    state.withLock { $0.open[number]?.end = end }
  }

  /// Keeps a connection, however many others there are.
  func noteOwner(_ number: Int) {
    state.withLock { $0.open[number]?.isOwners = true }
  }

  /// Ends connections whose time is over, until the task is cancelled.
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

  /// Ends all connections.
  func endAll() {
    state.withLock { state in
      for connection in state.open.values { connection.task.cancel() }
    }
  }
}
