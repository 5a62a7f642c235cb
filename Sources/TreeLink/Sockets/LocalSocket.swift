import TextIO

/// An open socket between processes of one machine. No call on it blocks, and programs that are
/// started later do not inherit it.
final class LocalSocket: Sendable {
  let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    Descriptor.neverBlock(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      // Writing to a client that is gone is an error, and no signal.
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

  /// Listens at a path, at which nothing lies.
  ///
  /// - Parameter queue: how many connections wait at most until they are accepted.
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

  /// Connects to the process that listens at a path; nil if none does.
  ///
  /// - Throws: `AppLinkError.busy` if too many connections wait.
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

  /// Accepts a connection that waits; nil if none does any more.
  ///
  /// - Throws: `AppLinkError.system` where the process has no descriptors left.
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

  /// The user at the other end, by number; nil if the system does not say.
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

  /// Checks that the other end belongs to the user of this process.
  func checkPeer() throws(AppLinkError) {
    guard peer == geteuid() else {
      throw .other("the other end belongs to user \(Int(peer ?? .max)), not to you")
    }
  }

  /// Ends both directions, which ends the waits of other threads.
  func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Whether the other end has closed the connection. What it has sent is not read.
  var isClosedByPeer: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Self.peek)
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  private static let peek = Int32(MSG_PEEK)

  /// How a call that does not block ended.
  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case ended
  }

  /// Adds what is there to bytes.
  func read(_ bytes: inout [UInt8], limit: Int = 65_536) -> Transfer {
    guard let more = Descriptor.chunk(of: descriptor, limit: limit) else {
      return errno == EAGAIN ? .wouldBlock : .ended
    }
    bytes += more
    return more.isEmpty ? .ended : .bytes(more.count)
  }

  /// Writes what there is room for.
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

  /// Writes all bytes; false if the other end is gone, or takes too long.
  ///
  /// - Parameter patience: how many milliseconds 64 KB may take.
  func writeAll(_ bytes: [UInt8], patience: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = ContinuousClock.now + .milliseconds(Int(patience))
      let limit = rest.count - 65_536
      while !rest.isEmpty, rest.count > limit {
        switch write(rest) {
        case .bytes(let count): rest = rest.dropFirst(count)
        case .ended: return false
        case .wouldBlock:
          if !waitToWrite(Self.milliseconds(until: end)) { return false }
        }
      }
    }
    return true
  }

  /// Waits until something can be read, or nothing ever will.
  ///
  /// - Parameter milliseconds: how long at most; -1 for ever.
  /// - Returns: false if the time is over.
  func waitToRead(_ milliseconds: Int32) -> Bool { wait(Int16(POLLIN), milliseconds) }

  /// The milliseconds until a moment; 0 after it.
  static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
    Int32(clamping: max(0, Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))))
  }

  /// Waits until something can be written, or nothing ever will.
  func waitToWrite(_ milliseconds: Int32) -> Bool { wait(Int16(POLLOUT), milliseconds) }

  private func wait(_ events: Int16, _ milliseconds: Int32) -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(milliseconds))
    var left = milliseconds
    while true {
      var waiting = pollfd(fd: descriptor, events: events, revents: 0)
      let result = poll(&waiting, 1, left)
      if result > 0 { return true }
      if result < 0, errno != EINTR { return true }
      if milliseconds >= 0 {
        left = Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1)))
        if result == 0 || left == 0 { return false }
      }
    }
  }
}

/// The address of a socket in the file system.
struct SocketAddress {
  private var address: sockaddr_un

  /// The bytes that a path may have, without the zero after it.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Makes an address out of a path.
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

  /// Lends the address to a call of the system.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
