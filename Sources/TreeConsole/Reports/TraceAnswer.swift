import ArgumentParser
import TextIO
import TreeJournal
import TreeTraces

/// A format of traces that other tools read.
enum TraceFormat: String, CaseIterable, ExpressibleByArgument {
  case perfetto
  case otlp
}

/// Records of a journal for other tools.
struct TraceAnswer {
  let records: [JournalRecord]
  let contents: JournalContents
  let types: JournalTypes

  /// Answers in a format.
  ///
  /// - Throws: `ConsoleError` where bytes would go to a terminal.
  func write(
    _ format: TraceFormat, _ output: OutputOptions, in context: CommandContext
  ) throws {
    switch format {
    case .perfetto:
      if output.file == nil, context.output.isTerminal {
        throw ConsoleError.missing(.traceFile(format: format.rawValue))
      }
      context.output.write(Perfetto(trace: PerfettoTrace(records, of: contents, types)))
    case .otlp:
      let spans = TelemetrySpans(
        records, of: contents, types, service: context.target.name, version: Version.current)
      context.output.write(Telemetry(spans: spans))
      if spans.leftOut > 0 {
        context.output.note(
          "note: \(counted(spans.leftOut, "record")) outside of handlers left out, which belong to no span"
        )
      }
    }
  }

  private struct Perfetto: WrittenAnswer {
    let trace: PerfettoTrace
    func write(to sink: inout some ByteSink & ~Copyable) { trace.write(to: &sink) }
  }

  private struct Telemetry: WrittenAnswer {
    let spans: TelemetrySpans
    func write(to sink: inout some ByteSink & ~Copyable) { spans.write(to: &sink) }
  }
}
