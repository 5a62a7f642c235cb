import TextIO

/// One client of an app: its requests are answered one after the other.
final class LinkClient: Sendable {
  /// The number of malformed lines that ends a connection.
  private static let badRequestLimit = 100

  private let socket: LocalSocket
  /// How many milliseconds a buffer full of an answer may take.
  private let patience: Int32
  /// How long a request may take to arrive, from its first byte to its last.
  private let arrival: Duration
  /// Since when it has made no request; nil while an answer is worked out or sent.
  private let silence: Lock<ContinuousClock.Instant?>

  init(_ socket: LocalSocket, patience: Int32, arrival: Duration) {
    self.socket = socket
    self.patience = patience
    self.arrival = arrival
    silence = Lock(.now)
  }

  /// Since when it has made no request; nil while it is answered.
  var silentSince: ContinuousClock.Instant? { silence.withLock { $0 } }

  /// Ends the connection; its thread ends soon.
  func end() { socket.end() }

  /// Answers until the client is gone, or has begun a request and not finished it in time.
  func answer(with service: any LinkService) {
    var lines = RequestLines()
    var badRequests = 0
    var end: ContinuousClock.Instant?
    while socket.waitToRead(end.map(LocalSocket.milliseconds(until:)) ?? -1) {
      switch lines.add(from: socket) {
      case .wouldBlock: continue
      case .ended: return
      case .bytes: break
      }
      while let entry = lines.next() {
        end = nil
        let since = silence.withLock { since in
          defer { since = nil }
          return since
        }
        let (request, isWhole) = answer(entry, with: service)
        if !isWhole { return }
        // Only who asks something is not silent.
        silence.withLock { $0 = request ? .now : since }
        if !request { badRequests += 1 }
        if badRequests == Self.badRequestLimit { return }
      }
      end = lines.isWithinLine ? end ?? .now + arrival : nil
      // Another byte is always there, of who sends one now and then.
      if let end, end <= .now { return }
    }
  }

  /// Answers a line; `isRequest` is false if it was none, `isWhole` if the client is gone or
  /// took nothing for too long.
  private func answer(
    _ entry: RequestLines.Entry, with service: any LinkService
  ) -> (isRequest: Bool, isWhole: Bool) {
    var id = Array("null".utf8)
    var isRequest = false
    let answer: Result<LinkAnswer, LinkFault>
    switch entry {
    case .tooLong:
      answer = .failure(
        LinkFault(.noRequest, "a request has at most \(LinkRequest.limit) bytes; ask for less"))
    case .line(let bytes):
      let received = ReceivedRequest(Array(bytes))
      id = received.id
      switch received.request {
      case .failure(let fault): answer = .failure(fault)
      case .success(let request):
        isRequest = true
        answer = Result { () throws(LinkFault) in
          if case .hello(let version, _) = request, !LinkVersion.current.understands(version) {
            throw LinkFault(
              .otherVersion, LinkVersion.mismatch(app: .current, client: version))
          }
          return try service.answer(request, whileWanted: { !self.socket.isClosedByPeer })
        }
      }
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

/// Takes the requests out of what a client sends.
struct RequestLines {
  private var bytes: [UInt8] = []
  /// How many bytes at the beginning were handed out.
  private var taken = 0
  /// The place before which no line ends.
  private var searched = 0
  /// Whether the incoming line is too long, and dropped.
  private var isSkipping = false

  /// Whether the beginning of a line is there, and not its end.
  var isWithinLine: Bool { isSkipping || taken < bytes.count }

  /// What came in.
  enum Entry: Equatable {
    /// A line without its end.
    case line(ArraySlice<UInt8>)
    /// A line that has more bytes than a request may have.
    case tooLong
  }

  /// Adds what a socket has.
  mutating func add(from socket: LocalSocket) -> LocalSocket.Transfer {
    removeTaken()
    return socket.read(&bytes)
  }

  /// Adds bytes.
  mutating func add(_ more: [UInt8]) {
    removeTaken()
    bytes += more
  }

  private mutating func removeTaken() {
    // A new array: the memory of a large request is not kept for a small one.
    bytes = Array(bytes[taken...])
    searched -= taken
    taken = 0
  }

  /// The next whole line; nil if there is none yet.
  mutating func next() -> Entry? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      if isSkipping || bytes.count - taken > LinkRequest.limit {
        isSkipping = true
        taken = bytes.count
      }
      return nil
    }
    let line = bytes[taken..<end]
    taken = end + 1
    searched = taken
    if isSkipping || line.count > LinkRequest.limit {
      isSkipping = false
      return .tooLong
    }
    return .line(line)
  }
}
