import Testing

@testable import TreePage

@Suite struct `The head of a request` {
  private func head(_ text: String) throws(HTTPFault) -> HTTPRequest {
    try HTTPRequest(head: text.utf8)
  }

  @Test func `is understood as a browser writes it`() throws {
    let head = try head(
      """
      POST /command?name=a%20b&at=7 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nauthorization:\tBearer secret \r
      Content-Length: 17\r\nAccept: */*\r\n
      """)
    #expect(head.method == "POST")
    #expect(head.path == "/command")
    #expect(head.query.map(\.name) == ["name", "at"])
    #expect(head.query.map(\.value) == ["a b", "7"])
    #expect(head.headers["host"] == "127.0.0.1:80")
    #expect(head.headers["authorization"] == "Bearer secret")
    #expect(head.bodyCount == 17)
    #expect(!head.isLast)
    #expect(try self.head("GET / HTTP/1.1\r\nConnection: Close\r\n").isLast)
  }

  // In a loop: as arguments, these would act on the terminal that shows the tests.
  @Test func `is malformed where it is no request`() {
    for text in [
      "", "\r\n", "GET", "GET /", "GET  HTTP/1.1", " / HTTP/1.1",
      "GET http://evil.example/ HTTP/1.1",
      "GET * HTTP/1.1", "GET / a HTTP/1.1", "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n: value",
      "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\nA: b\r\n folded: c",
      "GET / HTTP/1.1\r\nA: \u{0}", "GET / HTTP/1.1\r\nA: b\u{1b}[2J",
      "GET / HTTP/1.1\r\nContent-Length: -1", "GET / HTTP/1.1\r\nContent-Length: 1, 1",
      "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999", "GET / HTTP/1.1\r\n\r\nA: b",
    ] {
      #expect(throws: HTTPFault.malformed, "\(text.debugDescription)") { try head(text) }
    }
  }

  @Test func `is malformed where it is no text`() {
    #expect(throws: HTTPFault.malformed) {
      try HTTPRequest(head: Array("GET / HTTP/1.1\r\nA: ".utf8) + [0xC0, 0x80])
    }
  }

  @Test func `is refused where two readers may understand two things`() {
    for (name, other) in [("Host", "host"), ("Content-Length", "CONTENT-LENGTH"), ("A", "a")] {
      #expect(throws: HTTPFault.twice(other)) {
        try head("GET / HTTP/1.1\r\n\(name): 1\r\n\(other): 1\r\n")
      }
    }
    #expect(throws: HTTPFault.length) {
      try head("POST /command HTTP/1.1\r\nTransfer-Encoding: chunked\r\n")
    }
    #expect(throws: HTTPFault.version) { try head("GET / HTTP/1.0\r\n") }
    #expect(throws: HTTPFault.version) { try head("PRI / HTTP/2.0\r\n") }
  }
}
