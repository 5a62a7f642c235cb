import FlyingSocks
import Foundation
import TextIO
import TreeConsole

/// Serves one page on this machine.
///
/// | request | answer |
/// |---|---|
/// | `GET /`, and each file of the page | the file; the only ones without a token |
/// | `GET /about` | a description of the target |
/// | `GET /tree` | the whole tree, as `TreeColumns`; with `?at=17`, as it was after that record |
/// | `GET /journal?after=17&limit=1000` | the records after that one, as `JournalColumns` |
/// | `GET /matches?selector=…`, `?text=…` | the models that a selector or a text matches, as columns |
/// | `POST /command` | the answer of a command |
/// | `GET /events` | server-sent events: the state of the target, now and after each change |
struct PageServer {
  let page: PageTarget
  /// The port; 0 for a free one.
  let port: UInt16
  /// The time limit for receiving a request.
  var arrival = Duration.seconds(10)

  /// The pause if the system has no room for another connection.
  private static let pause = Duration.milliseconds(50)

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - end: Returns when the page should end.
  ///   - began: Called with the address once the server listens.
  /// - Throws: `ConsoleError` if the port is in use, or an error of `began`.
  func run(
    until end: @escaping @Sendable () async -> Void, _ began: (String) throws -> Void
  ) async throws {
    let socket: Socket
    do { socket = try Self.listen(at: port) } catch { throw noPort }
    guard case .ip4(_, let listening) = try socket.sockname() else { throw noPort }
    let pool = SocketPool<Poll>.make()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    let token = RequestGate.makeToken()
    let answers = PageAnswers(page: page, gate: RequestGate(port: listening, token: token))
    let open = OpenConnections()
    try began("http://127.0.0.1:\(listening)/#\(token)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { try await open.watch() }
      group.addTask { try await Self.accept(listener, answers, open, arrival) }
      group.addTask { await end() }
      try await group.next()
      // Pending answers are still sent.
      if !open.isEmpty { try? await Task.sleep(for: .seconds(1)) }
      open.endAll()
      group.cancelAll()
    }
  }

  private var noPort: ConsoleError {
    ConsoleError(
      port == 0
        ? "the system gives no port on 127.0.0.1"
        : "port \(port) is taken or not allowed; leave --port out for a free one")
  }

  /// Listens on this machine only.
  private static func listen(at port: UInt16) throws -> Socket {
    let socket = try Socket(domain: AF_INET)
    try socket.setValue(true, for: .localAddressReuse)
    // A connection inherits this, and sends data immediately. Otherwise, an answer's body would
    // wait until the other side confirms the head, which takes 40 ms.
    try socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    #if canImport(Darwin)
      try socket.setValue(
        true, for: BoolSocketOption(level: SOL_SOCKET, name: SO_NOSIGPIPE))
    #endif
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    try socket.listen()
    return socket
  }

  private static func accept(
    _ listener: AsyncSocket, _ answers: PageAnswers, _ open: OpenConnections,
    _ arrival: Duration
  ) async throws {
    while true {
      do {
        let socket = try await listener.accept()
        open.begin {
          await PageConnection(
            socket: socket, answers: answers, open: open, number: $0, arrival: arrival
          ).serve()
        }
      } catch SocketError.failed {
        // Too many files are open, or the other side has already disconnected.
        try await Task.sleep(for: pause)
      }
    }
  }
}
