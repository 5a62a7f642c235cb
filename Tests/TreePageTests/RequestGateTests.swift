import Testing

@testable import TreePage

@Suite struct `Who may ask a page` {
  private let gate = RequestGate(port: 4321, token: "secret")

  private func expectRefusal(_ status: Int, _ words: String, _ check: () throws -> Void) {
    let fault = #expect(throws: HTTPFault.self) { try check() }
    #expect(fault?.status == status && fault?.words.contains(words) == true)
  }

  @Test(arguments: ["127.0.0.1:4321", "localhost:4321", "LOCALHOST:4321"])
  func `this machine at the port that is served`(host: String) throws {
    try gate.check(host: host, origin: nil, authorization: "Bearer secret")
    try gate.check(
      host: host, origin: "http://\(host)", authorization: "Bearer secret")
  }

  @Test(arguments: [
    nil, "", "127.0.0.1", "127.0.0.1:80", "evil.example:4321", "127.0.0.1.evil.example:4321",
    "127.0.0.1:4321.evil.example", "[::1]:4321", "0.0.0.0:4321", " 127.0.0.1:4321",
  ])
  func `no other host, whatever its name server says`(host: String?) {
    expectRefusal(403, "127.0.0.1 only") {
      try gate.check(host: host, origin: nil, authorization: "Bearer secret")
    }
    expectRefusal(403, "127.0.0.1 only") { try gate.checkPlace(host: host, origin: nil) }
  }

  @Test(arguments: [
    "null", "", "http://evil.example", "https://127.0.0.1:4321", "http://127.0.0.1",
    "http://127.0.0.1:43210", "http://localhost:4321", "file://",
  ])
  func `no page of another site`(origin: String) {
    expectRefusal(403, "another site") {
      try gate.check(host: "127.0.0.1:4321", origin: origin, authorization: "Bearer secret")
    }
    expectRefusal(403, "another site") {
      try gate.checkPlace(host: "127.0.0.1:4321", origin: origin)
    }
  }

  @Test(arguments: [
    nil, "", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer Secret",
    "Basic secret", "bearer secret", "Bearer  secret",
  ])
  func `nobody without the token`(authorization: String?) {
    expectRefusal(401, "the token is missing or wrong") {
      try gate.check(host: "127.0.0.1:4321", origin: nil, authorization: authorization)
    }
  }

  @Test func `a token has 64 digits, and each is another one`() {
    let tokens = (0..<100).map { _ in RequestGate.makeToken() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
  }
}
