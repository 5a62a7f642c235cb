import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeTraces

/// Shows a target's journal.
struct JournalCommand: FormattedQuestion {
  static let commandName = "journal"
  static let abstract = "Show what happened: who raised what, who handled it, what came and went."
  static let explanation: String? = """
    Each line is a record: its number, the time, and what happened, indented below the record that \
    led to it. By default, the last 50 are shown, and records that repeat are shown once. A moment is \
    a record's number (1234), a time (12:03:04.5, 2026-03-01T12:03:04Z) or an age (-2s: before now, in \
    a file before the last record). Below a message that no model took are the models that had ended \
    their subscriptions to it, or made one later. At a moment, the journal ends there.

    --top shows the busiest messages instead: how often each was raised, at what rate, its share of the \
    time of all handlers (without the messages that they raise), its slowest handler (#1234 is the \
    record), and the longest chain of messages that led to it; then the messages that led to each \
    other in a circle.

    With --json: one record a line, by default all. seq, time, what and node; raise (the number of \
    its `raised` record), handler, hops, count (receivers), nanoseconds (missing if a handler never \
    returned), parent, type, message, service, representation, source, cause (the record during \
    whose handler it happened), by (the model whose handler that was), test, handlerType (of an \
    object that isn't a model) and tree; words of an action; of a raise, context, underlying (the error \
    that led to it) and value (if the journal keeps values); of an event, rest (receivers without \
    records of their own, by type and count); of work, started (the number of its `started` record) and \
    outcome (answered, failed, cancelled, or dropped if its model had left).

    With --newest-first --json: one object with count (how many) and records.

    With --top --json: an object with raised (how many), elapsed (nanoseconds from the first to the \
    last), nanoseconds (of all handlers), slowest (record, handler, nanoseconds), longest (chain, first, \
    last), messages (each with message, count, perSecond, nanoseconds, share, slowest and chain) and \
    cycles (each with count, run, nested, first, last and steps: message, node, type, tree). count and \
    run are how often the first step came again, in all and at a stretch; nested is whether each was \
    raised while the handler of the one before ran.
    """
  static let examples = [
    "", "MainFlow --since -10s", "--what uncaught --json", "--message badToken", "--cause 17",
    "--format perfetto -o app.pftrace", "--led-to 29", "--top 5", "--slower 50ms",
  ]
  static let needs: Capability? = .journal

  @Argument(help: "Only what these models did, or what was done to them.")
  var selector: RecordedModel?

  @OptionGroup var choice: RecordChoice

  @Option(help: .value("record", "Only what this record led to."))
  var cause: Int?

  @Option(help: .value("record", "Only what led to this record."))
  var ledTo: Int?

  @Option(help: .value("time", "Only handlers that ran longer, such as 50ms."))
  var slower: TimeWord?

  @Option(
    defaultAsFlag: 10, parsing: .next,
    help: .value(
      "number", "Show this many of the busiest messages and their cycles, 10 by default."))
  var top: Int?

  @OptionGroup var order: RecordOrder

  @Flag(help: "Show each of the records that repeat.")
  var all = false

  @Flag(help: "Answer with the number of records only.")
  var count = false

  @Flag(help: "Keep showing new records, until Ctrl-C.")
  var follow = false

  @Option(help: .value("what", "Exit with status 1 if there is a record of this kind."))
  var failOn: EventWord?

  @Option(
    help: .value("format", "Write a trace for ui.perfetto.dev, or spans of OpenTelemetry as JSON."))
  var format: Format?

  @OptionGroup var output: OutputOptions

  /// A format of traces that other tools read.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case perfetto
    case otlp
  }

  func validate() throws {
    try failOn?.validate()
    if let top {
      if top < 1 { throw ValidationError("--top \(top): give a number from 1") }
      let others = [
        ("--what", !choice.what.isEmpty), ("--format", format != nil), ("--follow", follow),
        ("--newest-first", order.newestFirst),
        ("--count", count), ("--fail-on", failOn != nil), ("--limit", order.limit != nil),
        ("--slower", slower != nil),
      ]
      if let (name, _) = others.first(where: \.1) {
        throw ValidationError("--top counts messages, not records: leave out \(name)")
      }
    }
    if follow, order.newestFirst {
      throw ValidationError("--follow shows records as they come: leave out --newest-first")
    }
    guard let format, output.json || follow || count else { return }
    throw ValidationError(
      "--format \(format.rawValue) answers alone: leave out --json, --count and --follow")
  }

  func answer(_ view: inout View) throws -> Answer {
    let look = try view.journal()
    let contents = look.contents
    let types = JournalTypes(of: contents)
    var filter = try choice.filter(in: look)
    if let selector {
      filter.models = try JournalSubject(look, types).models(selector.selector, in: view)
    }
    filter.origin = try cause.map { try contents.kept($0) }
    filter.outcome = try ledTo.map { try contents.kept($0) }
    filter.longerThan = try slower?.nanoseconds()
    if let moment = view.moment { filter.last = min(filter.last, moment) }
    let numbers = filter.numbers(in: contents)
    if let top { return ActivityReport(contents, numbers, types).answer(limit: top) }
    let hasFindings =
      failOn?.event.map { event in numbers.contains { contents.event(of: $0) == event } } ?? false
    if count { return .count(numbers.count, hasFindings: hasFindings) }
    let usual = output.json || format != nil ? Int.max : 50
    let limit = order.limit?.number ?? view.session?.settings.limit?.number ?? usual
    var answer =
      try format.map { try trace(Array(numbers.suffix(limit)), contents, types, $0, view) }
      ?? self.answer(numbers, limit: limit, contents, types) { text, earlier in
        if numbers.isEmpty { text.line("no such record") }
        if contents.droppedCount > 0 {
          text.line("\(counted(contents.droppedCount, "earlier record")) dropped", .dim)
        }
        if earlier > 0 {
          text.line("\(counted(earlier, "earlier record")); --limit all shows them", .dim)
        }
      }
    answer.hasFindings = hasFindings
    if contents.namesLost > 0, format == nil {
      view.note(
        "note: \(counted(contents.namesLost, "name")) did not fit into the journal and are shown as "
          + "'…'; a journal with more bytes keeps them")
    }
    if follow {
      if !view.kind.isLive { throw Self.endsHere(view.kind) }
      answer.parts = later(filter, contents.records.upperBound, types)
    }
    return answer
  }

  /// Why no more records follow.
  private static func endsHere(_ kind: TargetKind) -> ConsoleError {
    switch kind {
    case .ended: .lacks(.handlers, kind)
    case .moment: ConsoleError("--follow shows what comes, and the journal ends at the moment here")
    default:
      ConsoleError(
        "--follow waits for new records, and a file gets none; follow a running app: @NAME")
    }
  }

  /// The number of unhandled messages whose near misses are explained.
  private static let mostExplained = 10

  /// Answers with the last records.
  ///
  /// - Parameter head: Writes the text before them, given the number of omitted records.
  private func answer(
    _ numbers: [Int], limit: Int, _ contents: JournalContents, _ types: JournalTypes,
    after head: @escaping (inout StyledText, _ earlier: Int) -> Void = { _, _ in }
  ) -> Answer {
    let all = all
    return Answer(
      json: order.newestFirst
        ? newestFirst(numbers, limit: limit, contents) : Self.lines(numbers.suffix(limit), contents)
    ) { text in
      let folds =
        all || order.newestFirst
        ? [FoldedRecords(order.ordered(numbers, limit: limit)[...])]
        : contents.folded(numbers, limit: limit)
      let first = folds.first?.numbers.min() ?? .max
      head(&text, numbers.partitionIndex { $0 >= first })
      var words = RecordWords(contents: contents, types: types)
      var lost = LostMessageWords(contents, words)
      var explained = 0
      for fold in folds {
        for record in fold.numbers.lazy.compactMap({ contents[$0] }) {
          words.write(record, to: &text)
          guard explained < Self.mostExplained else { continue }
          let clauses = lost.clauses(for: record)
          for clause in clauses { text.line("                         \(clause)", .dim) }
          explained += min(clauses.count, 1)
        }
        if fold.repeats > 0 {
          let what: SafeText = fold.numbers.count == 1 ? "" : "these \(fold.numbers.count) records "
          text.line(
            "         \(what)\(fold.repeats) times more, up to #\(fold.last); --all shows each",
            .dim)
        }
      }
    }
  }

  /// One object per record, each on its own line.
  private static func lines(_ numbers: ArraySlice<Int>, _ contents: JournalContents) -> Answer.Body
  {
    .bytes(.json) { sink in
      for record in numbers.lazy.compactMap({ contents[$0] }) {
        sink.write(record.json.bytes)
        sink.write(byte: UInt8(ascii: "\n"))
      }
    }
  }

  /// One object: the number of records, and the last of them.
  private func newestFirst(
    _ numbers: [Int], limit: Int, _ contents: JournalContents
  ) -> Answer.Body {
    .json {
      .object { json in
        json.write("count", numbers.count)
        json.array(
          "records", of: order.ordered(numbers, limit: limit).lazy.compactMap({ contents[$0] })
        ) { record, json in record.write(to: &json) }
      }
    }
  }

  /// The number of earlier records that come with new ones, for context.
  private static let context = 256

  /// Later records as they arrive: asks the app for new ones every half second.
  private func later(
    _ filter: RecordFilter, _ start: Int, _ types: JournalTypes
  ) -> (inout View) throws -> Answer? {
    var (filter, types, next) = (filter, types, start)
    return { view in
      try view.pause(for: .milliseconds(500))
      let look = try view.journal(after: max(0, next - 1 - Self.context))
      let contents = look.contents
      guard contents.records.upperBound > next else { return .nothing }
      if contents.records.lowerBound > next {
        let lost = contents.records.lowerBound - next
        view.note("note: \(counted(lost, "record")) came and went meanwhile")
        types = JournalTypes(of: try view.journal().contents)
      }
      types.add(contents)
      if let selector {
        let models = try? JournalSubject(look, types).models(selector.selector, in: view)
        filter.models = (filter.models ?? []).union(models ?? [])
      }
      if let message = choice.message?.rawValue {
        filter.messages = filter.messages?.union(contents.messages(named: message))
      }
      filter.first = max(next, filter.first)
      next = contents.records.upperBound
      var answer = self.answer(filter.numbers(in: contents), limit: .max, contents, types)
      answer.options = output.answerOptions
      answer.options.file = nil
      return answer
    }
  }
}

extension JournalCommand {
  /// Some arguments with the number that `--top` may leave out, even if another word follows, which the
  /// argument parser would take for it: `journal --top app.journal`.
  static func written(in arguments: [String]) -> [String] {
    zip(arguments, arguments.dropFirst() + [""]).map { option, next in
      let isNumber = next.isEmpty || next.hasPrefix("-") || Int(next) != nil
      return option == "--top" && !isNumber ? "--top=10" : option
    }
  }
}

extension JournalContents {
  /// The number of a record, if it is in the journal.
  fileprivate func kept(_ number: Int) throws(MomentError) -> Int {
    if number < records.lowerBound { throw .dropped(first: records.lowerBound) }
    if number >= records.upperBound { throw .later(last: records.upperBound - 1) }
    return number
  }
}

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
