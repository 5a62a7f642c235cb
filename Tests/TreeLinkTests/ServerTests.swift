import Foundation
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeLink

/// An app's end of the wire, with real sockets.
@Suite struct `The end of an app` {
  /// Answers as an app of one model does.
  private struct SmallService: LinkService {
    func answer(
      _ request: LinkRequest, whileWanted isWanted: @escaping @Sendable () -> Bool
    ) throws(RPCFault) -> LinkAnswer {
      switch request {
      case .hello:
        let greeting = Greeting(name: "Small", pid: 1, started: "", models: 1, capabilities: [])
        return LinkAnswer { greeting.write(to: &$0) }
      case .look:
        let snapshot = try? Snapshot(
          dump:
            "{\"format\": \"model-tree\", \"version\": 1, \"nodes\": [{\"id\": 1, \"type\": \"A\"}]}"
        )
        guard let snapshot else { throw RPCFault(.refused, "no tree") }
        let state = TreeState(snapshot: snapshot, tree: 1, revision: 1)
        return LinkAnswer(isLarge: true) { Look.tree(state).write(to: &$0) }
      case .perform(let words):
        // An answer of any length.
        let count = Int(words.first ?? "") ?? 0
        let answer = String(repeating: "x", count: count)
        return LinkAnswer { ActionResult(answer: answer, nanoseconds: 1).write(to: &$0) }
      default: throw RPCFault(.refused, "not here")
      }
    }
  }

  private let folder: TemporaryFolder
  private let place: AppPlace
  private let server: LinkServer

  init() throws {
    folder = try TemporaryFolder(in: "/tmp")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.path)
    place = AppPlace(folder: try #require(try LinkFolder(folder.path)), pid: 1)
    server = try LinkServer(at: place, service: SmallService())
    try server.start()
  }

  private var otherPlace: AppPlace { AppPlace(folder: place.folder, pid: 2) }

  /// The name by which an app greets.
  private func name(_ connection: LinkConnection) throws -> String {
    let greeting: Greeting = try connection.ask(
      .hello(.current, client: "test"), LinkPatience(limit: .seconds(600)))
    return greeting.name
  }

  private func connect() throws -> LinkConnection { try #require(try LinkConnection(to: place)) }

  private func answer(to text: some Sequence<UInt8>, lines: Int = 1) throws -> String {
    let socket = try #require(try place.connect())
    return try RawClient(socket).answer(to: Array(text), lines: lines)
  }

  @Test func `answers one request after the other`() throws {
    let connection = try connect()
    let patience = LinkPatience(limit: .seconds(600))
    #expect(try name(connection) == "Small")
    guard case .tree(let state) = try connection.look(patience) else { return }
    #expect(state.snapshot.count == 1)
    #expect(throws: AppLinkError.refused(RPCFault(.refused, "not here"))) {
      try connection.ask(.leaks, for: "left", patience) as [LeakedModel]
    }
    let result: ActionResult = try connection.ask(.perform(words: ["3"]), patience)
    #expect(result.answer == "xxx")
    server.stop()
    #expect(throws: AppLinkError.closed) { try connection.look(patience) }
    #expect(try LinkConnection(to: place) == nil)
  }

  @Test func `answers what is no request with one line each, and goes on`() throws {
    let look = String(
      decoding: LinkRequest.look(after: nil, milliseconds: 0, moment: nil).line(id: 9),
      as: UTF8.self)
    let answers = try answer(to: "noise\n\n[1]\n\(look)".utf8, lines: 4)
      .split(separator: "\n")
    #expect(answers.count == 4)
    #expect(answers[0].contains("\"id\": null, \"error\": {\"code\": -32700"))
    #expect(answers[1].contains("-32700"))
    #expect(answers[2].contains("-32600"))
    #expect(answers[3].contains("\"id\": 9, \"result\": {\"tree\": 1"))
  }

  @Test func `refuses another major version, and says which side to update`() throws {
    let hello =
      "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"hello\", \"params\": {\"protocol\": \"2.0\"}}\n"
    let answer = try answer(to: hello.utf8)
    #expect(answer.contains("-32001"))
    #expect(
      answer.contains(
        "the app speaks version 1.0 of the protocol, the client 2.0; update the package that the app is built with"
      ))
    #expect(try self.answer(to: hello.replacing("2.0\"}", with: "1.7\"}").utf8).contains("Small"))
  }

  @Test func `drops a client that takes nothing of its answer`() throws {
    let impatient = try LinkServer(at: otherPlace, service: SmallService(), patience: 100)
    try impatient.start()
    let stuck = try #require(try otherPlace.connect())
    let line = LinkRequest.perform(words: ["5000000"]).line(id: 1)
    guard case .bytes = stuck.write(line[...]) else { return }
    // Others are answered meanwhile.
    let other = try #require(try LinkConnection(to: otherPlace))
    let result: ActionResult = try other.ask(
      .perform(words: ["2"]), LinkPatience(limit: .seconds(600)))
    #expect(result.answer == "xx")
    let end = ContinuousClock.now + .seconds(600)
    while impatient.clientCount > 1, ContinuousClock.now < end {
      BackgroundThread.pause(for: .milliseconds(20))
    }
    var received: [UInt8] = []
    while stuck.waitToRead(20_000), case .bytes = stuck.read(&received) {}
    #expect(received.count < 5_000_000)
    withExtendedLifetime(other) {}
    impatient.stop()
  }

  @Test func `lets others in while some send a byte now and then`() throws {
    let slow = try (0..<LinkServer.clientLimit).map { _ in try #require(try place.connect()) }
    let isOver = Lock(false)
    let thread = BackgroundThread {
      while !isOver.withLock({ $0 }) {
        for socket in slow { _ = socket.write([UInt8(ascii: "{")]) }
        BackgroundThread.pause(for: .milliseconds(5))
      }
    }
    #expect(try name(connect()) == "Small")
    isOver.withLock { $0 = true }
    thread?.join()
  }

  @Test func `lets others in while some send lines that are no requests`() throws {
    let noisy = try (0..<LinkServer.clientLimit).map { _ in try #require(try place.connect()) }
    let isOver = Lock(false)
    let thread = BackgroundThread {
      while !isOver.withLock({ $0 }) {
        for socket in noisy { _ = socket.write([UInt8(ascii: "\n")]) }
        BackgroundThread.pause(for: .milliseconds(300))
      }
    }
    #expect(try name(connect()) == "Small")
    isOver.withLock { $0 = true }
    thread?.join()
  }

  @Test func `is refused where another process answers at its place`() throws {
    let error = #expect(throws: AppLinkError.self) {
      try LinkServer(at: place, service: SmallService())
    }
    #expect(
      error.map { "\($0)" } == """
        another process answers at '\(place.socket)'; set MODELTREE_DIR to a folder that no other \
        machine or container shares
        """)
    server.stop()
    _ = try LocalSocket.listening(at: place.socket, queue: 1)
    #expect(throws: Never.self) { try LinkServer(at: place, service: SmallService()) }
  }

  @Test func `lets nobody else in`() throws {
    #expect(FileNames.statusItself(of: place.socket)?.mode == 0o600)
    let socket = try #require(try place.connect())
    #expect(socket.peer == geteuid())
  }
}

/// A client that sends what it likes.
struct RawClient {
  private let socket: LocalSocket

  init(_ socket: LocalSocket) { self.socket = socket }

  /// Sends bytes, and returns a number of lines of the answer, or the lines up to its end.
  func answer(to bytes: [UInt8], lines: Int) throws -> String {
    var rest = bytes[...]
    var answer: [UInt8] = []
    let end = ContinuousClock.now + .seconds(600)
    while answer.count(where: { $0 == 10 }) < lines, ContinuousClock.now < end {
      if !rest.isEmpty, case .bytes(let count) = socket.write(rest) { rest = rest.dropFirst(count) }
      switch socket.read(&answer) {
      case .bytes: break
      case .wouldBlock: _ = rest.isEmpty ? socket.waitToRead(20) : socket.waitToWrite(20)
      case .ended: return String(decoding: answer, as: UTF8.self)
      }
    }
    return String(decoding: answer, as: UTF8.self)
  }
}
