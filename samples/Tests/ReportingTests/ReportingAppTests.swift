import Foundation
import SampleTesting
import Testing

/// An app whose objects aren't models, which reports to a journal.
struct ReportingApp: CustomTestStringConvertible {
  let name: String
  /// The scenario whose journal is kept, and how many records it has.
  let scenario: String
  let recordCount: Int
  /// A test that an inspector raises after a scenario, and how many records of its name there are then.
  let test: (scenario: String, raise: String, named: String, count: Int)

  var testDescription: String { name }

  /// What the kept journal and dumps begin with.
  var prefix: String { "\(name.lowercased())-" }
  var keptName: String { "\(prefix)\(scenario).journal" }
  var kept: String { samplesFolder.appending(path: "journals/\(keptName)").path() }

  static let all = [
    ReportingApp(
      name: "Cars", scenario: "unsaved", recordCount: 16,
      test: (
        "list", "error StorageError.unavailable --from CarListController", "unavailable", 2
      )),
    ReportingApp(
      name: "Chat", scenario: "failed", recordCount: 18,
      test: ("conversation", "bubble ComposerView.send --from ComposerView", "send", 4)),
    ReportingApp(
      name: "Profile", scenario: "failed", recordCount: 10,
      test: ("both", "error CommentError.notInGroup --from PostRow[1]", "notInGroup", 2)),
  ]
}

/// What the apps report to their journals.
@Suite struct `The journal of an app whose objects aren't models` {
  @Test(arguments: ReportingApp.all)
  func `is the kept one after its scenario`(_ app: ReportingApp) throws {
    let folder = try TemporaryFolder()
    let run = try SampleProcess(app.name, ["--write-journals", folder.url.path()])
    #expect(run.status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == [app.keptName])
    let story = try JournalStory(ofFile: app.kept)
    #expect(story.lines.count == app.recordCount)
    #expect(
      try JournalStory(ofFile: folder.path(app.keptName)).lines == story.lines,
      "tools/dumps --journals writes the journals anew")
  }

  @Test(arguments: ReportingApp.all)
  func `has messages that go the ways that an inspector shows`(_ app: ReportingApp) throws {
    let story = try JournalStory(ofFile: app.kept)
    #expect(try story.passages(strangeTo: keptDumps(of: app.prefix)) == [])
  }

  @Test(arguments: ReportingApp.all)
  func `is in a file where one is named, and in memory in any case`(_ app: ReportingApp) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("app.journal")
    let inspect = ["--script", app.scenario, "--inspect", "-c", "journal --json"]
    let inFile = try SampleProcess(app.name, inspect + ["--journal", file])
    #expect(inFile.output.split(separator: "\n").count == app.recordCount)
    #expect(try JournalStory(ofFile: file).lines == JournalStory(ofFile: app.kept).lines)
    let inMemory = try SampleProcess(app.name, inspect)
    #expect(inMemory.output.split(separator: "\n").count == app.recordCount)
    let refused = try SampleProcess(app.name, ["--journal", "/dev/null/x"])
    #expect(refused.status == 2)
    #expect(refused.errors.hasPrefix("\(app.name): cannot "))
  }

  @Test(arguments: ReportingApp.all)
  func `has a test once`(_ app: ReportingApp) throws {
    let run = try SampleProcess(
      app.name,
      [
        "--script", app.test.scenario, "--inspect", "-c", "raise \(app.test.raise)", "-c",
        "journal --message \(app.test.named) --json",
      ])
    #expect(run.lines.count { $0.hasPrefix(#"{"seq""#) } == app.test.count)
  }

  @Test(arguments: ReportingApp.all)
  func `takes as many lines as the README says`(_ app: ReportingApp) throws {
    let folder = samplesFolder.appending(path: app.name)
    let file = folder.appending(path: "App/Reporting.swift")
    let count = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
    }
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(" in \(count) lines of code"))
  }
}
