import TextIO

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
  /// The time after which a client is dropped that hasn't finished a request.
  private let arrival: Duration
  private let socket: LocalSocket
  private let path: String
  private let wake: WakePipe
  private let state = Lock(State())

  private struct State {
    var clients: [LinkClient] = []
    var isStopped = false
  }

  /// Listens at a path.
  ///
  /// - Parameters:
  ///   - patience: The number of milliseconds after which a client is dropped that doesn't receive
  ///     an answer.
  ///   - arrival: The time in which a client must finish a request that it has begun. An idle
  ///     client stays as long as there is room.
  /// - Throws: `AppLinkError` if the socket can't be created, or another process listens there.
  package init(
    at place: AppPlace, service: any LinkService, patience: Int32 = 5_000,
    arrival: Duration = .seconds(10)
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
    self.arrival = arrival
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
    for client in clients { client.end() }
    socket.end()
    wake.wake()
  }

  /// The number of connected clients.
  var clientCount: Int { state.withLock { $0.clients.count } }

  private func acceptClients() {
    while !state.withLock({ $0.isStopped }) {
      let isFull = state.withLock { $0.clients.count >= Self.clientLimit } && !dropSilentClient()
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
      silent.end()
      state.clients.removeAll { $0 === silent }
      return true
    }
  }

  private func serve(_ socket: LocalSocket) {
    guard socket.peer == geteuid() else { return }
    let client = LinkClient(socket, patience: patience, arrival: arrival)
    let isWelcome = state.withLock { state in
      if !state.isStopped { state.clients.append(client) }
      return !state.isStopped
    }
    guard isWelcome else { return }
    let thread = BackgroundThread { [service] in
      client.answer(with: service)
      self.forget(client)
      if client.isGreeted { service.clientLeft() }
    }
    if let thread { thread.detach() } else { forget(client) }
  }

  private func forget(_ client: LinkClient) {
    client.end()
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

  /// Notes that the connection of a client has ended which had asked for the greeting.
  func clientLeft()
}

extension LinkService {
  package func clientLeft() {}
}

/// A client of an app. Its requests are answered one by one.
final class LinkClient: Sendable {
  /// The number of malformed lines that ends a connection.
  private static let badRequestLimit = 100

  private let socket: LocalSocket
  /// The maximum number of milliseconds for sending a buffer of an answer.
  private let patience: Int32
  /// The maximum duration of a request, from its first byte to its last.
  private let arrival: Duration
  /// The time of its last request; nil while an answer is computed or sent.
  private let silence: Lock<ContinuousClock.Instant?>
  private let greeted = Lock(false)

  init(_ socket: LocalSocket, patience: Int32, arrival: Duration) {
    self.socket = socket
    self.patience = patience
    self.arrival = arrival
    silence = Lock(.now)
  }

  /// Whether it has asked for the greeting.
  var isGreeted: Bool { greeted.withLock { $0 } }

  /// The time of its last request; nil while it is being answered.
  var silentSince: ContinuousClock.Instant? { silence.withLock { $0 } }

  /// Ends the connection; its thread ends soon after.
  func end() { socket.end() }

  /// Answers until the client disconnects, or takes too long for a request that it has begun.
  func answer(with service: any LinkService) {
    var lines = LineBuffer(limit: LinkRequest.limit)
    var badRequests = 0
    var end: ContinuousClock.Instant?
    while socket.waitToRead(end.map(LocalSocket.milliseconds(until:)) ?? -1) {
      var received: [UInt8] = []
      switch socket.read(&received) {
      case .wouldBlock: continue
      case .ended: return
      case .bytes: lines.add(received)
      }
      while let line = lines.next() {
        end = nil
        let since = silence.withLock { since in
          defer { since = nil }
          return since
        }
        let (request, isWhole) = answer(line, with: service)
        if !isWhole { return }
        // Only requests end the silence.
        silence.withLock { $0 = request ? .now : since }
        if !request { badRequests += 1 }
        if badRequests == Self.badRequestLimit { return }
      }
      end = lines.isWithinLine ? end ?? .now + arrival : nil
      // A client that sends single bytes would never be out of data.
      if let end, end <= .now { return }
    }
  }

  /// Answers a line; `isRequest` is false for a malformed line, `isWhole` if the client has
  /// disconnected or received nothing for too long.
  private func answer(
    _ line: LineBuffer.Line, with service: any LinkService
  ) -> (isRequest: Bool, isWhole: Bool) {
    var id: JSONText?
    var isRequest = false
    let answer = Result { () throws(RPCFault) in
      guard case .bytes(let bytes) = line else {
        throw RPCFault(
          .noRequest, "a request has at most \(LinkRequest.limit) bytes; ask for less")
      }
      let request = try LinkRequest(bytes, id: &id)
      isRequest = true
      if case .hello(let version, _) = request {
        guard LinkVersion.current.understands(version) else {
          throw RPCFault(.otherVersion, LinkVersion.mismatch(app: .current, client: version))
        }
        self.greeted.withLock { $0 = true }
      }
      return try service.answer(request, whileWanted: { !self.socket.isClosedByPeer })
    }
    var isWhole = true
    var sink = MemorySink { [socket, patience] bytes in
      if isWhole { isWhole = socket.writeAll(Array(bytes), patience: patience) }
    }
    LinkAnswer.write(answer, toRequest: id, &sink)
    sink.flush()
    return (isRequest, isWhole)
  }
}
