import FlyingSocks
import Foundation

/// Sockets that send what they have at once.
///
/// A response goes out as its head and then its body. Otherwise the body waits until the other side has
/// confirmed the head, which takes it 40 ms.
struct PromptSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  let pool: Pool

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    var isOn: Int32 = 1
    // The socket that listens is the first to wait, and those of its connections take the option over.
    setsockopt(
      socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
      socklen_t(MemoryLayout<Int32>.size))
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
