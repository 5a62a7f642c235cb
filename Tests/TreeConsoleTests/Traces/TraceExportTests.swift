import Foundation
import TestSupport
import Testing

/// Traces of `modeltree export`, read back with the protos that Perfetto and OpenTelemetry publish. Where
/// Python or its packages are missing, only what needs them is left out.
@Suite struct `Traces for other tools` {
  private static let python = ProcessInfo.processInfo.environment["MODELTREE_TEST_PYTHON"]
    .flatMap { $0.isEmpty ? nil : $0 }

  /// Writes a trace to a file, and returns what the protos decode from it.
  private func trace(_ format: String, in file: String) throws -> [String: Any] {
    let folder = try TestFolder()
    let outcome = try folder.modeltree("export", ExamMaster.journal, "-o", file)
    #expect(outcome.status == 0)
    #expect(outcome.text == "")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "traces.py")
    let python = try #require(Self.python)
    let read = try ChildProcess.run(
      [python, script.path(), format, folder.path(of: file)],
      environment: ProcessInfo.processInfo.environment, directory: folder.path)
    #expect(read.status == 0, "\(read.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(read.text.utf8)) as? [String: Any])
  }

  @Test(.enabled(if: python != nil))
  func `Perfetto reads every packet, tracks are models, arrows lead to handlers`() throws {
    let trace = try trace("perfetto", in: "app.perfetto-trace")
    let tracks = try #require(trace["tracks"] as? [String])
    #expect(tracks.contains("SideMenuModel #4") && tracks.contains("ExamCreationFlow #5"))
    #expect(trace["begins"] as? Int == 6 && trace["ends"] as? Int == 6)
    #expect(trace["open"] as? [String] == [])
    let flows = try #require(trace["flows"] as? [[String]])
    #expect(flows.contains(["SideMenuModel #4", "AppAuthorizedSession #1"]))
  }

  @Test(.enabled(if: python != nil))
  func `OpenTelemetry reads a span for each message, with its handlers below`() throws {
    let trace = try trace("otlp", in: "app.otlp.json")
    let spans = try #require(trace["spans"] as? [[String: Any]])
    #expect(
      spans.compactMap { $0["name"] as? String } == [
        "raise event AppEvent.StartExam", "1 model received it",
        "raise event AppEvent.ExamCreated", "1 model received it",
        "raise error UploadErrors.100 (rejected)", "AppAuthorizedSession #1 uncaught it",
      ])
    #expect(trace["traces"] as? Int == 2)
    #expect(spans[1]["parent"] as? String == "raise event AppEvent.StartExam")
    #expect(spans[4]["parent"] as? String == "1 model received it")
    #expect(spans.compactMap { $0["status"] as? Int } == [0, 0, 0, 0, 2, 0])
    let events = try #require(spans[3]["events"] as? [String])
    #expect(
      events.contains(
        "SideMenuModel #4 ends its subscription to error UploadErrors.100 (rejected)"))
  }

  @Test func `what stands outside of handlers is counted`() throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree("export", ExamMaster.journal, "-o", "app.otlp.json")
    #expect(outcome.status == 0)
    let text = try folder.text(of: "app.otlp.json")
    #expect(text.hasPrefix("{\"resourceSpans\": [{\"resource\": {"))
    #expect(text.hasSuffix("]}]}]}\n"))
    #expect(
      try outcome.errors.contains(
        Regex(
          #"^modeltree: note: \d+ records outside of handlers left out, which belong to no span"#)
      ))
  }

  @Test(arguments: [
    (
      [ExamMaster.journal, ExamMaster.journal, "-o", "a.otlp.json"],
      "a trace is that of one journal; name one"
    ),
    ([ExamMaster.journal, "-o", "no/such/a.otlp.json"], "cannot write 'no/such/a.otlp.json'"),
    (["tree.json", "-o", "a.perfetto-trace"], "a dump has no journal"),
    (["tree.json", "-o", "a.otlp.json"], "a dump has no journal"),
  ])
  func `what cannot be written is refused, and leaves no file`(
    words: [String], reason: String
  ) throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree(["export"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(folder.names == ["tree.json"])
  }
}
