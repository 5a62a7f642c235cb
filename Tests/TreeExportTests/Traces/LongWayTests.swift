import ModelTree
import ModelTreeJournal
import Testing
import TextIO
import TreeExport
import TreeJournal

private enum Net: Int, ErrorCode { case offline = 100 }

/// Arrows over many models in a trace for Perfetto.
@MainActor @Suite struct `Arrows over many models` {
  @Test(arguments: [(100, 0), (256, 0), (257, 1), (700, 1)])
  func `lead over so many of them, and the rest is told`(passed: Int, longWays: Int) throws {
    let session = Session()
    let journal = Journal(bytes: 1 << 20)
    session.record(in: journal)
    session.open()
    session.register(for: Net.offline) { _ in }
    let leaf = (0...passed).reduce(session as Model) { parent, _ in Model(parent: parent) }
    leaf.raise(Net.offline)
    let contents = try journal.contents
    var sink = MemorySink()
    let trace = PerfettoTrace(of: contents, JournalTypes(of: contents))
    let told = trace.write(to: &sink)
    #expect(told == longWays)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    let hops = text.split(separator: "passes error Net.100").count - 1
    #expect(hops == min(passed, 256))
  }
}
