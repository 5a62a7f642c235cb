import Dispatch
package import TextIO

/// Answers requests at a socket, each client on a thread of its own. Costs nothing without
/// requests.
package final class LinkServer: Sendable {
  /// The maximum number of simultaneous clients; others wait until one is idle or disconnects.
  static let clientLimit = 16
  /// How long a client may be idle before it must make room for another.
  private static let silence = Duration.seconds(1)
  /// The maximum number of clients waiting to be accepted.
  private static let queue: Int32 = 128

  private let service: any LinkService
  /// The number of milliseconds after which a client is dropped that doesn't receive an answer.
  private let patience: Int32
  private let socket: LocalSocket
  private let path: String
  private let wake: WakePipe
  private let state = Lock(State())
  /// Limits how many trees and journals are sent at once.
  private let sending = DispatchSemaphore(value: 4)

  private struct State {
    var clients: [LinkClient] = []
    var isStopped = false
  }

  /// Listens at a path.
  ///
  /// - Parameter patience: The number of milliseconds after which a client is dropped that doesn't
  ///   receive an answer. An idle client stays as long as there is room.
  /// - Throws: `AppLinkError` if the socket can't be created, or another process listens there.
  package init(
    at place: AppPlace, service: any LinkService, patience: Int32 = 5_000
  ) throws(AppLinkError) {
    path = place.socket
    if try place.checkSocket() {
      // A process with this id has ended, unless another machine or container shares the folder.
      if try LocalSocket.connected(to: path) != nil {
        throw .other(
          """
          another process answers at '\(path)'; set MODELTREE_DIR to a folder that no other machine or \
          container shares
          """)
      }
      FileNames.remove(path)
    }
    guard let wake = WakePipe() else { throw .system("pipe", errno) }
    self.wake = wake
    self.service = service
    self.patience = patience
    socket = try LocalSocket.listening(at: path, queue: Self.queue)
  }

  /// Starts to accept clients.
  ///
  /// - Throws: `AppLinkError.system` if the system provides no thread.
  package func start() throws(AppLinkError) {
    guard let thread = BackgroundThread({ self.acceptClients() }) else {
      stop()
      throw .system("pthread_create", EAGAIN)
    }
    thread.detach()
  }

  /// Ends the connections and removes the socket. Pending answers are discarded.
  package func stop() {
    let clients = state.withLock { state -> [LinkClient] in
      guard !state.isStopped else { return [] }
      state.isStopped = true
      FileNames.remove(path)
      return state.clients
    }
    for client in clients { client.socket.end() }
    socket.end()
    wake.wake()
  }

  /// The number of connected clients.
  var clientCount: Int { state.withLock { $0.clients.count } }

  private func acceptClients() {
    while !state.withLock({ $0.isStopped }) {
      let isFull = clientCount >= Self.clientLimit && !dropSilentClient()
      var waits = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
      if !isFull {
        waits.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
      }
      // While all clients are busy, new ones aren't polled; no event signals idleness.
      _ = poll(&waits, nfds_t(waits.count), isFull ? 1_000 : -1)
      wake.clear()
      if isFull { continue }
      do throws(AppLinkError) {
        if let client = try socket.accepted() { serve(client) }
      } catch {
        // The app has no descriptors left; some may be closed soon.
        BackgroundThread.pause(for: .milliseconds(100))
      }
    }
  }

  /// Ends the connection that was idle longest, if that is long enough.
  private func dropSilentClient() -> Bool {
    state.withLock { state in
      let silent = state.clients.min { $0.silentSince ?? .now < $1.silentSince ?? .now }
      guard let silent, let since = silent.silentSince, since.duration(to: .now) > Self.silence
      else { return false }
      silent.socket.end()
      state.clients.removeAll { $0 === silent }
      return true
    }
  }

  private func serve(_ socket: LocalSocket) {
    guard socket.peer == geteuid() else { return }
    let client = LinkClient(socket, service, patience: patience, sending)
    let isWelcome = state.withLock { state in
      if !state.isStopped { state.clients.append(client) }
      return !state.isStopped
    }
    guard isWelcome else { return }
    let thread = BackgroundThread {
      client.answerRequests()
      self.forget(client)
    }
    if let thread { thread.detach() } else { forget(client) }
  }

  private func forget(_ client: LinkClient) {
    client.socket.end()
    state.withLock { state in state.clients.removeAll { $0 === client } }
    // Another client may be waiting for its place.
    wake.wake()
  }
}

/// Answers the requests at an app's socket.
///
/// Each request is answered on a thread of its own, which may wait for the tree.
package protocol LinkService: Sendable {
  /// Answers a request.
  ///
  /// - Parameter isWanted: Whether the client is still connected; a service that waits, or keeps
  ///   something for the client, checks it now and then.
  /// - Throws: A fault with a message for people.
  func answer(
    _ request: LinkRequest, whileWanted isWanted: @escaping @Sendable () -> Bool
  ) throws(RPCFault) -> LinkAnswer
}

/// An app's answer to a request.
package struct LinkAnswer: Sendable {
  /// Whether it is a tree or a journal, of which only some are sent at once.
  let isLarge: Bool
  /// Writes the members of the result.
  let write: @Sendable (inout JSONObject) -> Void

  /// Creates an answer.
  package init(isLarge: Bool = false, _ write: @escaping @Sendable (inout JSONObject) -> Void) {
    self.isLarge = isLarge
    self.write = write
  }
}

extension MemorySink {
  /// Writes the answer to a request as one line, with a newline.
  mutating func write(_ answer: Result<LinkAnswer, RPCFault>, toRequest id: JSONText?) {
    write(object: .oneLine) { json in
      json.write(answerTo: id, answer) { json, answer in json.object("result", answer.write) }
    }
    write("\n" as StaticString)
  }
}

/// A client of an app. Its requests are answered one by one.
private final class LinkClient: Sendable {
  let socket: LocalSocket
  private let service: any LinkService
  /// The maximum number of milliseconds in which a client must take a part of an answer.
  private let patience: Int32
  private let sending: DispatchSemaphore
  /// The time of its last request; nil while an answer is computed or sent.
  private let silence = Lock<ContinuousClock.Instant?>(.now)

  init(
    _ socket: LocalSocket, _ service: any LinkService, patience: Int32,
    _ sending: DispatchSemaphore
  ) {
    self.socket = socket
    self.service = service
    self.patience = patience
    self.sending = sending
  }

  /// The time of its last request; nil while it is being answered.
  var silentSince: ContinuousClock.Instant? { silence.withLock { $0 } }

  /// Answers until the client disconnects, or takes nothing of an answer for too long.
  func answerRequests() {
    var lines = LineBuffer(limit: LinkRequest.limit)
    while socket.waitToRead(-1) {
      var received: [UInt8] = []
      switch socket.read(&received) {
      case .wouldBlock: continue
      case .ended: return
      case .bytes: lines.add(received)
      }
      while let line = lines.next() {
        if !answer(line) { return }
      }
    }
  }

  /// Answers a line; false if the client has disconnected or received nothing for too long.
  private func answer(_ line: LineBuffer.Line) -> Bool {
    var id: JSONText?
    let since = silence.withLock { since in
      defer { since = nil }
      return since
    }
    var isRequest = false
    let answer = Result { () throws(RPCFault) in
      guard case .bytes(let bytes) = line else {
        throw RPCFault(
          .noRequest, "a request has at most \(LinkRequest.limit) bytes; ask for less")
      }
      let request = try LinkRequest(bytes, id: &id)
      isRequest = true
      if case .hello(let version, _) = request, !LinkVersion.current.understands(version) {
        throw RPCFault(.otherVersion, LinkVersion.mismatch(app: .current, client: version))
      }
      return try service.answer(request, whileWanted: { [socket] in !socket.isClosedByPeer })
    }
    let isLarge = (try? answer.get())?.isLarge ?? false
    if isLarge { sending.wait() }
    var isWhole = true
    var sink = MemorySink { [socket, patience] bytes in
      if isWhole { isWhole = socket.writeAll(Array(bytes), patience: patience) }
    }
    sink.write(answer, toRequest: id)
    sink.flush()
    if isLarge { sending.signal() }
    // Only requests end the silence.
    silence.withLock { $0 = isRequest ? .now : since }
    return isWhole
  }
}
