import TextIO

/// Answers the requests of a page.
struct PageAnswers: Sendable {
  let page: PageTarget
  let gate: RequestGate

  /// Answers a request for a public file of the page, or refuses it; nil if the token is right.
  func answerWithoutToken(_ request: HTTPRequest) -> HTTPResponse? {
    let (host, origin) = (request.headers["host"], request.headers["origin"])
    do throws(HTTPFault) {
      guard let file = PageFiles.file(at: request.path) else {
        try gate.check(
          host: host, origin: origin, authorization: request.headers["authorization"])
        return nil
      }
      try gate.checkPlace(host: host, origin: origin)
      guard request.method == "GET" else { return Self.failure(405, "GET only") }
      return Self.response(file.type, .bytes(file.bytes))
    } catch {
      return Self.failure(error.status, error.words)
    }
  }

  /// Answers a request with the token.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let isCommand = request.path == "/command"
    guard request.method == (isCommand ? "POST" : "GET") else {
      return Self.failure(405, "ask in another way: POST for commands, else GET")
    }
    return switch request.path {
    case "/about": Self.response(.json, .bytes(await page.about().bytes))
    case "/tree": await tree(request)
    case "/journal": await journal(request)
    case "/matches": await matches(request)
    case "/command":
      await Self.answer(.json) { try await page.run(CommandRequest(json: request.body)).bytes }
    case "/events":
      Self.response(.events, .events(EventStream(page: page)))
    default: Self.failure(404, "there is nothing at this address")
    }
  }

  private func tree(_ request: HTTPRequest) async -> HTTPResponse {
    await Self.answer(.columns) {
      let moment = request.value("at").map { Int($0) }
      if moment == .some(nil) { throw HTTPFault(status: 400, words: "'at' is a record's number") }
      return try await page.columns(
        ofOlder: request.value("of") == "older", at: moment ?? nil)
    }
  }

  /// The maximum number of records in an answer.
  private static let mostRecords = 500_000

  private func journal(_ request: HTTPRequest) async -> HTTPResponse {
    await Self.answer(.columns) {
      guard let after = Int(request.value("after") ?? "0"),
        let limit = Int(request.value("limit") ?? "\(Self.mostRecords)"), limit > 0
      else {
        throw HTTPFault(status: 400, words: "'after' and 'limit' are numbers: /journal?after=17")
      }
      return try await page.records(
        after: max(0, after), limit: min(limit, Self.mostRecords))
    }
  }

  private func matches(_ request: HTTPRequest) async -> HTTPResponse {
    await Self.answer(.columns) {
      let (selector, text) = (request.value("selector"), request.value("text"))
      if selector == nil, text == nil {
        throw HTTPFault(status: 400, words: "give a selector or a text: /matches?selector=Exam*")
      }
      return try await page.matches(of: selector, text: text, at: request.value("at"))
    }
  }

  private static func answer(
    _ type: PageFiles.MediaType, _ body: () async throws -> [UInt8]
  ) async -> HTTPResponse {
    do {
      return response(type, .bytes(try await body()))
    } catch let fault as HTTPFault {
      return failure(fault.status, fault.words)
    } catch {
      return failure(503, "\(error)")
    }
  }

  /// The maximum size of a body, in bytes.
  static let longestBody = 1 << 20

  /// The response to a larger body.
  static var tooLong: HTTPResponse {
    failure(413, "what is sent has at most \(longestBody) bytes")
  }

}

// The parts of every response.
extension PageAnswers {
  private static func response(
    _ type: PageFiles.MediaType, _ body: HTTPResponse.Body, _ status: Int = 200
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers(type), body: body)
  }

  static func failure(_ status: Int, _ words: String) -> HTTPResponse {
    response(.json, .bytes(JSONText.object { $0.write("error", words) }.bytes), status)
  }

  private static func headers(_ type: PageFiles.MediaType) -> [(name: String, value: String)] {
    [
      ("Content-Type", type.rawValue),
      ("Content-Security-Policy", PageFiles.policy),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cache-Control", "no-store"),
    ]
  }
}

/// The state of a target as server-sent events: at first, and after each change.
///
/// A slow reader gets only the newest state.
struct EventStream: Sendable {
  let page: PageTarget
  private(set) var last: PageTarget.State?

  /// Waits for the next event; nil once the task is cancelled.
  mutating func next() async -> [UInt8]? {
    let next = await page.state(after: last)
    if Task.isCancelled { return nil }
    guard let state = next else {
      // A comment: writing it detects a disconnected reader.
      return Array(": still here\n\n".utf8)
    }
    last = state
    return Array("data: \(state.json.string)\n\n".utf8)
  }
}

/// Admits only requests of this page, in a browser on this machine, with the token.
///
/// A page of another site can send requests to any port of this machine, under any name that its
/// own name server resolves to it. So a request must name this machine in `Host` and come from no
/// other site. Everything about the tree also requires a token, which is only in the printed
/// address.
struct RequestGate: Sendable {
  private let hosts: [String]
  private let token: [UInt8]

  /// Admits requests with a token.
  init(port: UInt16, token: String) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    self.token = Array(token.utf8)
  }

  /// A random token: 256 bits in hexadecimal digits.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in (generator.next() as UInt64).hexadecimal }.joined()
  }

  /// Checks the headers of a request for a file of the page, which reveals nothing about the tree.
  func checkPlace(host: String?, origin: String?) throws(HTTPFault) {
    guard let host, hosts.contains(host.lowercased()) else {
      throw HTTPFault(status: 403, words: "this server answers at 127.0.0.1 only")
    }
    if let origin, origin.lowercased() != "http://\(host.lowercased())" {
      throw HTTPFault(status: 403, words: "a page of another site may not ask")
    }
  }

  /// Checks the headers of any other request.
  func check(host: String?, origin: String?, authorization: String?) throws(HTTPFault) {
    try checkPlace(host: host, origin: origin)
    let scheme = "Bearer "
    guard let authorization, authorization.hasPrefix(scheme),
      isToken(authorization.dropFirst(scheme.count))
    else {
      throw HTTPFault(
        status: 401,
        words: "the token is missing or wrong; open the address that 'modeltree page' printed")
    }
  }

  /// Takes the same time wherever the first wrong character is.
  private func isToken(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
