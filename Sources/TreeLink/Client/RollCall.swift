import TextIO

/// Asks apps side by side who they are, so that none that is slow holds up the others.
package struct RollCall {
  /// How long the slowest may take.
  package static let deadline = Duration.seconds(1)
  /// The bytes that such an answer may have.
  fileprivate static let answerLimit = 1 << 20

  fileprivate struct Call {
    var app: RunningApp
    var socket: LocalSocket?
    var answer: [UInt8] = []
  }

  private var calls: [Call]

  /// Asks the apps at some places.
  ///
  /// What lies there and is no socket of the user's own is left out. What a gone app has left behind is
  /// in the answer once, and then cleared.
  ///
  /// - Parameter client: The client's name and version.
  package static func answers(of places: [AppPlace], client: String) -> [RunningApp] {
    var roll = RollCall(calls: places.compactMap { Call(place: $0, client: client) })
    roll.collect()
    return roll.calls.map(\.app).sorted { ($0.name, $0.place.pid) < ($1.name, $1.place.pid) }
  }

  private init(calls: [Call]) { self.calls = calls }

  private mutating func collect() {
    let end = ContinuousClock.now + Self.deadline
    while true {
      let open = calls.indices.filter { calls[$0].socket != nil }
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      guard !open.isEmpty, left > 0 else { return }
      var waits = open.map { place in
        pollfd(
          fd: calls[place].socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&waits, nfds_t(waits.count), Int32(left) + 1) > 0 else { continue }
      for (place, wait) in zip(open, waits) where wait.revents != 0 { calls[place].take() }
    }
  }
}

extension RollCall.Call {
  /// Calls an app; nil where none is there.
  init?(place: AppPlace, client: String) {
    self.init(app: RunningApp(at: place))
    do throws(AppLinkError) {
      guard let socket = try place.connect() else {
        app.state = .stale
        if !place.hasProcess { place.clear() }
        return
      }
      if let version = app.version, !LinkVersion.current.understands(version) {
        app.state = .otherVersion
        return
      }
      let line = LinkRequest.hello(.current, client: client).line(id: 1)
      // So few bytes have room, or nobody reads.
      guard case .bytes(line.count) = line.withUnsafeBytes(socket.write) else { return }
      self.socket = socket
    } catch {
      if error != .busy { return nil }
    }
  }

  /// Takes what has come in.
  mutating func take() {
    guard let socket else { return }
    let transfer = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      let transfer = socket.read(into: buffer)
      if case .bytes(let count) = transfer { answer += buffer[..<count] }
      return transfer
    }
    switch transfer {
    case .wouldBlock: break
    case .ended: self.socket = nil
    case .bytes:
      if answer.last == UInt8(ascii: "\n") {
        note()
      } else if answer.count > RollCall.answerLimit {
        self.socket = nil
      }
    }
  }

  /// Notes the answer; one that cannot be read is none.
  private mutating func note() {
    socket = nil
    do throws(AppLinkError) {
      let greeting = try answer.withUnsafeBufferPointer { bytes throws(AppLinkError) in
        var scanner = JSONScanner(bytes)
        return try scanner.readAnswer(to: 1) { scanner, key throws(JSONFailure) in
          try Greeting(&scanner, key)
        }
      }
      app.name = greeting.name
      app.started = greeting.started
      app.models = greeting.models
      app.version = greeting.version
      app.state = LinkVersion.current.understands(greeting.version) ? .answers : .otherVersion
    } catch {
      if case .versionRefused = error { app.state = .otherVersion }
    }
  }
}
