import Foundation
import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing
import TreeSnapshot

@testable import Cars

private let dumps = samplesFolder.appending(path: "dumps")
private let specs = samplesFolder.appending(path: "Cars/specs")

/// The dumps that are kept beside the sample, and what they are held to.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct DumpTests {
  nonisolated static let names = Scenario.all.compactMap(\.dump)

  @Test(arguments: StorageKind.allCases, Scenario.all.filter { $0.dump != nil }.map(\.name))
  func `a scenario comes to the tree of its dump on every storage`(
    kind: StorageKind, name: String
  ) async throws {
    let opened = try kind.open()
    let scenario = try Scenario.named(name, among: Scenario.all)
    let app = try await CarsApp.sample(in: opened.storage) { _ in }
    try await scenario.playToDump(in: app)
    let tree = try await app.snapshot()
    await app.finish()
    let file = dumps.appending(path: try #require(scenario.dump))
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(
      String(decoding: tree.dump(), as: UTF8.self) == expected, "tools/dumps writes the dumps anew")
    let readBack = try Snapshot(dump: tree.dump())
    #expect(tree.text(options: .all) == readBack.text(options: .all))
  }

  @Test func `no other dumps and no other specs of this sample are kept`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: dumps.path())
    #expect(Set(files.filter { $0.hasPrefix("cars-") }) == Set(Self.names))
    let specFiles = try FileManager.default.contentsOfDirectory(atPath: specs.path())
    let wanted = Self.names.map { $0.replacing(/json$/, with: "treespec") }
    #expect(Set(specFiles) == Set(wanted))
  }

  @Test(arguments: names)
  func `a dump is what its spec says`(name: String) throws {
    let tree = try Snapshot(contentsOfFile: dumps.appending(path: name).path())
    expectTree(tree, matchesSpecAt: spec(of: name))
  }

  @Test func `a router that does not take the storage's errors breaks the specs`() throws {
    for name in Self.names {
      let text = try String(contentsOf: dumps.appending(path: name), encoding: .utf8)
      let changed = text.replacing(
        #""domain": "StorageError", "source""#, with: #""domain": "OtherError", "source""#)
      #expect(changed != text)
      let tree = try Snapshot(dump: changed)
      withKnownIssue("\(name)") { _ = expectTree(tree, matchesSpecAt: spec(of: name)) }
    }
  }

  private func spec(of dump: String) -> String {
    specs.appending(path: dump.replacing(/json$/, with: "treespec")).path()
  }
}
