import TextIO
package import TreeJournal

/// A format of traces, by the ending of its files.
package enum TraceFormat: String, CaseIterable {
  case perfetto = ".perfetto-trace"
  case otlp = ".otlp.json"

  /// The format of a file; nil if its name ends otherwise.
  package init?(ofFile name: String) {
    guard let format = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = format
  }

  /// A journal as a trace.
  ///
  /// - Returns: The bytes of the file, and the number of records that are left out, since they belong to no
  ///   span.
  package func trace(
    of contents: JournalContents, _ types: JournalTypes, app: String, version: String
  ) -> (bytes: [UInt8], leftOut: Int) {
    var trace = MemorySink()
    switch self {
    case .perfetto:
      PerfettoTrace(of: contents, types).write(to: &trace)
      return (trace.bytes, 0)
    case .otlp:
      let spans = TelemetrySpans(of: contents, types, service: app, version: version)
      spans.write(to: &trace)
      return (trace.bytes, spans.leftOut)
    }
  }
}
