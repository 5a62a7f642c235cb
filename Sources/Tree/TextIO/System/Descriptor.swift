/// Calls on the descriptors of open files, pipes, and terminals.
package enum Descriptor {
  /// Standard input.
  package static let input: Int32 = 0
  /// Standard output.
  package static let output: Int32 = 1
  /// Standard error.
  package static let errors: Int32 = 2

  /// Occupies the descriptors of closed standard streams, so that no file gets one of them and is
  /// used in the stream's place. Reading or writing the stream still fails.
  package static func reserveStandardStreams() {
    for descriptor in input...errors where fcntl(descriptor, F_GETFD) < 0 {
      // The system assigns the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a descriptor leads to a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Reads up to `limit` bytes; nil if reading failed, with the reason in `errno`.
  package static func bytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard let chunk = chunk(of: descriptor, limit: min(limit - bytes.count, 65_536)) else {
        return errno == EAGAIN ? bytes : nil
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Reads once: empty at the end, nil if reading failed. Retries after signals.
  package static func chunk(of descriptor: Int32, limit: Int) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat {
        result = read(descriptor, buffer.baseAddress, limit)
      } while result < 0 && errno == EINTR
      count = max(result, 0)
    }
    return result < 0 ? nil : bytes
  }

  /// Writes all bytes, and waits where writing would block.
  ///
  /// - Returns: the error number of a failure; nil on success.
  @discardableResult
  package static func writeAll(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32
  ) -> Int32? {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Duplicates a descriptor; programs started later don't inherit the copy. Nil if too many files
  /// are open.
  package static func copy(of descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    return copy < 0 ? nil : copy
  }

  /// Creates a pipe whose reader never blocks and that programs started later don't inherit.
  package static func makePipe() -> (reader: Int32, writer: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    neverBlock(ends[0])
    return (ends[0], ends[1])
  }

  /// Makes calls on a descriptor wait if they would block, which is the default.
  package static func block(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  /// Makes calls on a descriptor fail if they would block.
  package static func neverBlock(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }
}

/// Ends a wait from another thread or from a signal handler.
package final class WakePipe: Sendable {
  package let reader: Int32
  package let writer: Int32

  /// Nil if there are too many open files.
  package init?() {
    guard let ends = Descriptor.makePipe() else { return nil }
    (reader, writer) = ends
    // A full pipe also wakes the reader; its writer must not block.
    Descriptor.neverBlock(writer)
  }

  deinit {
    close(reader)
    close(writer)
  }

  package func wake() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  package func clear() {
    _ = Descriptor.bytes(of: reader, limit: 65_536)
  }
}
