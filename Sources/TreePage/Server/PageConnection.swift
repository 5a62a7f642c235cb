import FlyingFox
import FlyingSocks
import Foundation

/// Answers what is asked on one connection, one request after the other.
struct PageConnection {
  private let socket: AsyncSocket
  private let answers: PageAnswers
  private let arrival: Duration
  private let limit: (Duration?) -> Void
  private let noteOwner: () -> Void

  /// - Parameters:
  ///   - open: The connections among which this one is.
  ///   - number: Its number there.
  ///   - arrival: How long a request takes to arrive, and how long the next part of an answer takes to be
  ///     received.
  init(
    _ socket: AsyncSocket, _ answers: PageAnswers, in open: OpenConnections, number: Int,
    arrival: Duration
  ) {
    self.socket = socket
    self.answers = answers
    self.arrival = arrival
    limit = { open.limit(number, to: $0) }
    noteOwner = { open.noteOwner(number) }
  }

  /// How long a connection lasts on which nothing is asked.
  private static let idleTime = Duration.seconds(60)
  /// How long is waited for the other side to end, once it was told to.
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

  /// Answers the next request, and returns whether there may be another one.
  private func answerNext(_ reader: inout RequestReader) async throws -> Bool {
    limit(Self.idleTime)
    let head: RequestHead
    do {
      head = try RequestHead(await reader.head { limit(arrival) })
    } catch let fault as RequestHead.Fault {
      return try await refuse(PageAnswers.failure(fault.status, fault.words), &reader)
    }
    if let answer = answers.answerWithoutToken(head.request) {
      if head.bodyCount > 0 { return try await refuse(answer, &reader) }
      try await send(answer, isLast: head.isLast)
      return !head.isLast
    }
    noteOwner()
    if head.bodyCount > PageAnswers.longestBody {
      return try await refuse(PageAnswers.tooLong, &reader)
    }
    var request = head.request
    if head.bodyCount > 0 {
      request.bodySequence = HTTPBodySequence(data: Data(try await reader.body(head.bodyCount)))
    }
    // A command takes as long as it takes.
    limit(nil)
    try await send(await answers.answer(request), isLast: head.isLast)
    return !head.isLast
  }

  /// Answers, and ends the connection: what else was sent is not read.
  private func refuse(_ answer: HTTPResponse, _ reader: inout RequestReader) async throws -> Bool {
    try await send(answer, isLast: true)
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    limit(Self.drainTime)
    try await reader.drain()
    return false
  }

  private func send(_ response: HTTPResponse, isLast: Bool) async throws {
    guard case .httpBody(let body) = response.payload else { return }
    var lines = ["HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)"]
    lines += response.headers.map { "\($0.key.rawValue): \($0.value)" }
    lines.append(body.count.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
    if isLast { lines.append("Connection: close") }
    try await send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    for try await part in body { try await send(part) }
  }

  private func send(_ part: Data) async throws {
    limit(arrival)
    try await socket.write(part)
    limit(nil)
  }
}
