import ChatModels
import Foundation
import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing
import TreeSnapshot

@testable import Chat

/// What the app leaves behind, and what is said of it.
@MainActor
@Suite struct `Dumps of a tree` {
  private static let dumps = samplesFolder.appending(path: "dumps")
  private static let specs = samplesFolder.appending(path: "Chat/specs")

  /// The tree at the end of a scenario.
  private func tree(of name: String) async throws -> Snapshot {
    let scenario = try #require(Scenario.all.first { $0.name == name })
    let chat = try TestChat()
    try await scenario.play(in: chat.app)
    defer { chat.courier.resume() }
    return try await chat.app.snapshot()
  }

  private func committed(_ name: String) throws -> String {
    try String(contentsOf: Self.dumps.appending(path: "chat-\(name).json"), encoding: .utf8)
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `a scenario leaves the tree of its dump behind`(name: String) async throws {
    let dump = String(decoding: try await tree(of: name).dump(), as: UTF8.self)
    #expect(dump == (try committed(name)), "tools/dumps writes the dumps anew")
  }

  @Test func `the app writes these dumps and no others`() throws {
    let folder = try TemporaryFolder()
    #expect(try chatProcess(["--write-dumps", folder.url.path()]).status == 0)
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).sorted()
    let present = try FileManager.default.contentsOfDirectory(atPath: Self.dumps.path())
    #expect(written == present.filter { $0.hasPrefix("chat-") }.sorted())
    for name in Scenario.all.map(\.name) {
      #expect(try folder.text("chat-\(name).json") == committed(name))
    }
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `each dump is what its spec says`(name: String) throws {
    expectTree(try Snapshot(dump: committed(name)), matchesSpecAt: spec(of: name))
  }

  @Test func `each spec is held to a dump`() throws {
    let specs = try FileManager.default.contentsOfDirectory(atPath: Self.specs.path())
    #expect(Set(specs) == Set(Scenario.all.map { "chat-\($0.name).treespec" }))
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `the live tree and its dump read back answer the same`(name: String) async throws {
    let live = try await tree(of: name)
    let readBack = try Snapshot(dump: live.dump())
    #expect(live.text(options: .all) == readBack.text(options: .all))
    expectTree(live, matchesSpecAt: spec(of: name))
    expectTree(readBack, matchesSpecAt: spec(of: name))
  }

  private func spec(of name: String) -> String {
    Self.specs.appending(path: "chat-\(name).treespec").path()
  }
}
