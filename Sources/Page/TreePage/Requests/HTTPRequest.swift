import Foundation

/// An HTTP request, in the subset that this server understands.
struct HTTPRequest: Sendable {
  let method: String
  let path: String
  let query: [(name: String, value: String?)]
  /// By name in lower case.
  let headers: [String: String]
  /// The number of bytes in the body.
  let bodyCount: Int
  var body: [UInt8] = []

  /// Whether it is the connection's last.
  var isLast: Bool { headers["connection"]?.lowercased().contains("close") ?? false }

  /// The value of a query item, if any.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The maximum size of a head in bytes; a browser's has a few hundred.
  static let mostHeadBytes = 1 << 14

  /// Parses a head. Costs a look at each byte.
  ///
  /// - Parameter head: The lines with their ends, without the empty line after them.
  init(head: some Sequence<UInt8>) throws(HTTPFault) {
    var lines: [String] = []
    for var line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
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
    method = String(words[0])
    let address = URLComponents(string: String(words[1]))
    path = address?.path ?? String(words[1])
    query = address?.queryItems?.map { ($0.name, $0.value) } ?? []
    headers = try Self.headers(lines.dropFirst())
    if headers["transfer-encoding"] != nil { throw .length }
    let length = headers["content-length"] ?? "0"
    guard length.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let count = Int(length)
    else { throw .malformed }
    bodyCount = count
  }

  private static func headers(_ lines: ArraySlice<String>) throws(HTTPFault) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { throw .malformed }
      let name = String(line[..<colon])
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if headers.updateValue(value, forKey: name.lowercased()) != nil { throw .twice(name) }
    }
    return headers
  }
}

/// Why a request is refused.
struct HTTPFault: Error, Hashable, Sendable {
  /// The status of the response.
  let status: Int
  /// The explanation shown to the user.
  let words: String

  static let malformed = HTTPFault(status: 400, words: "malformed HTTP request")
  static let version = HTTPFault(status: 505, words: "this server speaks HTTP/1.1 only")
  static let length = HTTPFault(
    status: 411, words: "a request with a body needs a Content-Length")
  static let tooLong = HTTPFault(
    status: 431,
    words: "the first line and the headers of a request take at most "
      + "\(HTTPRequest.mostHeadBytes) bytes")

  /// Two readers could interpret it differently.
  static func twice(_ header: String) -> HTTPFault {
    HTTPFault(status: 400, words: "the header '\(header)' occurs twice")
  }
}
