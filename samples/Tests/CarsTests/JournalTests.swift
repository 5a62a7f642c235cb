import Foundation
import SampleTesting
import Testing

/// What the app reports to a journal.
@Suite struct `The journal of the app` {
  private static let name = "cars-unsaved.journal"
  private let kept = samplesFolder.appending(path: "journals/\(Self.name)").path()

  @Test func `its scenario leaves the journal behind that is kept`() throws {
    let folder = try TemporaryFolder()
    let run = try SampleProcess("Cars", ["--write-journals", folder.url.path()])
    #expect(run.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == [Self.name])
    let story = try JournalStory(ofFile: kept)
    #expect(story.lines.count == 16)
    #expect(
      try JournalStory(ofFile: folder.path(Self.name)).lines == story.lines,
      "tools/dumps --journals writes the journals anew")
  }

  @Test func `its messages go the ways that an inspector shows`() throws {
    let story = try JournalStory(ofFile: kept)
    #expect(try story.passages(strangeTo: keptDumps(of: "cars-")) == [])
  }

  @Test func `it is in a file where one is named, and in memory in any case`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("app.journal")
    let inspect = ["--script", "unsaved", "--inspect", "-c", "journal --count"]
    let inFile = try SampleProcess("Cars", inspect + ["--journal", file])
    #expect(inFile.output == "16\n")
    #expect(try JournalStory(ofFile: file).lines == JournalStory(ofFile: kept).lines)
    #expect(try SampleProcess("Cars", inspect).output == "16\n")
    let refused = try SampleProcess("Cars", ["--journal", "/dev/null/x"])
    #expect(refused.status == 2)
    #expect(refused.errors.hasPrefix("Cars: cannot "))
  }

  @Test func `a test is recorded once`() throws {
    let run = try SampleProcess(
      "Cars",
      [
        "--script", "list", "--inspect", "-c",
        "raise error StorageError.unavailable --from CarListController", "-c",
        "journal --message unavailable --count",
      ])
    #expect(run.lines.suffix(2) == ["2", ""])
  }

  @Test func `the lines that reporting takes are as many as the README says`() throws {
    let folder = samplesFolder.appending(path: "Cars")
    let file = folder.appending(path: "App/Reporting.swift")
    let count = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count {
      !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
    }
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(" in \(count) lines of code"))
  }
}
