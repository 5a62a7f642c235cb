import ExamMasterModels
import Foundation
import ModelTree
import ModelTreeTesting
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
    // Those of the other samples begin with their names.
    let others = try FileManager.default.contentsOfDirectory(
      atPath: dumpsFolder.deletingLastPathComponent().path()
    ).filter { $0 != "ExamMaster" }.map { "\($0.lowercased())-" }
    let own = dumps.filter { dump in !others.contains { dump.hasPrefix($0) } }
    #expect(Set(own) == Set(Scenario.all.map(\.dump)))
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `the live tree and its dump read back print the same`(name: String) async throws {
    let live = try #require(try await played(name).app.snapshot())
    let readBack = try Snapshot(dump: live.dump())
    #expect(live.text(options: .all) == readBack.text(options: .all))
  }

  /// `samples/ExamMaster/specs`, which CI holds the dumps to.
  nonisolated private static let specs = dumpsFolder.deletingLastPathComponent()
    .appending(path: "ExamMaster/specs")

  @Test func `the app is what its specs say at each point that has one`() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.specs.path())
    #expect(files.count == 5)
    for file in files {
      let dump = file.replacing(".treespec", with: ".json")
      let scenario = try #require(Scenario.all.first { $0.dump == dump }, "\(file)")
      let app = try await played(scenario.name).app
      expectTree(app.snapshot(), matchesSpecAt: Self.specs.appending(path: file).path())
    }
  }

  @Test func `each error is handled at its own height`() async throws {
    let app = try await played("exam-creation").app
    let options = try app.screen(ExamOptionsPickerModel.self, "")
    let flow = try app.screen(ExamCreationFlow.self, "")
    let session = try #require(app.controller.session)
    expectRoute(of: NetworkErrors.badResponse, from: options, isHandledBy: flow)
    expectRoute(of: NetworkErrors.badToken, from: options, isHandledBy: session)
    expectNoRoute(of: NetworkErrors.badResponse, from: try app.screen(MainFlow.self, ""))
    expectRoute(
      of: AppEvent.examCreated, from: flow,
      isHeardBy: [try app.screen(SideMenuModel.self, "")])
  }
}

/// What the whole tree's routes say of the sample.
@MainActor
@Suite struct RoutesTests {
  private func coverage(_ tree: Snapshot, _ message: String) throws -> Coverage {
    try #require(tree.coverage().first { "\($0.message)".hasPrefix(message) })
  }

  @Test func `every code that is uncaught is named, and from where`() async throws {
    let tree = try #require(try await played("exam-creation").app.snapshot())
    let uncaught = tree.coverage().filter { $0.uncaught > 0 }.map { coverage in
      let models = tree.uncaughtModels(of: coverage, limit: 10).map { tree[$0].type }
      return "\(coverage.message) from \(models.joined(separator: ", "))"
    }
    #expect(
      uncaught == [
        "error NetworkErrors.100 (badResponse) from AppAuthorizedSession, MainFlow, "
          + "DashboardModel, SideMenuModel",
        "bubble MainFlow.ShowSideMenu from AppAuthorizedSession",
      ])
  }

  @Test func `a flow that handles a bad token hides the session's handler for its part`()
    async throws
  {
    let app = try await played("exam-creation").app
    let flow = try app.screen(ExamCreationFlow.self, "")
    flow.register(for: NetworkErrors.badToken)
    let tree = try #require(app.snapshot())
    let badToken = try coverage(tree, "error NetworkErrors.101")
    #expect(
      badToken.shadows.map { "\(tree[$0.node].type) by \(tree[$0.by].type): \($0.from)" }
        == ["AppAuthorizedSession by ExamCreationFlow: 4"])
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
