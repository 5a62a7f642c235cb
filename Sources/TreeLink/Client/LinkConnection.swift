package import TextIO
package import TreeJournal
package import TreeSnapshot

/// A client's connection to an app: one request is answered after the other.
///
/// A connection on which a call has failed is of no more use.
package final class LinkConnection: Sendable {
  private let socket: LocalSocket
  private let lastID = Lock(0)

  init(_ socket: LocalSocket) { self.socket = socket }

  /// Connects to an app; nil where nobody listens there.
  ///
  /// - Throws: `AppLinkError` where what lies there is not the user's own, or so many wait that no other
  ///   can.
  package convenience init?(to place: AppPlace) throws(AppLinkError) {
    guard let socket = try place.connect() else { return nil }
    self.init(socket)
  }

  /// Whether the app has closed the connection.
  package var isClosed: Bool { socket.isClosedByPeer }

  /// Asks who the app is.
  package func hello(as client: String, _ patience: LinkPatience) throws -> Greeting {
    try ask(.hello(.current, client: client), patience) { scanner, key throws(JSONFailure) in
      try Greeting(&scanner, key)
    }
  }

  /// Looks at the tree.
  ///
  /// - Parameters:
  ///   - milliseconds: How long the app may wait until it is another one than `after`.
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
  package func raise(
    _ message: Message, atNodeWithID node: Int, of tree: Int, _ patience: LinkPatience
  ) throws -> RaisedRoute {
    try ask(.raise(message, node: node, tree: tree), patience) {
      scanner, key throws(JSONFailure) in
      try RaisedRoute(&scanner, key)
    }
  }

  /// Asks for the models that left the tree and are still alive.
  package func leaks(_ patience: LinkPatience) throws -> [LeakedModel] {
    try ask(.leaks, patience) { scanner, key throws(JSONFailure) in
      try scanner.list(key, "left") { scanner, key throws(JSONFailure) in
        try LeakedModel(&scanner, key)
      }
    }
  }

  /// Asks for the actions that the app offers.
  package func actions(_ patience: LinkPatience) throws -> [TargetAction] {
    try ask(.actions, patience) { scanner, key throws(JSONFailure) in
      try scanner.list(key, "actions") { scanner, key throws(JSONFailure) in
        try TargetAction(&scanner, key)
      }
    }
  }

  /// Performs an action, and returns its answer.
  package func perform(_ words: [String], _ patience: LinkPatience) throws -> String {
    try ask(.perform(words: words), patience) { scanner, key throws(JSONFailure) in
      var answer: String?
      try scanner.readObject(key) { scanner, key throws(JSONFailure) in
        guard key == "answer" else { return false }
        answer = try scanner.readString(key)
        return true
      }
      return try scanner.required(answer, "answer")
    }
  }

  /// Asks for what the journal holds behind a record.
  package func journal(
    after record: Int, _ patience: LinkPatience
  ) throws -> JournalExcerpt {
    let request = LinkRequest.journal(after: record, limit: nil, milliseconds: 0, asBytes: true)
    return try ask(request, patience) { scanner, key throws(JSONFailure) in
      try JournalExcerpt(&scanner, key)
    }
  }

  /// Sends a request and reads its answer.
  ///
  /// - Parameter read: Reads the `result`.
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
    var wait = LinkWait(patience)
    try send(line, &wait)
    let answer = try AnswerBytes(from: socket, wait).read()
    return try answer.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      return try scanner.readAnswer(to: id, read)
    }
  }

  private func send(_ line: [UInt8], _ wait: inout LinkWait) throws {
    var sent = 0
    while sent < line.count {
      let transfer = line.withUnsafeBytes {
        socket.write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch transfer {
      case .bytes(let count): sent += count
      case .ended: throw AppLinkError.closed
      case .wouldBlock: try wait.step { socket.waitToWrite($0) }
      }
    }
  }
}

extension JSONScanner {
  /// Reads the array that is the one member of an object.
  fileprivate mutating func list<Element>(
    _ key: String, _ name: String,
    _ element: (inout JSONScanner, String) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element]?
    try readObject(key) { scanner, key throws(JSONFailure) in
      guard key == name else { return false }
      var read: [Element] = []
      try scanner.readArray(key) { scanner throws(JSONFailure) in
        read.append(try element(&scanner, "an element"))
      }
      elements = read
      return true
    }
    return try required(elements, name)
  }
}
