import TextIO

/// The address of a socket in the file system.
struct SocketAddress {
  private var address: sockaddr_un

  /// The bytes that a path may have, without the zero behind it.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Makes an address out of a path.
  init(_ path: String) throws(AppLinkError) {
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.pathLimit, !bytes.contains(0) else {
      throw .pathTooLong(path, limit: Self.pathLimit)
    }
    address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    #if canImport(Darwin)
      address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
    #endif
  }

  /// Lends the address to a call of the system.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
