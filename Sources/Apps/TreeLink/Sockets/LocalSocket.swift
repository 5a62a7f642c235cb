import TextIO

/// An open socket between processes of one machine. Its calls never block, and programs started
/// later don't inherit it.
final class LocalSocket: Sendable {
  let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    Descriptor.neverBlock(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      // Writing to a disconnected client is an error instead of a signal.
      var on: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  private static func make() throws(AppLinkError) -> LocalSocket {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .system("socket", errno) }
    return LocalSocket(descriptor: descriptor)
  }

  /// Listens at a free path.
  ///
  /// - Parameter queue: the maximum number of connections waiting to be accepted.
  static func listening(at path: String, queue: Int32) throws(AppLinkError) -> LocalSocket {
    let address = try SocketAddress(path)
    let socket = try make()
    let isBound = address.withPointer { bind(socket.descriptor, $0, $1) == 0 }
    guard isBound else { throw .system("bind '\(path)'", errno) }
    guard chmod(path, 0o600) == 0, listen(socket.descriptor, queue) == 0 else {
      let number = errno
      unlink(path)
      throw .system("listen at '\(path)'", number)
    }
    return socket
  }

  /// Connects to the process that listens at a path; nil if there is none.
  ///
  /// - Throws: `AppLinkError.busy` if too many connections are waiting.
  static func connected(to path: String) throws(AppLinkError) -> LocalSocket? {
    let address = try SocketAddress(path)
    let socket = try make()
    while true {
      let isConnected = address.withPointer { connect(socket.descriptor, $0, $1) == 0 }
      if isConnected { return socket }
      switch errno {
      case EINTR: continue
      case EAGAIN, EINPROGRESS: throw .busy
      case ECONNREFUSED, ENOENT: return nil
      default: throw .system("connect to '\(path)'", errno)
      }
    }
  }

  /// Accepts a waiting connection; nil if there is none left.
  ///
  /// - Throws: `AppLinkError.system` if the process has no descriptors left.
  func accepted() throws(AppLinkError) -> LocalSocket? {
    while true {
      let descriptor = accept(descriptor, nil, nil)
      if descriptor >= 0 { return LocalSocket(descriptor: descriptor) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw .system("accept", errno)
      }
    }
  }

  /// The id of the user at the other end; nil if unknown.
  var peer: UInt32? {
    #if canImport(Darwin)
      var (user, group): (uid_t, gid_t) = (0, 0)
      return getpeereid(descriptor, &user, &group) == 0 ? user : nil
    #else
      // `struct ucred`: the process, the user and the group.
      var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
      var size = socklen_t(MemoryLayout.size(ofValue: credentials))
      let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return result == 0 ? credentials.1 : nil
    #endif
  }

  /// Checks that the other end belongs to this process's user.
  func checkPeer() throws(AppLinkError) {
    guard peer == geteuid() else {
      throw .other("the other end belongs to user \(Int(peer ?? .max)), not to you")
    }
  }

  /// Ends both directions, which wakes waiting threads.
  func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Whether the other end has closed the connection. Its data stays unread.
  var isClosedByPeer: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Self.peek)
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  private static let peek = Int32(MSG_PEEK)

  /// The result of a call that doesn't block.
  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case ended
  }

  /// Appends the available data.
  func read(_ bytes: inout [UInt8], limit: Int = 65_536) -> Transfer {
    guard let more = Descriptor.chunk(of: descriptor, limit: limit) else {
      return errno == EAGAIN ? .wouldBlock : .ended
    }
    bytes += more
    return more.isEmpty ? .ended : .bytes(more.count)
  }

  /// Writes as much as fits.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .wouldBlock : .ended
    }
  }

  /// Writes all bytes; false if the other end has disconnected or takes too long.
  ///
  /// - Parameter patience: the maximum number of milliseconds in which it takes nothing.
  func writeAll(_ bytes: [UInt8], patience: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .ended: return false
      case .wouldBlock: if !waitToWrite(patience) { return false }
      }
    }
    return true
  }

  /// Waits until data is available, or the connection has ended.
  ///
  /// - Parameter milliseconds: the maximum; -1 for no limit.
  /// - Returns: false on timeout.
  func waitToRead(_ milliseconds: Int32) -> Bool { wait(Int16(POLLIN), milliseconds) }

  /// Waits until data can be written, or the connection has ended.
  func waitToWrite(_ milliseconds: Int32) -> Bool { wait(Int16(POLLOUT), milliseconds) }

  private func wait(_ events: Int16, _ milliseconds: Int32) -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var left = milliseconds
    while true {
      var waiting = pollfd(fd: descriptor, events: events, revents: 0)
      let result = poll(&waiting, 1, left)
      if result >= 0 || errno != EINTR { return result != 0 }
      let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      if milliseconds >= 0 { left = Int32(max(0, rest)) }
    }
  }
}

/// The address of a socket in the file system.
struct SocketAddress {
  private var address: sockaddr_un

  /// The maximum number of bytes in a path, without the terminating zero.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Creates an address from a path.
  init(_ path: String) throws(AppLinkError) {
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.pathLimit, !bytes.contains(0) else {
      throw .other(
        """
        the path '\(path)' is longer than the \(Self.pathLimit) bytes that a socket's may have; set \
        MODELTREE_DIR to a shorter one
        """)
    }
    address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    #if canImport(Darwin)
      address.sun_len = UInt8(MemoryLayout<sockaddr_un>.size)
    #endif
  }

  /// Passes the address to a system call.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
