import FlyingSocks

/// Reads the requests of one connection, of which each part has a bounded size.
///
/// In place of the library's reader, which takes quadratic time for a line of any length.
struct RequestReader {
  private let socket: AsyncSocket
  /// What was received and not read yet.
  private var ahead: [UInt8] = []

  init(_ socket: AsyncSocket) { self.socket = socket }

  /// Reads the next head, without the empty line behind it.
  ///
  /// - Parameter began: Called when its first bytes are there.
  /// - Throws: `RequestHead.Fault` where it is too long, and `SocketError` where the other side is gone.
  mutating func head(_ began: () -> Void) async throws -> ArraySlice<UInt8> {
    var searched = 0
    if !ahead.isEmpty { began() }
    while true {
      if let end = endOfHead(from: searched) {
        guard end <= RequestHead.mostBytes else { break }
        defer { ahead.removeFirst(end) }
        return ahead[..<(end - 2)]
      }
      // The end may have begun to arrive.
      searched = max(0, ahead.count - 3)
      guard ahead.count < RequestHead.mostBytes else { break }
      let part = try await socket.read(atMost: Self.partSize)
      if ahead.isEmpty { began() }
      ahead += part
    }
    throw RequestHead.Fault.tooLong
  }

  /// Where the head ends whose last line is empty.
  private func endOfHead(from start: Int) -> Int? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    return ahead[start...].firstRange(of: end)?.upperBound
  }

  /// Reads so many bytes.
  mutating func body(_ count: Int) async throws -> [UInt8] {
    while ahead.count < count { ahead += try await socket.read(atMost: Self.partSize) }
    defer { ahead.removeFirst(count) }
    return Array(ahead[..<count])
  }

  /// Reads on and forgets what comes, so that the other side sees an answer before the end.
  mutating func drain() async throws {
    ahead = []
    var count = 0
    while count < Self.mostDrained {
      count += try await socket.read(atMost: Self.partSize).count
    }
  }

  /// What one read takes at most; the library's limit.
  private static let partSize = 4_096
  /// Beyond, the connection ends in the middle.
  private static let mostDrained = 8 << 20
}
