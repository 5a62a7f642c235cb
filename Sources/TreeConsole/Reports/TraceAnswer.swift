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
  /// Their numbers.
  let records: [Int]
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
      let trace = Perfetto(PerfettoTrace(records, of: contents, types))
      context.output.write(trace)
      if trace.longWays > 0 {
        context.output.note(
          """
          note: \(counted(trace.longWays, "message")) \(trace.longWays == 1 ? "passes" : "pass") more \
          than \(JournalParents.mostPassed) models; the arrows lead over the first of them
          """)
      }
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

  private final class Perfetto: WrittenAnswer {
    let form = InertLines.Form.verbatim
    private let trace: PerfettoTrace
    /// Of how many messages the arrows leave out models; known once it is written.
    private(set) var longWays = 0

    init(_ trace: PerfettoTrace) { self.trace = trace }

    func write(to sink: inout some ByteSink & ~Copyable) { longWays = trace.write(to: &sink) }
  }

  private struct Telemetry: WrittenAnswer {
    let spans: TelemetrySpans
    func write(to sink: inout some ByteSink & ~Copyable) { spans.write(to: &sink) }
  }
}
