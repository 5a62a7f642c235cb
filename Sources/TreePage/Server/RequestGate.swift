/// Who may ask: this page, in a browser on this machine, with the token.
///
/// A page of another site can send requests to any port of this machine, under any name that its own
/// name server gives it. So a request names this machine in `Host`, comes from no other site, and all
/// that tells something of the tree wants a token, which only the address has that was printed.
struct RequestGate: Sendable {
  /// Why a request is refused.
  enum Refusal: Error, Hashable, Sendable {
    /// `Host` names something else than this machine and port.
    case host
    /// A page of another site asks.
    case origin
    /// The token is missing or wrong.
    case token
  }

  private let hosts: [String]
  private let token: [UInt8]

  /// Lets requests through that hold a token.
  init(port: UInt16, token: String) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    self.token = Array(token.utf8)
  }

  /// A random token: 256 bits in hexadecimal digits.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Looks at the headers of a request for a file of the page, which tells nothing of the tree.
  func checkPlace(host: String?, origin: String?) throws(Refusal) {
    guard let host, hosts.contains(host.lowercased()) else { throw .host }
    if let origin, origin.lowercased() != "http://\(host.lowercased())" { throw .origin }
  }

  /// Looks at the headers of a request for anything else.
  func check(host: String?, origin: String?, authorization: String?) throws(Refusal) {
    try checkPlace(host: host, origin: origin)
    let scheme = "Bearer "
    guard let authorization, authorization.hasPrefix(scheme),
      isToken(authorization.dropFirst(scheme.count))
    else { throw .token }
  }

  /// Takes as long wherever the first wrong character is.
  private func isToken(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension RequestGate.Refusal {
  /// What a person should know who sees the refusal.
  var words: String {
    switch self {
    case .host: "this server answers at 127.0.0.1 only"
    case .origin: "a page of another site may not ask"
    case .token: "the token is missing or wrong; open the address that 'modeltree page' printed"
    }
  }
}
