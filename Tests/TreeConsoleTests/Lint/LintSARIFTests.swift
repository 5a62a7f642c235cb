import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// The members that SARIF 2.1.0 or GitHub requires.
@Suite struct `SARIF of lint` {
  /// The tested part of a log; decoding fails if a required member is missing.
  struct Log: Decodable {
    struct Text: Decodable { var text: String }
    struct Rule: Decodable {
      struct Configuration: Decodable { var level: String }
      var id: String
      var shortDescription: Text
      var fullDescription: Text
      var help: Text
      var defaultConfiguration: Configuration
    }
    struct Driver: Decodable {
      var name: String
      var version: String
      var rules: [Rule]
    }
    struct Tool: Decodable { var driver: Driver }
    struct Artifact: Decodable { var uri: String }
    struct Region: Decodable { var startLine: Int }
    struct Physical: Decodable {
      var artifactLocation: Artifact
      var region: Region
    }
    struct Logical: Decodable { var fullyQualifiedName: String }
    struct Location: Decodable {
      var physicalLocation: Physical?
      var logicalLocations: [Logical]
    }
    struct Result: Decodable {
      var ruleId: String
      var level: String
      var message: Text
      var locations: [Location]
      var baselineState: String
    }
    struct Run: Decodable {
      var tool: Tool
      var results: [Result]
    }
    var version: String
    var runs: [Run]
  }

  static func log(_ folder: TestFolder, _ words: String...) throws -> Log {
    _ = try folder.modeltree(["lint", "tree.json", "--sarif", "lint.sarif"] + words)
    let bytes = try folder.read("lint.sarif")
    let keys = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    #expect(keys?["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
    return try JSONDecoder().decode(Log.self, from: Data(bytes))
  }

  private static func run(_ log: Log) throws -> Log.Run {
    #expect(log.version == "2.1.0")
    #expect(log.runs.count == 1)
    let run = try #require(log.runs.first)
    #expect(run.tool.driver.name == "modeltree")
    let rules = run.tool.driver.rules
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(["error", "warning", "note"].contains(rule.defaultConfiguration.level))
      #expect(!rule.shortDescription.text.isEmpty && !rule.help.text.isEmpty)
    }
    for result in run.results {
      #expect(rules.contains { $0.id == result.ruleId })
      #expect(["error", "warning", "note"].contains(result.level))
      #expect(!result.message.text.isEmpty && result.locations.count == 1)
      for location in result.locations {
        let uri = try location.physicalLocation.map {
          try #require(URL(string: $0.artifactLocation.uri))
        }
        #expect(uri?.scheme == nil || uri?.isFileURL == true)
        #expect((location.physicalLocation?.region.startLine ?? 0) > 0)
        #expect(location.logicalLocations.count == 1)
      }
    }
    return run
  }

  @Test func `a log holds the rules that ran, and each finding with its place`() throws {
    let run = try Self.run(Self.log(TestFolder(dump: LintTree.dump)))
    #expect(run.tool.driver.rules.count == 11)
    #expect(
      run.results.map(\.ruleId) == [
        "uncaught-error", "unheard-event", "unreachable-registration", "unhandled-declaration",
      ])
    #expect(run.results.map(\.level) == ["error", "warning", "warning", "note"])
    #expect(run.results.map(\.baselineState) == ["new", "new", "new", "new"])
    let first = try #require(run.results.first)
    #expect(
      first.message.text
        == "error Net.1 (lost) is raised here, and no model from here up to the root is registered "
        + "for it")
    #expect(first.locations.first?.physicalLocation?.artifactLocation.uri == "Flow.swift")
    #expect(first.locations.first?.physicalLocation?.region.startLine == 7)
    #expect(first.locations.first?.logicalLocations.first?.fullyQualifiedName == "/App/Flow/Cell")
  }

  @Test func `on standard output it is the only answer`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    let answer = try folder.modeltree("lint", "tree.json", "--sarif", "-")
    let file = try folder.modeltree("lint", "tree.json", "--sarif", "lint.sarif")
    #expect(answer.status == 1)
    #expect(answer.output == (try folder.read("lint.sarif")))
    #expect(file.text.hasSuffix("\n4 findings: 1 error, 2 warnings, 1 note\n"))
    #expect(file.errors == "modeltree: lint.sarif: 4 findings written\n")
  }

  @Test func `what is known is unchanged, and lines are those of the dump`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    let lines = LintTree.baseline.split(separator: "\n").dropLast()
    try folder.write(lines.joined(separator: "\n"), to: "lint.txt")
    let before = try Self.run(Self.log(folder, "--baseline", "lint.txt"))
    #expect(
      before.results.map(\.baselineState) == ["unchanged", "unchanged", "new", "unchanged"])
    try folder.write(LintTree.later, to: "tree.json")
    let after = try Self.run(Self.log(folder))
    #expect(after.results.first?.locations.first?.physicalLocation?.region.startLine == 70)
  }

  @Test func `no message and no place holds hostile names as they are`() throws {
    let log = try Self.log(TestFolder(dump: Hostile.dump))
    let results = try #require(log.runs.first).results
    #expect(!results.isEmpty)
    for result in results {
      #expect(Hostile.harm(in: result.message.text) == [])
      for location in result.locations {
        #expect(
          location.logicalLocations.allSatisfy { Hostile.harm(in: $0.fullyQualifiedName) == [] })
      }
    }
  }
}
