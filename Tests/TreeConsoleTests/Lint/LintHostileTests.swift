import Foundation
import TestSupport
import Testing
import TreeSnapshot

/// Names from a dump affect neither a terminal nor a program that reads lint's output.
@Suite struct `Lint of hostile names` {
  private static let words = [
    [], ["--limit", "all"], ["--json"], ["--sarif", "-"], ["--write-baseline", "-"],
  ]

  @Test(arguments: words)
  func `what an answer shows of them is escaped`(words: [String]) throws {
    let outcome = try TestFolder(dump: Hostile.dump).modeltree(["lint", "tree.json"] + words)
    #expect(outcome.status == (words.first == "--write-baseline" ? 0 : 1))
    // Tabs separate the fields of a baseline's line.
    #expect(Hostile.harm(in: outcome.text.replacing("\t", with: " ")) == [])
    #expect(outcome.errors == "")
    #expect(outcome.text.contains("u001b") || outcome.text.contains("u{1b}"))
  }

  @Test func `what is recorded of them is known in the next run`() throws {
    let folder = try TestFolder(dump: Hostile.dump)
    _ = try folder.modeltree("lint", "tree.json", "--write-baseline", "lint.txt")
    let outcome = try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt", "--strict")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("; 0 new, "))
  }

  @Test func `json reads back as the very names`() throws {
    let outcome = try TestFolder(dump: Hostile.dump).modeltree("lint", "tree.json", "--json")
    let answer = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let findings = try #require(answer?["findings"] as? [[String: Any]])
    let domains = findings.compactMap { ($0["message"] as? [String: Any])?["domain"] as? String }
    #expect(domains.contains(Hostile.name))
  }

  @Test func `in SARIF no message and no place holds them as they are`() throws {
    let log = try `SARIF of lint`.log(TestFolder(dump: Hostile.dump))
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
