import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The answer to one request, read while it arrives.
final class AnswerBytes {
  private let socket: LocalSocket
  private var wait: LinkWait
  private var memory: PageMemory
  private var count = 0
  /// Whether the line's end has come.
  private var isWhole = false
  /// What ended the line before that.
  private var failure: (any Error)?

  /// Begins to wait for an answer.
  ///
  /// - Throws: `AppLinkError` where there are no addresses for it.
  init(from socket: LocalSocket, _ wait: LinkWait) throws(AppLinkError) {
    self.socket = socket
    self.wait = wait
    guard let memory = PageMemory(reservingUpTo: LinkRequest.answerLimit) else {
      throw .system("mmap", errno)
    }
    self.memory = memory
  }

  /// Reads the answer, up to the end of its line.
  ///
  /// - Parameter id: The `id` of the request.
  /// - Throws: `AppLinkError` where it is no answer, or one that says why there is none; what ends the
  ///   wait.
  func read<Value>(
    id: Int,
    _ read: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws -> Value {
    var scanner = JSONScanner(UnsafeBufferPointer(start: memory.start, count: 0)) {
      self.receive(behind: $0)
    }
    do throws(AppLinkError) {
      let value = try scanner.readAnswer(to: id, read)
      if failure == nil { return value }
    } catch {
      if failure == nil { throw error }
    }
    throw failure ?? AppLinkError.closed
  }

  /// Waits until more than so many bytes of the line have come, and returns how many there are.
  private func receive(behind known: Int) -> Int {
    do {
      while count == known, !isWhole, failure == nil { try receive() }
    } catch {
      failure = error
    }
    return count
  }

  private func receive() throws {
    let limit = min(memory.capacity, LinkRequest.answerLimit) - count
    guard limit > 0 else { throw AppLinkError.answerTooLong(limit: count) }
    let start = UnsafeMutableRawPointer(memory.start + count)
    switch socket.read(into: .init(start: start, count: min(limit, 1 << 20))) {
    case .bytes(let received):
      count += received
      wait.noteProgress()
      guard let end = memchr(start, Int32(UInt8(ascii: "\n")), received) else { return }
      // Nothing comes behind an answer until the next request.
      guard end == start + received - 1 else {
        throw AppLinkError.badAnswer(.syntax(expected: "one line", found: "more"))
      }
      isWhole = true
    case .ended: throw AppLinkError.closed
    case .wouldBlock: try wait.step { socket.waitToRead($0) }
    }
  }
}
