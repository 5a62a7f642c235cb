/// A response.
struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Server-sent events, until the connection ends.
    case events(EventStream)
  }

  let status: Int
  let headers: [(name: String, value: String)]
  let body: Body

  /// The first line and the headers.
  func head(isLast: Bool) -> [UInt8] {
    // The number is followed by a phrase, which may be empty.
    var lines = ["HTTP/1.1 \(status) "]
    lines += headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .bytes(let bytes): lines.append("Content-Length: \(bytes.count)")
    case .events: lines.append("Transfer-Encoding: chunked")
    }
    if isLast { lines.append("Connection: close") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
