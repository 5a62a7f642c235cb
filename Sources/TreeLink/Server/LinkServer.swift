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
  private let wake: (reader: Int32, writer: Int32)
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
    guard let wake = Descriptor.makePipe() else { throw .system("pipe", errno) }
    self.wake = wake
    self.service = service
    self.patience = patience
    self.arrival = arrival
    do throws(AppLinkError) {
      socket = try LocalSocket.listening(at: path, queue: Self.queue)
    } catch {
      close(wake.reader)
      close(wake.writer)
      throw error
    }
  }

  deinit {
    close(wake.reader)
    close(wake.writer)
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
    wakeUp()
  }

  /// The number of connected clients.
  var clientCount: Int { state.withLock { $0.clients.count } }

  private func wakeUp() {
    var byte: UInt8 = 0
    _ = write(wake.writer, &byte, 1)
  }

  private func acceptClients() {
    while !state.withLock({ $0.isStopped }) {
      let isFull = state.withLock { $0.clients.count >= Self.clientLimit } && !dropSilentClient()
      var waits = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
      if !isFull {
        waits.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
      }
      // While all clients are busy, new ones aren't polled; no event signals idleness.
      _ = poll(&waits, nfds_t(waits.count), isFull ? 1_000 : -1)
      _ = Descriptor.bytes(of: wake.reader, limit: 4_096)
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
    }
    if let thread { thread.detach() } else { forget(client) }
  }

  private func forget(_ client: LinkClient) {
    client.end()
    state.withLock { state in state.clients.removeAll { $0 === client } }
    // Another client may be waiting for its place.
    wakeUp()
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
  ) throws(LinkFault) -> LinkAnswer
}
