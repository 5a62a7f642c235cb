package import TextIO
package import TreeJournal
package import TreeSnapshot

/// A client's connection to an app: one request is answered after the other.
///
/// After a failure the connection can't be used any more.
package final class LinkConnection: Sendable {
  private let socket: LocalSocket
  private let lastID = Lock(0)

  init(_ socket: LocalSocket) { self.socket = socket }

  /// Connects to an app; nil if it doesn't listen any more.
  ///
  /// - Throws: `AppLinkError` if the socket isn't the user's own, or too many connections wait.
  package convenience init?(to place: AppPlace) throws(AppLinkError) {
    guard let socket = try place.connect() else { return nil }
    self.init(socket)
  }

  /// Whether the app has closed the connection.
  package var isClosed: Bool { socket.isClosedByPeer }

  /// Asks who the app is.
  package func hello(as client: String, _ patience: LinkPatience) throws -> Greeting {
    try ask(.hello(.current, client: client), patience)
  }

  /// Looks at the tree.
  ///
  /// - Parameters:
  ///   - mark: the state that the client has.
  ///   - milliseconds: how long the app may wait for a state other than that.
  ///   - moment: the moment of the app's journal to look at; nil for now.
  package func look(
    after mark: TreeMark? = nil, milliseconds: Int = 0, moment: String? = nil,
    _ patience: LinkPatience
  ) throws -> Look {
    let request = LinkRequest.look(after: mark, milliseconds: milliseconds, moment: moment)
    return try ask(request, patience) { scanner, key throws(JSONFailure) in
      try Look(&scanner, key)
    }
  }

  /// Raises a test message.
  ///
  /// - Parameter json: the value that it carries: an app without the capability `payloads` ignores it.
  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID node: Int, of tree: Int,
    _ patience: LinkPatience
  ) throws -> RaisedRoute {
    try ask(.raise(message, with: json, node: node, tree: tree), patience)
  }

  /// Asks for the models that left the tree and are still alive.
  package func leaks(_ patience: LinkPatience) throws -> [LeakedModel] {
    try ask(.leaks, for: "left", patience)
  }

  /// Asks for the actions that the app offers.
  package func actions(_ patience: LinkPatience) throws -> [TargetAction] {
    try ask(.actions, for: "actions", patience)
  }

  /// Performs an action, and returns its answer.
  package func perform(_ words: [String], _ patience: LinkPatience) throws -> String {
    try ask(.perform(words: words), for: "answer", patience)
  }

  /// Asks for the journal after a record.
  package func journal(
    after record: Int, _ patience: LinkPatience
  ) throws -> JournalExcerpt {
    let request = LinkRequest.journal(after: record, limit: nil, milliseconds: 0, asBytes: true)
    return try ask(request, patience)
  }

  /// Sends a request and reads its answer, or the one member of that.
  private func ask<Value: JSONReadable>(
    _ request: LinkRequest, for member: String? = nil, _ patience: LinkPatience
  ) throws -> Value {
    try ask(request, patience) { scanner, key throws(JSONFailure) in
      let json = try scanner.value()
      do throws(JSONProblem) {
        if let member { return try json.read(member) }
        return try Value(json: json, key)
      } catch {
        throw JSONFailure(offset: scanner.position, problem: error)
      }
    }
  }

  /// Sends a request and reads its answer.
  ///
  /// - Parameter read: reads the `result`.
  /// - Throws: `AppLinkError`, and what the patience throws.
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
        LinkFault(.noRequest, "a request has at most \(LinkRequest.limit) bytes; ask for less"))
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

  /// Waits for the end of the line, and returns the line.
  private func receive(_ wait: inout Wait) throws -> [UInt8] {
    var line: [UInt8] = []
    while true {
      switch socket.read(&line, limit: 1 << 20) {
      case .bytes:
        wait.noteProgress()
        // Nothing comes after an answer until the next request.
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

    /// Waits for a moment.
    ///
    /// - Parameter wait: waits for this number of milliseconds at most; false after that.
    /// - Throws: `AppLinkError.busy` at the end of the time, and what the patience throws.
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

/// How long a client waits for an answer.
package struct LinkPatience {
  fileprivate var limit: Duration?
  fileprivate var meanwhile: (Duration) throws -> Void

  /// Describes a wait.
  ///
  /// - Parameters:
  ///   - limit: how long it lasts at most; nil for no limit.
  ///   - meanwhile: called every moment without a byte, with how long nothing has come; an error ends
  ///     the wait.
  package init(limit: Duration? = nil, meanwhile: @escaping (Duration) throws -> Void = { _ in }) {
    self.limit = limit
    self.meanwhile = meanwhile
  }
}

extension JSONScanner {
  /// Reads the answer to a request, which is all of the text.
  ///
  /// - Parameters:
  ///   - id: the `id` of the request.
  ///   - result: reads the `result`.
  /// - Throws: `AppLinkError`, also for an answer that is an error.
  mutating func readAnswer<Value>(
    to id: Int, _ result: (inout JSONScanner, String) throws(JSONFailure) -> Value
  ) throws(AppLinkError) -> Value {
    var value: Value?
    var (fault, answeredID): (LinkFault?, Int?)
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
    // The answer to a request that could not be read has no id.
    if let fault, answeredID == id || answeredID == nil {
      throw fault.code == .otherVersion ? .otherVersion(SafeText(fault.message)) : .refused(fault)
    }
    guard answeredID == id, let value else {
      throw .badAnswer(.syntax(expected: "the answer to request \(id)", found: "another"))
    }
    return value
  }
}
