import FlyingFox
import FlyingSocks
import Foundation
import TextIO

/// Serves one page on this machine.
///
/// | request | answer |
/// |---|---|
/// | `GET /`, and each file of the page | the file; the only ones without a token |
/// | `GET /about` | what the page looks at |
/// | `GET /tree` | the whole tree, as `TreeColumns`; with `?at=17` as it was after that record |
/// | `GET /journal?after=17&limit=1000` | the records behind that one, as `JournalColumns` |
/// | `GET /matches?selector=…` | the models that a selector matches, as columns |
/// | `POST /command` | what a command answers |
/// | `POST /check?name=…` | what `check --json` answers for the spec that is sent |
/// | `GET /events` | server-sent events: the state of the target, now and whenever it changes |
struct PageServer {
  private let page: PageTarget
  private let port: UInt16
  private let token = RequestGate.makeToken()

  /// - Parameter port: The port to listen at; 0 for a free one.
  init(_ page: PageTarget, port: UInt16) {
    self.page = page
    self.port = port
  }

  /// A command may take so long, in seconds.
  private static let patience: TimeInterval = 3_600

  /// Requests that are being answered at the end have so long, in seconds.
  private static let farewell: TimeInterval = 1

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - end: Returns when the page is to end.
  ///   - began: Called with the address once the server listens.
  /// - Throws: `PortError` where the port is not free, and what `began` throws.
  func run(
    until end: @escaping @Sendable () async -> Void, _ began: (String) throws -> Void
  ) async throws {
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: Self.patience,
      pool: PromptSockets(pool: HTTPServer.defaultPool()), logger: .disabled)
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening(timeout: 5)
    } catch {
      running.cancel()
      throw PortError(port: port)
    }
    guard case .ip4(_, let listening)? = await server.listeningAddress else {
      throw PortError(port: port)
    }
    let answers = PageAnswers(page, RequestGate(port: listening, token: token))
    await server.appendRoute("*") { request in await answers.answer(request) }
    try began("http://127.0.0.1:\(listening)/#\(token)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await running.value }
      group.addTask { await end() }
      try await group.next()
      await server.stop(timeout: Self.farewell)
      running.cancel()
      group.cancelAll()
    }
  }
}
