import Foundation
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeLink

/// Whatever arrives at the socket, the app survives it, doesn't grow, and continues.
///
/// `MODELTREE_HEAVY_TESTS=1` makes it 10,000,000 bytes and 1,000 connections.
@Suite(.serialized) struct `Whatever comes over the socket` {
  private let folder: LinkTestFolder
  private let app: ListeningProcess
  private let place: AppPlace

  init() throws {
    folder = try LinkTestFolder()
    app = try folder.start("Shop", "1000")
    place = AppPlace(folder: try #require(try LinkFolder(folder.path)), pid: Int(app.pid))
    _ = try answer()
  }

  /// The app answers as before.
  private func answer() throws -> Int {
    let connection = LinkConnection(try connect())
    guard case .tree(let state) = try connection.look(LinkPatience(limit: .seconds(600))) else {
      return 0
    }
    return state.snapshot.count
  }

  /// Its resident memory in megabytes; nil if unknown.
  private var megabytes: Int? {
    let text = try? String(contentsOfFile: "/proc/\(app.pid)/statm", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 / 1024 }
  }

  private func expectUnharmed(after before: Int?, _ what: String) throws {
    #expect(try answer() == 1_000)
    let after = megabytes
    if let before, let after {
      #expect(after - before < 40, "\(what): \(before) MB before, \(after) MB after")
      if HeavyTests.isOn { print("\(what): \(before) MB before, \(after) MB after") }
    }
  }

  /// Connects, once there is room for one more that waits.
  private func connect() throws -> LocalSocket {
    let end = ContinuousClock.now + .seconds(600)
    while true {
      do throws(AppLinkError) {
        if let socket = try place.connect() { return socket }
        throw .closed
      } catch {
        guard error == .busy, ContinuousClock.now < end else { throw error }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
  }

  /// Sends as many bytes as the app accepts, and reads its answer.
  private func send(_ bytes: [UInt8]) throws {
    let socket = try connect()
    var rest = bytes[...]
    while !rest.isEmpty {
      switch socket.write(rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .ended: return
      case .wouldBlock: _ = socket.waitToWrite(20)
      }
      var answer: [UInt8] = []
      while case .bytes = socket.read(&answer) {}
    }
  }

  @Test func `noise`() throws {
    let before = megabytes
    var random = SeededGenerator(seed: 1)
    var count = HeavyTests.isOn ? 10_000_000 : 300_000
    while count > 0 {
      // Lines of all lengths, and bytes that are JSON's own.
      let length = min(count, 1 + random.next(below: 200_000))
      let alphabet = Array("{}[]\":,\\\n019.e-tfnu jsonrpcidmethodparams".utf8)
      let isJSON = random.chance(1, in: 2)
      try send(
        (0..<length).map { _ in
          isJSON ? random.pick(alphabet) : UInt8(truncatingIfNeeded: random.next())
        })
      count -= length
    }
    try expectUnharmed(after: before, "noise")
  }

  @Test func `requests that are cut off or changed anywhere`() throws {
    let before = megabytes
    var random = SeededGenerator(seed: 2)
    let requests: [LinkRequest] = [
      .hello(.current, client: "x"),
      .look(after: .init(tree: 1, revision: 1), milliseconds: 0, moment: nil),
      .raise(
        .init(kind: .error, domain: "AppErrors", code: "1"), with: .string("a"), node: 1, tree: 1),
      .leaks, .perform(words: ["count"]),
    ]
    for request in requests {
      let line = request.line(id: 1)
      for cut in line.indices where HeavyTests.isOn || cut % 7 == 0 {
        try send(Array(line[..<cut]))
      }
      for _ in 0..<(HeavyTests.isOn ? 2_000 : 50) {
        var changed = line
        changed[random.next(below: line.count)] = UInt8(truncatingIfNeeded: random.next())
        try send(changed)
      }
    }
    try expectUnharmed(after: before, "cut and changed requests")
  }

  @Test func `connections that ask nothing`() throws {
    let before = megabytes
    var open: [LocalSocket] = []
    var refused = 0
    for _ in 0..<(HeavyTests.isOn ? 1_000 : 100) {
      do throws(AppLinkError) {
        if let socket = try place.connect() { open.append(socket) }
      } catch {
        // So many wait that no other can.
        refused += 1
      }
    }
    try expectUnharmed(after: before, "\(open.count) open connections and \(refused) more")
    open = []
    try expectUnharmed(after: before, "after them")
  }

  @Test func `clients that never read`() throws {
    let before = megabytes
    var open: [LocalSocket] = []
    let line = LinkRequest.look(after: nil, milliseconds: 0, moment: nil).line(id: 1)
    let lines = (0..<500).flatMap { _ in line }
    for _ in 0..<10 {
      let socket = try connect()
      _ = socket.write(lines[...])
      open.append(socket)
    }
    try expectUnharmed(after: before, "clients that never read")
    withExtendedLifetime(open) {}
  }
}
