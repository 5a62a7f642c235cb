import FlyingSocks
import Foundation
import TextIO

/// Answers the requests of a connection one by one.
struct PageConnection {
  let socket: AsyncSocket
  let answers: PageAnswers
  /// The open connections, including this one.
  let open: OpenConnections
  /// Its number among them.
  let number: Int
  /// The time limit for receiving a request, and for sending each part of an answer.
  let arrival: Duration

  /// How long the other side may take to close a connection that ends.
  private static let drainTime = Duration.seconds(2)

  /// Serves until either side ends the connection.
  func serve() async {
    var reader = RequestReader(socket: socket)
    do {
      while try await answerNext(&reader) {}
    } catch {
      // The other side has disconnected, or took too long.
    }
    try? socket.close()
  }

  private func limit(_ duration: Duration?) { open.limit(number, to: duration) }

  /// Answers the next request, and returns whether another may follow.
  private func answerNext(_ reader: inout RequestReader) async throws -> Bool {
    limit(OpenConnections.idleTime)
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
    if request.bodyCount > PageAnswers.longestBody {
      return try await refuse(PageAnswers.tooLong, &reader)
    }
    request.body = try await reader.body(request.bodyCount)
    // A command has no time limit.
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

  /// The time limit applies to each part of a large answer.
  private static let partSize = 1 << 18

  private func send(_ part: ArraySlice<UInt8>) async throws {
    limit(arrival)
    try await socket.write(Data(part))
    limit(nil)
  }
}

/// Reads the requests of a connection, with a limit on the size of each part.
private struct RequestReader {
  let socket: AsyncSocket
  /// The bytes that were received but not read.
  var ahead: [UInt8] = []

  /// Reads the next head, without the empty line after it.
  ///
  /// - Parameter began: Called when its first bytes have arrived.
  /// - Throws: `HTTPFault` if it is too long, or `SocketError` if the other side has disconnected.
  mutating func head(_ began: () -> Void) async throws -> ArraySlice<UInt8> {
    if !ahead.isEmpty { began() }
    while true {
      if let end = ahead.firstRange(of: Self.endOfHead)?.upperBound {
        guard end <= HTTPRequest.mostHeadBytes else { break }
        defer { ahead.removeFirst(end) }
        return ahead[..<(end - 2)]
      }
      guard ahead.count < HTTPRequest.mostHeadBytes else { break }
      let part = try await socket.read(atMost: Self.partSize)
      if ahead.isEmpty { began() }
      ahead += part
    }
    throw HTTPFault.tooLong
  }

  /// The end of the last line, and an empty one.
  private static let endOfHead = Array("\r\n\r\n".utf8)

  /// Reads a number of bytes.
  mutating func body(_ count: Int) async throws -> [UInt8] {
    while ahead.count < count { ahead += try await socket.read(atMost: Self.partSize) }
    defer { ahead.removeFirst(count) }
    return Array(ahead[..<count])
  }

  /// Reads and discards further bytes, so that the other side sees an answer before the end.
  mutating func drain() async throws {
    ahead = []
    var count = 0
    while count < Self.mostDrained {
      count += try await socket.read(atMost: Self.partSize).count
    }
  }

  /// The maximum size of one read, which the library limits.
  private static let partSize = 4_096
  /// Beyond this number of bytes, the connection is cut off.
  private static let mostDrained = 8 << 20
}

/// The open connections.
///
/// Any program on this machine can connect and say nothing: of those that wait for their other side,
/// the latest are kept. Every wait has a limit.
final class OpenConnections: Sendable {
  private struct Connection {
    let task: Task<Void, Never>
    /// When it ends unless the other side acts; nil for no limit.
    var end: ContinuousClock.Instant?
  }

  private struct State {
    var next = 0
    var open: [Int: Connection] = [:]
  }

  private let state = Lock(State())

  /// The maximum number of connections that wait for their other side.
  private static let mostWaiting = 256
  /// The maximum duration of an idle connection.
  static let idleTime = Duration.seconds(60)

  /// Begins a connection. If too many are waiting, the oldest of these is ended.
  ///
  /// - Parameter serve: Serves the connection, given its number.
  func begin(_ serve: @escaping @Sendable (Int) async -> Void) {
    state.withLock { state in
      let number = state.next
      state.next += 1
      // It can't end before it is in the table.
      state.open[number] = Connection(
        task: Task {
          await serve(number)
          self.state.withLock { $0.open[number] = nil }
        }, end: .now + Self.idleTime)
      let waiting = state.open.filter { $0.value.end != nil }
      if waiting.count > Self.mostWaiting, let oldest = waiting.keys.min() {
        state.open.removeValue(forKey: oldest)?.task.cancel()
      }
    }
  }

  /// Ends a connection after a time; nil for no limit.
  func limit(_ number: Int, to duration: Duration?) {
    let end = duration.map { ContinuousClock.now + $0 }
    state.withLock { $0.open[number]?.end = end }
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
