import FlyingSocks
import Foundation

/// Answers the requests of one connection, one after the other.
struct PageConnection {
  private let socket: AsyncSocket
  private let answers: PageAnswers
  private let arrival: Duration
  private let open: OpenConnections
  private let number: Int

  /// - Parameters:
  ///   - open: The connections that are open, this one included.
  ///   - number: Its number among them.
  ///   - arrival: How long a request takes to arrive, and how long the next part of an answer takes to be
  ///     received.
  init(
    _ socket: AsyncSocket, _ answers: PageAnswers, in open: OpenConnections, number: Int,
    arrival: Duration
  ) {
    self.socket = socket
    self.answers = answers
    self.arrival = arrival
    self.open = open
    self.number = number
  }

  /// How long a connection without requests lasts.
  private static let idleTime = Duration.seconds(60)
  /// How long the other side may take to close a connection that ends.
  private static let drainTime = Duration.seconds(2)

  /// Serves until one of both ends it.
  func serve() async {
    var reader = RequestReader(socket)
    do {
      while try await answerNext(&reader) {}
    } catch {
      // The other side is gone, or took too long.
    }
    try? socket.close()
  }

  private func limit(_ duration: Duration?) { open.limit(number, to: duration) }

  /// Answers the next request, and returns whether another may follow.
  private func answerNext(_ reader: inout RequestReader) async throws -> Bool {
    limit(Self.idleTime)
    var request: HTTPRequest
    do {
      request = try HTTPRequest(head: await reader.head { limit(arrival) })
    } catch let fault as HTTPFault {
      return try await refuse(PageAnswers.failure(fault.status, fault.words), &reader)
    }
    if let answer = answers.answerWithoutToken(request) {
      if request.bodyCount > 0 { return try await refuse(answer, &reader) }
      try await send(answer, isLast: request.isLast)
      return !request.isLast
    }
    open.noteOwner(number)
    if request.bodyCount > PageAnswers.longestBody {
      return try await refuse(PageAnswers.tooLong, &reader)
    }
    request.body = try await reader.body(request.bodyCount)
    // A command takes as long as it takes.
    limit(nil)
    try await send(await answers.answer(request), isLast: request.isLast)
    return !request.isLast
  }

  /// Answers and ends the connection without reading the rest.
  private func refuse(_ answer: HTTPResponse, _ reader: inout RequestReader) async throws -> Bool {
    try await send(answer, isLast: true)
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    limit(Self.drainTime)
    try await reader.drain()
    return false
  }

  private func send(_ response: HTTPResponse, isLast: Bool) async throws {
    try await send(response.head(isLast: isLast)[...])
    switch response.body {
    case .bytes(let bytes):
      var rest = bytes[...]
      while !rest.isEmpty {
        try await send(rest.prefix(Self.partSize))
        rest = rest.dropFirst(Self.partSize)
      }
    case .events(var events):
      while let event = await events.next() {
        try await send((Array("\(String(event.count, radix: 16))\r\n".utf8) + event)[...])
        try await send(Array("\r\n".utf8)[...])
      }
    }
  }

  /// A reader of a large answer is as slow as it is with its parts.
  private static let partSize = 1 << 18

  private func send(_ part: ArraySlice<UInt8>) async throws {
    limit(arrival)
    try await socket.write(Data(part))
    limit(nil)
  }
}

/// Reads the requests of one connection, each part of which has a bounded size.
private struct RequestReader {
  private let socket: AsyncSocket
  /// The bytes that were received and not read yet.
  private var ahead: [UInt8] = []

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Reads the next head, without the empty line after it.
  ///
  /// - Parameter began: Called when its first bytes are there.
  /// - Throws: `HTTPFault` if it is too long, and `SocketError` if the other side is gone.
  mutating func head(_ began: () -> Void) async throws -> ArraySlice<UInt8> {
    var searched = 0
    if !ahead.isEmpty { began() }
    while true {
      if let end = endOfHead(from: searched) {
        guard end <= HTTPRequest.mostHeadBytes else { break }
        defer { ahead.removeFirst(end) }
        return ahead[..<(end - 2)]
      }
      // The end may have begun to arrive.
      searched = max(0, ahead.count - 3)
      guard ahead.count < HTTPRequest.mostHeadBytes else { break }
      let part = try await socket.read(atMost: Self.partSize)
      if ahead.isEmpty { began() }
      ahead += part
    }
    throw HTTPFault.tooLong
  }

  /// Where the head ends whose last line is empty.
  private func endOfHead(from start: Int) -> Int? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    return ahead[start...].firstRange(of: end)?.upperBound
  }

  /// Reads a number of bytes.
  mutating func body(_ count: Int) async throws -> [UInt8] {
    while ahead.count < count { ahead += try await socket.read(atMost: Self.partSize) }
    defer { ahead.removeFirst(count) }
    return Array(ahead[..<count])
  }

  /// Reads and drops further bytes, so that the other side sees an answer before the end.
  mutating func drain() async throws {
    ahead = []
    var count = 0
    while count < Self.mostDrained {
      count += try await socket.read(atMost: Self.partSize).count
    }
  }

  /// How many bytes one read takes at most; the library's limit.
  private static let partSize = 4_096
  /// Beyond, the connection ends in the middle.
  private static let mostDrained = 8 << 20
}
