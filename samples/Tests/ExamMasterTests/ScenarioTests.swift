import Foundation
import ModelTree
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import ExamMaster

/// `samples/dumps`, from where this file stands.
let dumpsFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "dumps")

@MainActor
@Suite struct ScenarioTests {
  @Test(arguments: Scenario.all.map(\.name))
  func `a scenario leaves the tree of its dump behind`(name: String) async throws {
    let (app, scenario) = try await played(name)
    let file = dumpsFolder.appending(path: scenario.dump)
    let expected = try String(contentsOf: file, encoding: .utf8)
    let dump = try #require(app.snapshot()).dump()
    #expect(String(decoding: dump, as: UTF8.self) == expected, "tools/dumps writes the dumps anew")
  }

  @Test func `no other dumps lie in the folder`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: dumpsFolder.path())
    let dumps = files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    #expect(Set(dumps) == Set(Scenario.all.map(\.dump)))
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `the live tree and its dump read back print the same`(name: String) async throws {
    let live = try #require(try await played(name).app.snapshot())
    let readBack = try Snapshot(dump: live.dump())
    #expect(live.text(options: .all) == readBack.text(options: .all))
  }

  @Test func `each error is handled at its own height`() async throws {
    let tree = try #require(try await played("exam-creation").app.snapshot())
    let options = try Selector("ExamOptionsPickerModel").node(in: tree)
    func handler(of code: String) -> String? {
      let message = Message(kind: .error, domain: "NetworkErrors", code: code)
      guard case .handled(let node) = tree.route(of: message, raisedAt: options).outcome else {
        return nil
      }
      return tree[node].type
    }
    #expect(handler(of: "100") == "ExamCreationFlow")
    #expect(handler(of: "101") == "AppAuthorizedSession")
    #expect(handler(of: "999") == nil)
  }
}

/// A scenario played to its end, and what the app told meanwhile.
@MainActor
func played(_ name: String) async throws -> (app: ExamMasterApp, scenario: Scenario) {
  let scenario = try #require(Scenario.all.first { $0.name == name })
  let app = ExamMasterApp { _ in }
  app.start()
  try await scenario.play(in: app) { _ in }
  return (app, scenario)
}
