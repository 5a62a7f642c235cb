import TextIO

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

  init(_ socket: LocalSocket, patience: Int32, arrival: Duration) {
    self.socket = socket
    self.patience = patience
    self.arrival = arrival
    silence = Lock(.now)
  }

  /// The time of its last request; nil while it is being answered.
  var silentSince: ContinuousClock.Instant? { silence.withLock { $0 } }

  /// Ends the connection; its thread ends soon after.
  func end() { socket.end() }

  /// Answers until the client disconnects, or takes too long for a request that it has begun.
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

/// Splits a client's data into requests.
struct RequestLines {
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that have been returned.
  private var taken = 0
  /// No line ends before this place.
  private var searched = 0
  /// Whether the rest of a line that is too long is being dropped.
  private var isSkipping = false

  /// Whether an incomplete line has arrived.
  var isWithinLine: Bool { isSkipping || taken < bytes.count }

  /// A part of a client's data.
  enum Entry: Equatable {
    /// A line without its end.
    case line(ArraySlice<UInt8>)
    /// A line longer than a request may be.
    case tooLong
  }

  /// Adds the available data of a socket.
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
    // A new array, to release the memory of a large request.
    bytes = Array(bytes[taken...])
    searched -= taken
    taken = 0
  }

  /// The next complete line; nil if there is none yet.
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
