import TextIO

/// Reads the answer to one request as it arrives.
struct AnswerBytes {
  private let socket: LocalSocket
  private var wait: LinkWait
  private var line: [UInt8] = []

  init(from socket: LocalSocket, _ wait: LinkWait) {
    self.socket = socket
    self.wait = wait
  }

  /// Waits for the end of the line, and returns the line.
  ///
  /// - Throws: `AppLinkError`, and what ends the wait.
  consuming func read() throws -> [UInt8] {
    while true {
      let transfer = withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { buffer in
        let transfer = socket.read(into: buffer)
        if case .bytes(let count) = transfer { line += buffer[..<count] }
        return transfer
      }
      switch transfer {
      case .bytes:
        wait.noteProgress()
        // Nothing comes after an answer until the next request.
        if line.last == UInt8(ascii: "\n") { return line }
        if line.count >= LinkRequest.answerLimit {
          throw AppLinkError.answerTooLong(limit: line.count)
        }
      case .ended: throw AppLinkError.closed
      case .wouldBlock: try wait.step { socket.waitToRead($0) }
      }
    }
  }
}
