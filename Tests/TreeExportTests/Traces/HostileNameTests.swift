import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeExport
import TreeJournal

/// Codes and labels of an app that other tools could take for something else.
@MainActor
@Suite struct `Traces of hostile names` {
  enum Evil: String, BubbleNotificationName, CaseIterable {
    case command = "::error file=a,line=1::forged"
    case old = "##[error]forged"
    case nul = "a\u{0}b"
    case lines = "a\r\n\u{2028}b"
    case bidi = "\u{202e}evil\u{2066}\u{200b}"
    case markup = "\"'\\</script><!--]]>&amp;"
    case noncharacter = "\u{fffe}\u{10ffff}\u{e000}"
    case escape = "\u{1b}[31m\u{9b}2J\u{7f}"
    case empty = ""
  }

  private final class Labeled: Model {
    private let name: String
    override var label: String? { name }

    init(_ name: String, below parent: Model) {
      self.name = name
      super.init(parent: parent)
    }
  }

  private nonisolated static let python = ProcessInfo.processInfo.environment[
    "MODELTREE_TEST_PYTHON"
  ]
  .flatMap { $0.isEmpty ? nil : $0 }

  /// A journal in which each was handled by a model that has it as its label, and one name of a megabyte.
  private func evil() throws -> (contents: JournalContents, records: [Int]) {
    let journal = Journal(bytes: 1 << 23)
    let session = Session()
    session.record(in: journal)
    session.open()
    for code in Evil.allCases {
      let model = Labeled(code.rawValue, below: session)
      model.register(for: code)
      model.raise(code)
    }
    _ = Labeled(String(repeating: "::error::\n", count: 100_000), below: session)
    let contents = try journal.contents
    var filter = RecordFilter()
    return (contents, filter.numbers(in: contents))
  }

  /// The contents as read by the protos of Perfetto and OpenTelemetry.
  private func read(_ format: String, _ bytes: [UInt8]) throws -> [String: Any] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "trace")
    let script = URL(filePath: #filePath)
      .appending(path: "../../../TreeConsoleTests/Traces/traces.py").standardized.path()
    let outcome = try ChildProcess.run(
      [try #require(Self.python), script, format, folder.path(of: "trace")],
      environment: ProcessInfo.processInfo.environment, directory: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any])
  }

  @Test(.enabled(if: python != nil)) func `are the names in Perfetto's own protos`() throws {
    let contents = try evil().contents
    var trace = MemorySink()
    PerfettoTrace(of: contents, JournalTypes(of: contents)).write(to: &trace)
    let read = try read("perfetto", trace.bytes)
    #expect(read["begins"] as? Int == 2 * Evil.allCases.count)
    #expect(read["ends"] as? Int == 2 * Evil.allCases.count)
    #expect(read["open"] as? [String] == [])
  }

  @Test(.enabled(if: python != nil)) func `are the names in OpenTelemetry's own protos`() throws {
    let contents = try evil().contents
    var spans = MemorySink()
    TelemetrySpans(
      of: contents, JournalTypes(of: contents), service: Evil.lines.rawValue, version: "1"
    ).write(to: &spans)
    let read = try read("otlp", spans.bytes)
    let names = (read["spans"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
    #expect(names.count == 2 * Evil.allCases.count)
    for code in Evil.allCases {
      let shown = SafeText(code.rawValue).string
      #expect(
        names.contains { $0.hasPrefix("raise bubble ") && $0.hasSuffix(".\(shown)") }, "\(names)")
    }
  }

  @Test func `are no lines of JSON`() throws {
    let (contents, numbers) = try evil()
    let records = numbers.compactMap { contents[$0] }
    for record in records {
      let json = record.json.inert
      _ = try JSONSerialization.jsonObject(with: Data(json.bytes))
      #expect(Hostile.harm(in: json.string) == [])
      #expect(RunnerCommand(json.string) == nil)
    }
  }
}
