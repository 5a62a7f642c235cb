import TextIO
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The answer to one request, freed as it is read.
final class AnswerBytes {
  private var memory: PageMemory
  private var count = 0

  /// Reads up to the end of a line.
  ///
  /// - Throws: `AppLinkError`, and what ends the wait.
  init(from socket: LocalSocket, _ wait: inout LinkWait) throws {
    memory = try Self.addresses()
    while true {
      let limit = min(memory.capacity, LinkRequest.answerLimit) - count
      guard limit > 0 else { throw AppLinkError.answerTooLong(limit: count) }
      let start = UnsafeMutableRawPointer(memory.start + count)
      let room = UnsafeMutableRawBufferPointer(start: start, count: min(limit, 1 << 20))
      switch socket.read(into: room) {
      case .bytes(let received):
        count += received
        wait.noteProgress()
        guard let end = memchr(start, Int32(UInt8(ascii: "\n")), received) else { continue }
        // Nothing comes behind an answer until the next request.
        guard end == start + received - 1 else {
          throw AppLinkError.badAnswer(.syntax(expected: "one line", found: "more"))
        }
        return
      case .ended: throw AppLinkError.closed
      case .wouldBlock: try wait.step { socket.waitToRead($0) }
      }
    }
  }

  /// Takes a line that was read already.
  init(_ bytes: [UInt8]) throws(AppLinkError) {
    guard let memory = PageMemory(reserving: max(bytes.count, 1)) else {
      throw .system("mmap", errno)
    }
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { memory.start.update(from: start, count: bytes.count) }
    }
    self.memory = memory
    count = bytes.count
  }

  /// As many addresses as the longest answer needs, or as the system has.
  private static func addresses() throws(AppLinkError) -> PageMemory {
    var count = LinkRequest.answerLimit
    while count >= 1 << 20 {
      if let memory = PageMemory(reserving: count) { return memory }
      count /= 2
    }
    throw .system("mmap", errno)
  }

  /// Reads the answer.
  ///
  /// - Parameter id: The `id` of the request.
  /// - Throws: `AppLinkError` where it is no answer, or one that says why there is none.
  func read<Value>(
    id: Int,
    _ read: (inout JSONScanner, String, @escaping (Int) -> Void) throws(JSONFailure) -> Value
  ) throws(AppLinkError) -> Value {
    var value: Value?
    var fault: LinkFault?
    var answered: Int?
    do throws(JSONFailure) {
      var scanner = JSONScanner(UnsafeBufferPointer(start: memory.start, count: count))
      try scanner.readObject("an answer") { scanner, key throws(JSONFailure) in
        switch key {
        case "id":
          answered = scanner.wholeNumber()
          if answered == nil { try scanner.skipValue() }
        case "result": value = try read(&scanner, key) { self.memory.free(upTo: $0) }
        case "error": fault = try LinkFault(&scanner, key)
        default: return false
        }
        return true
      }
      try scanner.expectEnd()
    } catch {
      if let problem = error.problem as? DumpError { throw .badDump(problem) }
      throw .badAnswer(error.problem as? JSONProblem ?? .truncated)
    }
    // A request that could not be read is answered without its id.
    if let fault, answered == id || answered == nil {
      throw fault.code == .otherVersion ? .versionRefused(fault.message) : .refused(fault)
    }
    guard answered == id, let value else {
      throw .badAnswer(.syntax(expected: "the answer to request \(id)", found: "another"))
    }
    return value
  }
}

extension LinkFault {
  fileprivate init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var code = LinkFault.Code.refused
    var message = ""
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "code":
        let text = try scanner.valueText()
        code = Int(String(decoding: text, as: UTF8.self)).map { .init(number: $0) } ?? .refused
      case "message": message = try scanner.readString(key)
      default: return false
      }
      return true
    }
    self.init(code, "\(message)")
  }
}
