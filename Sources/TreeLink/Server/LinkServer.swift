import TextIO

/// Answers at a socket, each client on a thread of its own. Costs nothing without requests.
package final class LinkServer: Sendable {
  /// How many clients are answered side by side; others wait until one is silent or gone.
  static let clientLimit = 16
  /// How long a client may be silent before it has to make room for another.
  private static let silence = Duration.seconds(1)
  /// How many clients wait until they are accepted.
  private static let queue: Int32 = 128

  private let service: any LinkService
  /// The milliseconds after which a client is dropped that takes nothing of an answer.
  private let patience: Int32
  /// A client that has not finished a request after that long is dropped.
  private let arrival: Duration
  private let socket: LocalSocket
  private let path: String
  private let wake: (reader: Int32, writer: Int32)
  private let state = Lock(State())

  private struct State {
    var clients: [LinkClient] = []
    var isStopped = false
  }

  /// Begins to answer at a path.
  ///
  /// - Parameters:
  ///   - patience: Milliseconds after which a client that reads nothing of an answer is dropped.
  ///   - arrival: The time in which a client must finish a request that it has begun. A client that asks
  ///     nothing stays as long as there is room.
  /// - Throws: `AppLinkError` where the socket cannot be made, or another process answers there.
  package init(
    at place: AppPlace, service: any LinkService, patience: Int32 = 5_000,
    arrival: Duration = .seconds(10)
  ) throws(AppLinkError) {
    path = place.socket
    if try place.checkSocket() {
      // A process of this number is gone, unless another machine or container shares the folder.
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

  /// Accepts clients from now on.
  ///
  /// - Throws: `AppLinkError.system` where the system gives no thread.
  package func start() throws(AppLinkError) {
    guard let thread = BackgroundThread({ self.acceptClients() }) else {
      stop()
      throw .system("pthread_create", EAGAIN)
    }
    thread.detach()
  }

  /// Ends the connections and removes the socket. Answers that are being worked out come to nothing.
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

  /// How many clients are connected.
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
      // While all are at work, who waits outside is not listened to; silence has no event.
      _ = poll(&waits, nfds_t(waits.count), isFull ? 1_000 : -1)
      _ = Descriptor.bytes(of: wake.reader, limit: 4_096)
      if isFull { continue }
      do throws(AppLinkError) {
        if let client = try socket.accepted() { serve(client) }
      } catch {
        // The app has no descriptors left: others may be closed in a while.
        BackgroundThread.pause(for: .milliseconds(100))
      }
    }
  }

  /// Ends the connection that was silent longest, if that is long enough.
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
    // Another may be waiting for its place.
    wakeUp()
  }
}

/// What answers the requests that come over an app's socket.
///
/// Each request is answered on a thread of its own, which may wait for the tree meanwhile.
package protocol LinkService: Sendable {
  /// Answers a request.
  ///
  /// - Parameter isWanted: Whether the client is still there; a service that waits asks now and then.
  /// - Throws: A fault whose message a person can act on.
  func answer(
    _ request: LinkRequest, whileWanted isWanted: () -> Bool
  ) throws(LinkFault) -> LinkAnswer
}
