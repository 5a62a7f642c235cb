import TestSupport
import Testing
import TextIO

@testable import TreeConsole
@testable import TreeLink

/// The command's response to answers that can be read but can't be true.
@Suite struct `An app that lies` {
  /// Answers `look` with the members that it is given.
  private final class LyingService: LinkService {
    private let members: @Sendable (inout JSONObject) -> Void

    init(_ members: @escaping @Sendable (inout JSONObject) -> Void) { self.members = members }

    func answer(
      _ request: LinkRequest, whileWanted isWanted: @escaping @Sendable () -> Bool
    ) throws(RPCFault) -> LinkAnswer {
      guard case .hello = request else { return LinkAnswer(members) }
      let greeting = Greeting(
        name: "App", pid: 1, started: "", models: .max, capabilities: [.journal])
      return LinkAnswer { greeting.write(to: &$0) }
    }
  }

  /// The error of the first look at it.
  private func error(_ members: @escaping @Sendable (inout JSONObject) -> Void) throws -> String {
    let folder = try LinkTestFolder()
    let links = try #require(try LinkFolder(folder.path))
    let server = try LinkServer(at: .own(in: links), service: LyingService(members))
    try server.start()
    defer { server.stop() }
    let name = try #require(AppName(word: "@"))
    let target = try RemoteTarget(name, in: AppSearch(client: "test", in: [folder.path]), nil)
    let error = #expect(throws: AppLinkError.self) { try target.state() }
    return error.map { "\($0)" } ?? ""
  }

  @Test func `calls a tree the same that it never sent`() throws {
    let error = try error { json in
      json.write("tree", 1)
      json.write("revision", 1)
      json.write("same", true)
    }
    #expect(
      error
        == "the app's answer cannot be read: 'same' must be left out of the first look, not true")
  }

  @Test func `has had more trees than there can be`() throws {
    let error = try error { json in
      json.write("tree", 1 << 40)
      json.write("revision", 1)
      json.array("ended") { _ in }
      json.object("dump") { dump in
        dump.write("format", "model-tree")
        dump.write("version", 1)
        dump.array("nodes") { nodes in
          nodes.object { node in
            node.write("id", 1)
            node.write("type", "A")
          }
        }
      }
    }
    #expect(
      error
        == "the app's answer cannot be read: 'tree' must be less than 4294967296, not \(1 << 40)")
  }
}
