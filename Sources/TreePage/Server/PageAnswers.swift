import FlyingFox
import Foundation
import TextIO
import TreeConsole

/// Answers the requests of a page.
struct PageAnswers: Sendable {
  private let page: PageTarget
  private let gate: RequestGate

  init(_ page: PageTarget, _ gate: RequestGate) {
    self.page = page
    self.gate = gate
  }

  /// Answers one request.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let host = request.headers[HTTPHeader("Host")]
    let origin = request.headers[HTTPHeader("Origin")]
    do throws(RequestGate.Refusal) {
      if let file = PageFiles.file(at: request.path) {
        try gate.checkPlace(host: host, origin: origin)
        guard request.method == .GET else { return Self.failure(.methodNotAllowed, "GET only") }
        return Self.response(.ok, file.type, file.bytes)
      }
      try gate.check(
        host: host, origin: origin, authorization: request.headers[HTTPHeader("Authorization")])
    } catch {
      return Self.failure(error == .token ? .unauthorized : .forbidden, error.words)
    }
    return await answerPage(request)
  }

  private func answerPage(_ request: HTTPRequest) async -> HTTPResponse {
    switch (request.method, request.path) {
    case (.GET, "/about"): Self.response(.ok, .json, await page.about().bytes)
    case (.GET, "/tree"): await tree()
    case (.GET, "/matches"): await matches(request)
    case (.POST, "/command"): await command(request)
    case (.GET, "/events"): events()
    case (_, "/about"), (_, "/tree"), (_, "/matches"), (_, "/command"), (_, "/events"):
      Self.failure(.methodNotAllowed, "ask in another way: POST for commands, else GET")
    default: Self.failure(.notFound, "there is nothing at this address")
    }
  }

  private func tree() async -> HTTPResponse {
    do {
      return Self.response(.ok, .columns, try await page.columns())
    } catch {
      return Self.failure(.serviceUnavailable, "\(error)")
    }
  }

  private func matches(_ request: HTTPRequest) async -> HTTPResponse {
    guard let selector = request.query.first(where: { $0.name == "selector" })?.value else {
      return Self.failure(.badRequest, "give a selector: /matches?selector=Exam*")
    }
    return Self.response(.ok, .columns, await page.matches(of: selector))
  }

  /// A command has at most so many bytes.
  private static let longestCommand = 1 << 20

  private func command(_ request: HTTPRequest) async -> HTTPResponse {
    guard let count = request.bodySequence.count else {
      return Self.failure(.lengthRequired, "a command comes with its length")
    }
    guard count <= Self.longestCommand else {
      return Self.failure(
        .payloadTooLarge, "a command has at most \(Self.longestCommand) bytes")
    }
    guard let body = try? await request.bodyData else {
      return Self.failure(.badRequest, "the command did not arrive whole")
    }
    do {
      let command = try CommandRequest(json: Array(body))
      return Self.response(.ok, .json, await page.run(command).bytes)
    } catch {
      return Self.failure(.badRequest, error.words.string)
    }
  }

  private func events() -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: Self.headers(.events),
      body: HTTPBodySequence(from: EventStream(page)))
  }
}

// What every response has.
extension PageAnswers {
  private static func response(
    _ status: HTTPStatusCode, _ type: PageFiles.MediaType, _ bytes: [UInt8]
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: headers(type),
      body: HTTPBodySequence(data: Data(bytes), suggestedBufferSize: 1 << 18))
  }

  private static func failure(_ status: HTTPStatusCode, _ words: String) -> HTTPResponse {
    response(status, .json, JSONText.object { $0.write("error", words) }.bytes)
  }

  private static func headers(_ type: PageFiles.MediaType) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (name, value) in [
      ("Content-Type", type.rawValue),
      ("Content-Security-Policy", PageFiles.policy),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cache-Control", "no-store"),
    ] { headers[HTTPHeader(name)] = value }
    return headers
  }
}
