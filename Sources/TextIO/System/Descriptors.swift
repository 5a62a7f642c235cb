#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Up to `limit` bytes; nil when reading failed, with the reason in `errno`.
package func readBytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  while bytes.count < limit {
    guard let chunk = readChunk(of: descriptor, limit: min(limit - bytes.count, 65_536)) else {
      return errno == EAGAIN ? bytes : nil
    }
    if chunk.isEmpty { break }
    bytes += chunk
  }
  return bytes
}

/// What one read gives: empty at the end, nil when it failed. Signals do not show.
package func readChunk(of descriptor: Int32, limit: Int) -> [UInt8]? {
  var result = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    repeat {
      result = read(descriptor, buffer.baseAddress, limit)
    } while result < 0 && errno == EINTR
    count = max(result, 0)
  }
  return result < 0 ? nil : bytes
}

/// A copy that programs started later do not inherit; nil when there are too many open files.
package func duplicate(_ descriptor: Int32) -> Int32? {
  let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  return copy < 0 ? nil : copy
}

/// A pipe whose reader never blocks and which programs started later do not inherit.
package func makePipe() -> (reader: Int32, writer: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  return (ends[0], ends[1])
}
