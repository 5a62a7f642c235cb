package import TextIO
package import TreeJournal
package import TreeSnapshot

/// A client's connection to an app. Requests are answered one by one.
///
/// After a failure, the connection can't be used anymore.
package final class LinkConnection: Sendable {
  private let socket: LocalSocket
  private let lastID = Lock(0)

  init(_ socket: LocalSocket) { self.socket = socket }

  /// Connects to an app; nil if it no longer listens.
  ///
  /// - Throws: `AppLinkError` if the socket isn't the user's own, or if too many connections are
  ///   waiting.
  package convenience init?(to place: AppPlace) throws(AppLinkError) {
    guard let socket = try place.connect() else { return nil }
    self.init(socket)
  }

  /// Whether the app has closed the connection.
  package var isClosed: Bool { socket.isClosedByPeer }

  /// Requests the tree.
  ///
  /// - Parameters:
  ///   - mark: the state that the client has.
  ///   - milliseconds: how long the app may wait for another state.
  ///   - moment: a moment of the app's journal; nil for now.
  package func look(
    after mark: TreeMark? = nil, milliseconds: Int = 0, moment: String? = nil,
    _ patience: LinkPatience
  ) throws -> Look {
    let request = LinkRequest.look(after: mark, milliseconds: milliseconds, moment: moment)
    return try ask(request, patience) { scanner, key throws(JSONFailure) in
      try Look(&scanner, key)
    }
  }

  /// Requests the journal after a record.
  package func journal(
    after record: Int, _ patience: LinkPatience
  ) throws -> JournalExcerpt {
    let request = LinkRequest.journal(after: record, limit: .max, milliseconds: 0)
    return try ask(request, patience) { scanner, key throws(JSONFailure) in
      try JournalExcerpt(&scanner, key)
    }
  }

  /// Sends a request of an explorer.
  package func tell(_ request: LinkRequest, _ patience: LinkPatience) throws {
    let _: Settlement = try ask(request, patience)
  }

  /// Sends a request and reads its result, or the result's only member.
  package func ask<Value: JSONReadable>(
    _ request: LinkRequest, for member: String? = nil, _ patience: LinkPatience
  ) throws -> Value {
    try ask(request, patience) { scanner, key throws(JSONFailure) in
      let json = try scanner.value()
      return try scanner.interpreting { () throws(JSONProblem) in
        if let member { return try json.read(member) }
        return try Value(json: json, key)
      }
    }
  }

  /// Sends a request and reads its answer.
  ///
  /// - Parameter read: reads the `result`.
  /// - Throws: `AppLinkError`, or what the patience throws.
  package func ask<Value>(
    _ request: LinkRequest, _ patience: LinkPatience,
    _ read: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws -> Value {
    let id = lastID.withLock { last in
      last += 1
      return last
    }
    let line = request.line(id: id)
    guard line.count <= LinkRequest.limit else {
      throw AppLinkError.refused(
        RPCFault(.noRequest, "a request has at most \(LinkRequest.limit) bytes; ask for less"))
    }
    var wait = Wait(patience)
    try send(line, &wait)
    let answer = try receive(&wait)
    return try JSONScanner.scan(answer[...]) { scanner throws(AppLinkError) in
      try scanner.readAnswer(to: id, read)
    }
  }

  private func send(_ line: [UInt8], _ wait: inout Wait) throws {
    var rest = line[...]
    while !rest.isEmpty {
      switch socket.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .ended: throw AppLinkError.closed
      case .wouldBlock: try wait.step { socket.waitToWrite($0) }
      }
    }
  }

  /// Waits for a whole line, and returns it.
  private func receive(_ wait: inout Wait) throws -> [UInt8] {
    var line: [UInt8] = []
    while true {
      switch socket.read(&line, limit: 1 << 20) {
      case .bytes:
        wait.noteProgress()
        // Nothing follows an answer until the next request.
        if line.last == UInt8(ascii: "\n") { return line }
        if line.count >= LinkRequest.answerLimit {
          throw AppLinkError.other(
            "the app's answer is longer than \(LinkRequest.answerLimit >> 20) MiB")
        }
      case .ended: throw AppLinkError.closed
      case .wouldBlock: try wait.step { socket.waitToRead($0) }
      }
    }
  }

  /// A wait for one answer.
  private struct Wait {
    private let patience: LinkPatience
    private let start = ContinuousClock.now
    private var lastProgress = ContinuousClock.now

    init(_ patience: LinkPatience) { self.patience = patience }

    /// Waits for a short time.
    ///
    /// - Parameter wait: waits for at most this number of milliseconds; returns false after that.
    /// - Throws: `AppLinkError.busy` when the time is over, or what the patience throws.
    mutating func step(_ wait: (Int32) -> Bool) throws {
      var step: Int32 = 50
      if let limit = patience.limit {
        let left = (limit - start.duration(to: .now)) / .milliseconds(1)
        if left <= 0 { throw AppLinkError.busy }
        step = min(step, Int32(left) + 1)
      }
      if !wait(step) { try patience.meanwhile(lastProgress.duration(to: .now)) }
    }

    mutating func noteProgress() { lastProgress = .now }
  }
}

/// The time that a client waits for an answer.
package struct LinkPatience {
  fileprivate var limit: Duration?
  fileprivate var meanwhile: (Duration) throws -> Void

  /// Creates a patience.
  ///
  /// - Parameters:
  ///   - limit: the maximum duration of a wait; nil for no limit.
  ///   - meanwhile: called repeatedly while no byte arrives, with the time since the last one; an
  ///     error ends the wait.
  package init(limit: Duration? = nil, meanwhile: @escaping (Duration) throws -> Void = { _ in }) {
    self.limit = limit
    self.meanwhile = meanwhile
  }
}

extension JSONScanner {
  /// Reads the answer to a request, which is the whole text.
  ///
  /// - Parameters:
  ///   - id: the `id` of the request.
  ///   - result: reads the `result`.
  /// - Throws: `AppLinkError`, including for an error as the answer.
  mutating func readAnswer<Value>(
    to id: Int, _ result: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws(AppLinkError) -> Value {
    var value: Value?
    var (fault, answeredID): (RPCFault?, Int?)
    do throws(JSONFailure) {
      try readObject("an answer") { scanner, key throws(JSONFailure) in
        switch key {
        case "id":
          answeredID = scanner.wholeNumber()
          if answeredID == nil { try scanner.skipValue() }
        case "result": value = try result(&scanner, key)
        case "error": fault = try scanner.read(key)
        default: return false
        }
        return true
      }
      try expectEnd()
    } catch {
      if let problem = error.problem as? DumpError {
        throw .other("the app's tree cannot be read: \(problem)")
      }
      throw .badAnswer(error.problem as? JSONProblem ?? .truncated)
    }
    // The answer to an unreadable request has no id.
    if let fault, answeredID == id || answeredID == nil {
      throw fault.code == .otherVersion ? .otherVersion(SafeText(fault.message)) : .refused(fault)
    }
    guard answeredID == id, let value else {
      throw .badAnswer(.syntax(expected: "the answer to request \(id)", found: "another"))
    }
    return value
  }
}
