/// Admits only requests of this page, in a browser on this machine, with the token.
///
/// A page of another site can send requests to any port of this machine, under any name that its
/// own name server resolves to it. So a request must name this machine in `Host` and come from no
/// other site. Everything about the tree also requires a token, which is only in the printed
/// address.
struct RequestGate: Sendable {
  /// Why a request is refused.
  enum Refusal: Error, Hashable, Sendable {
    /// `Host` is another machine or port.
    case host
    /// The request comes from a page of another site.
    case origin
    /// The token is missing or wrong.
    case token
  }

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
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Checks the headers of a request for a file of the page, which reveals nothing about the tree.
  func checkPlace(host: String?, origin: String?) throws(Refusal) {
    guard let host, hosts.contains(host.lowercased()) else { throw .host }
    if let origin, origin.lowercased() != "http://\(host.lowercased())" { throw .origin }
  }

  /// Checks the headers of any other request.
  func check(host: String?, origin: String?, authorization: String?) throws(Refusal) {
    try checkPlace(host: host, origin: origin)
    let scheme = "Bearer "
    guard let authorization, authorization.hasPrefix(scheme),
      isToken(authorization.dropFirst(scheme.count))
    else { throw .token }
  }

  /// Takes the same time wherever the first wrong character is.
  private func isToken(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == token.count else { return false }
    return zip(bytes, token).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension RequestGate.Refusal {
  /// The explanation shown to the user.
  var words: String {
    switch self {
    case .host: "this server answers at 127.0.0.1 only"
    case .origin: "a page of another site may not ask"
    case .token: "the token is missing or wrong; open the address that 'modeltree page' printed"
    }
  }
}
