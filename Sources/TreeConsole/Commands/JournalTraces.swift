import TextIO
import TreeJournal
import TreeTraces

extension JournalCommand {
  /// Answers with records in the format of another tool.
  func trace(
    _ records: [Int], _ contents: JournalContents, _ types: JournalTypes, _ format: Format,
    _ view: View
  ) throws -> Answer {
    switch format {
    case .perfetto:
      if output.file == nil, view.output.isTerminal {
        throw ConsoleError("a trace for perfetto is not text; name its file with -o FILE")
      }
      let trace = PerfettoTrace(records, of: contents, types)
      let notes = view.output
      return Answer(
        body: .bytes(.verbatim) { sink in
          let longWays = trace.write(to: &sink)
          if longWays == 0 { return }
          notes.note(
            """
            note: \(counted(longWays, "message")) \(longWays == 1 ? "passes" : "pass") more than \
            \(JournalParents.mostPassed) models; the arrows lead over the first of them
            """)
        })
    case .otlp:
      let spans = TelemetrySpans(
        records, of: contents, types, service: view.name, version: Version.current)
      if spans.leftOut > 0 {
        view.note(
          "note: \(counted(spans.leftOut, "record")) outside of handlers left out, which belong to no span"
        )
      }
      return Answer(body: .bytes(.json) { spans.write(to: &$0) })
    }
  }
}
