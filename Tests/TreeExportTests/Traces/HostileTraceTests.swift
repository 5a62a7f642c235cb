import Foundation
import TestSupport
import Testing
import TextIO
import TreeExport
import TreeJournal
import TreeSpec

/// Traces of journals that were changed.
@Suite struct `Traces of a journal that somebody has changed` {
  private static let original: [UInt8] = {
    let path =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
      .joined(separator: "/") + "/samples/journals/exam-master-upload.journal"
    return [UInt8](FileManager.default.contents(atPath: path) ?? Data())
  }()

  private static let mutations =
    ProcessInfo.processInfo.environment["MODELTREE_JOURNAL_MUTATIONS"].flatMap { Int($0) } ?? 100

  private static let lines = """
    tree-spec 1
    never uncaught
    error UploadErrors.* => SideMenuModel within 1 s
    event AppEvent.ExamCreated => MainFlow/SideMenuModel only within 1 s
    never leaked
    never slower 1 s
    limit nodes <= 8, depth <= 3
    not Exam*/Exam*
    """

  @Test(arguments: UInt64(0)..<4)
  func `each is written, whatever it holds`(part: UInt64) throws {
    let spec = try Spec(Self.lines, name: "lines.treespec")
    var random = SeededGenerator(seed: part)
    var read = 0
    for _ in 0..<(Self.mutations / 4) {
      var bytes = Self.original
      for _ in 0..<random.pick([1, 2, 4, 16]) { random.mutate(&bytes) }
      guard let contents = try? JournalContents(bytes: bytes) else { continue }
      read += 1
      let types = JournalTypes(of: contents)
      var filter = RecordFilter()
      let records = filter.records(in: contents)
      let numbers = filter.numbers(in: contents)
      #expect(numbers == records.map(\.number))
      var trace = MemorySink()
      PerfettoTrace(of: contents, types).write(to: &trace)
      #expect(try Self.packetCount(trace.bytes) >= records.count)
      var spans = MemorySink()
      TelemetrySpans(of: contents, types, service: "app", version: "1").write(to: &spans)
      _ = try JSONSerialization.jsonObject(with: Data(spans.bytes))
      let history = RecordedHistory(contents)
      if let tree = try? history.contents.snapshot(at: history.contents.lastMomentWithTree() ?? 0) {
        let findings = spec.check(tree, history: history)
        // Whatever fails has words.
        #expect(findings.allSatisfy { $0.outcome == .passed || !$0.problem.isEmpty })
      }
    }
    #expect(read > 0)
  }

  /// The packets of a trace, each with the length that it states.
  private static func packetCount(_ bytes: [UInt8]) throws -> Int {
    var (place, count) = (0, 0)
    while place < bytes.count {
      try #require(bytes[place] == 0x0A)
      place += 1
      var (length, shift) = (0, 0)
      while bytes[place] >= 0x80 {
        length |= Int(bytes[place] & 0x7F) << shift
        (place, shift) = (place + 1, shift + 7)
      }
      length |= Int(bytes[place]) << shift
      place += 1 + length
      count += 1
    }
    #expect(place == bytes.count)
    return count
  }
}
