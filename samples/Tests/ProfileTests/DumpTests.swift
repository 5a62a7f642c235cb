import Foundation
import ModelTreeTesting
import ProfileModels
import SampleApps
import SampleTesting
import Testing
import TreeSnapshot

@testable import Profile

@MainActor
@Suite struct `Dumps of a tree` {
  nonisolated static let names = Scenario.all.filter { $0.dump != nil }.map(\.name)

  nonisolated static func file(of name: String) -> URL {
    samplesFolder.appending(path: "dumps/profile-\(name).json")
  }

  nonisolated static func spec(of name: String) -> URL {
    samplesFolder.appending(path: "Profile/specs/profile-\(name).treespec")
  }

  private func played(_ name: String) async throws -> ProfileApp {
    let app = try await ProfileApp.sample { _ in }
    try await Scenario.named(name, among: Scenario.all).play(in: app)
    return app
  }

  private func files(_ folder: String, _ ending: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: samplesFolder.appending(path: folder).path())
    return Set(names.filter { $0.hasPrefix("profile-") && $0.hasSuffix(ending) })
  }

  @Test(arguments: names)
  func `a scenario leaves the tree of its dump behind`(name: String) async throws {
    let dump = try await played(name).snapshot().dump()
    let expected = try String(contentsOf: Self.file(of: name), encoding: .utf8)
    #expect(
      String(decoding: dump, as: UTF8.self) == expected, "tools/dumps writes the dumps anew")
  }

  @Test(arguments: names)
  func `a dump is what its spec says`(name: String) throws {
    let tree = try Snapshot(contentsOfFile: Self.file(of: name).path())
    expectTree(tree, matchesSpecAt: Self.spec(of: name).path())
  }

  @Test func `there is a dump and a spec for each of these scenarios, and no other`() throws {
    #expect(try files("dumps", ".json") == Set(Self.names.map { "profile-\($0).json" }))
    #expect(
      try files("Profile/specs", ".treespec") == Set(Self.names.map { "profile-\($0).treespec" }))
  }

  @Test(arguments: names)
  func `the live tree and its dump answer the same`(name: String) async throws {
    let live = try await played(name).snapshot()
    let dump = try Snapshot(contentsOfFile: Self.file(of: name).path())
    #expect(live.text(options: .all) == dump.text(options: .all))
    expectTree(live, matchesSpecAt: Self.spec(of: name).path())
  }

  @Test func `who hears of a change in the tree is who observes the controller`() async throws {
    let app = try await played("both")
    expectTree(
      try await app.snapshot(), matches: "event User.didUpdate => HomeScreen, ProfileScreen only")
    for screen in [app.home as (any Screen)?, app.profile] {
      #expect(screen.map { app.userController.isObserved(by: $0) } == true)
    }
    _ = app.close(.home)
    expectTree(try await app.snapshot(), matches: "event User.didUpdate => ProfileScreen only")
    #expect(app.userController.observerCount == 1)
  }
}

/// What the app does for the inspector, in lines.
@Suite struct `Lines of the inspection` {
  @Test func `at most 12 lines for a type, and 60 in all`() throws {
    let file = samplesFolder.appending(path: "Profile/App/Inspection.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    #expect(lines.count <= 60)
    let types = lines.split { $0.hasPrefix("import ") || $0 == "}" }
    #expect(types.count == 9)
    // The line that closes a type was split at.
    for type in types { #expect(type.count + 1 <= 12, "\(type.first ?? "")") }
  }

  @Test func `no other file of the app knows that it is inspected`() throws {
    let folder = samplesFolder.appending(path: "Profile")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let name = file.lastPathComponent
      let isTold = ["Inspection.swift", "Reporting.swift"].contains(name)
      #expect(text.contains("import TreeObjects") == isTold, "\(name)")
    }
  }
}
