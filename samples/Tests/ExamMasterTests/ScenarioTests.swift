import ExamMasterModels
import Foundation
import ModelTree
import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing
import TreeSnapshot

@testable import ExamMaster

private let dumpsFolder = samplesFolder.appending(path: "dumps")

@MainActor
@Suite struct `Scenarios of the app` {
  @Test(arguments: Scenario.all.filter { $0.dump != nil }.map(\.name))
  func `a scenario leaves the tree of its dump behind`(name: String) async throws {
    let (app, scenario) = try await played(name)
    let file = dumpsFolder.appending(path: try #require(scenario.dump))
    let expected = try String(contentsOf: file, encoding: .utf8)
    let dump = try await app.snapshot().dump()
    #expect(String(decoding: dump, as: UTF8.self) == expected, "tools/dumps writes the dumps anew")
  }

  @Test func `no other dumps lie in the folder`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: dumpsFolder.path())
    let dumps = files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    // Those of the other samples begin with their names.
    let others = try FileManager.default.contentsOfDirectory(
      atPath: samplesFolder.path()
    ).filter { $0 != "ExamMaster" }.map { "\($0.lowercased())-" }
    // A tree of no app, to be drawn.
    let drawn = "shop.json"
    let own = dumps.filter { dump in dump != drawn && !others.contains { dump.hasPrefix($0) } }
    #expect(Set(own) == Set(Scenario.all.compactMap(\.dump)))
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `the live tree and its dump read back print the same`(name: String) async throws {
    let live = try await played(name).app.snapshot()
    let readBack = try Snapshot(dump: live.dump())
    #expect(live.text(options: .all) == readBack.text(options: .all))
  }

  /// `samples/ExamMaster/specs`, which CI holds the dumps to.
  nonisolated private static let specs =
    samplesFolder
    .appending(path: "ExamMaster/specs")

  @Test func `the app is what its specs say at each point that has one`() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.specs.path())
    #expect(files.count == 5)
    for file in files {
      let dump = file.replacing(".treespec", with: ".json")
      let scenario = try #require(Scenario.all.first { $0.dump == dump }, "\(file)")
      let app = try await played(scenario.name).app
      expectTree(try await app.snapshot(), matchesSpecAt: Self.specs.appending(path: file).path())
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
@Suite struct `Routes of all messages` {
  @Test func `every code that is uncaught is named, and from where`() throws {
    let run = try SampleProcess("ExamMaster", ["--inspect", "-c", "routes"])
    let parts = run.output.split(separator: "\n\n").dropFirst().dropLast()
    let lost = parts.flatMap { part in
      part.split(separator: "\n").filter { $0.contains("uncaught") || $0.contains("unhandled") }
        .map { "\(part.prefix { $0 != "\n" }):\($0)" }
    }
    #expect(
      lost == [
        "error NetworkErrors.100 (badResponse):  from 4 models   uncaught    "
          + "AppAuthorizedSession, MainFlow, DashboardModel, SideMenuModel",
        "bubble MainFlow.ShowSideMenu:  from 1 model    unhandled   AppAuthorizedSession",
      ])
  }

  @Test func `a flow that handles a bad token hides the session's handler for its part`()
    async throws
  {
    let app = try await played("exam-creation").app
    let flow = try app.screen(ExamCreationFlow.self, "")
    flow.register(for: NetworkErrors.badToken)
    expectTree(
      try await app.snapshot(),
      matches: """
        error NetworkErrors.badToken from ExamCreationFlow/* => ExamCreationFlow
        error NetworkErrors.badToken from ExamCreationFlow => ExamCreationFlow
        error NetworkErrors.badToken from MainFlow => AppAuthorizedSession
        error NetworkErrors.badToken from DashboardModel => AppAuthorizedSession
        error NetworkErrors.badToken from SideMenuModel => AppAuthorizedSession
        """)
  }
}

/// A scenario played to its end, and what the app printed meanwhile.
@MainActor
func played(_ name: String) async throws -> (app: ExamMasterApp, scenario: Scenario) {
  let scenario = try #require(Scenario.all.first { $0.name == name })
  let app = ExamMasterApp.sample(recordingIn: .sample()) { _ in }
  try await scenario.play(in: app)
  return (app, scenario)
}
