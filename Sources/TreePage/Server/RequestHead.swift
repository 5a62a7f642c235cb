import FlyingFox
import Foundation

/// The head of a request: its first line and its headers.
struct RequestHead: Sendable {
  /// What is asked, without a body.
  let request: HTTPRequest
  /// How many bytes of a body follow.
  let bodyCount: Int
  /// Whether nothing else is asked on the connection.
  let isLast: Bool

  /// Why a head is refused, which ends the connection: nobody knows where the next request begins.
  enum Fault: Error, Hashable, Sendable {
    /// A line is not one of HTTP.
    case malformed
    /// It is another version than HTTP/1.1.
    case version
    /// A header stands twice, so that two readers may understand different things.
    case twice(String)
    /// There is a body of unknown length.
    case length
    /// It takes more bytes than a head may.
    case tooLong
  }

  /// The bytes that a head may take: a browser's has some hundreds.
  static let mostBytes = 1 << 14

  /// Reads a head. Costs a look at each byte.
  ///
  /// - Parameter bytes: The lines, each with its end, without the empty one behind them.
  init(_ bytes: some Sequence<UInt8>) throws(Fault) {
    var lines: [String] = []
    for var line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }),
        let text = String(bytes: line, encoding: .utf8)
      else { throw .malformed }
      lines.append(text)
    }
    if lines.last == "" { lines.removeLast() }
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/") else { throw .malformed }
    guard words[2] == "HTTP/1.1" else { throw .version }
    let headers = try Self.headers(lines.dropFirst())
    if headers[.transferEncoding] != nil { throw .length }
    let length = headers[.contentLength] ?? "0"
    guard length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let count = Int(length)
    else { throw .malformed }
    let target = words[1].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request = HTTPRequest(
      method: HTTPMethod(rawValue: String(words[0])), version: .http11,
      target: HTTPRequest.Target(
        path: String(target[0]), query: target.count > 1 ? String(target[1]) : ""),
      headers: headers, body: HTTPBodySequence())
    bodyCount = count
    isLast = (headers[.connection] ?? "").lowercased().contains("close")
  }

  private static func headers(_ lines: ArraySlice<String>) throws(Fault) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { throw .malformed }
      let header = HTTPHeader(String(line[..<colon]))
      guard headers[header] == nil else { throw .twice(header.rawValue) }
      headers[header] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return headers
  }
}

extension RequestHead.Fault {
  /// The status that says so.
  var status: HTTPStatusCode {
    switch self {
    case .malformed, .twice: .badRequest
    case .version: .httpVersionNotSupported
    case .length: .lengthRequired
    case .tooLong: .requestHeaderFieldsTooLarge
    }
  }

  /// What a person should know who sees the refusal.
  var words: String {
    switch self {
    case .malformed: "this is no request of HTTP"
    case .version: "this server speaks HTTP/1.1 only"
    case .twice(let header): "the header '\(header)' stands twice"
    case .length: "what is sent comes with its length"
    case .tooLong:
      "the first line and the headers of a request take at most \(RequestHead.mostBytes) bytes"
    }
  }
}
