import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink

/// Shows a target's journal.
struct JournalCommand: FormattedQuestion {
  static let commandName = "journal"
  static let abstract = "Show what happened: who raised what, who handled it, what came and went."
  static let explanation: String? = """
    Each line is a record: its number, the time, and what happened, indented below the record that \
    led to it. By default, the last 50 are shown, those that set up a model in one line. A moment is \
    a record's number (1234), a time (12:03:04.5, 2026-03-01T12:03:04Z) or an age (-2s: before now, in \
    a file before the last record). Below a message that no model took are the models that had ended \
    their subscriptions to it, or made one later. At a moment, the journal ends there.

    With --json: one record a line, by default all. seq, time, what and node; raise (the number of \
    its `raised` record), handler, hops, count (receivers), nanoseconds (missing if a handler never \
    returned), parent, type, message, service, representation, source, cause (the record during \
    whose handler it happened), by (the model whose handler that was), test, handlerType (of an \
    object that isn't a model) and tree; words of an action; of a raise, context, underlying (the error \
    that led to it) and value (if the journal keeps values); of an event, rest (receivers without \
    records of their own, by type and count); of work, started (the number of its `started` record) and \
    outcome (answered, failed, cancelled, or dropped if its model had left).
    """
  static let examples = [
    "", "MainFlow --since -10s", "--what uncaught --json", "--message badToken", "--cause 17",
    "--led-to 29", "--slower 50ms",
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

  @Flag(help: "Keep showing new records, until Ctrl-C.")
  var follow = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

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
    let limit = limits.number(view, usual: output.json ? .max : 50)
    if view.prompt.caller.isAgent { return newestFirst(numbers, limit: limit, contents) }
    var answer = self.answer(numbers, limit: limit, contents, types) { text, earlier in
      if numbers.isEmpty { text.line("no such record") }
      if contents.droppedCount > 0 {
        text.line("\(counted(contents.droppedCount, "earlier record")) dropped", .dim)
      }
      if earlier > 0 {
        text.line("\(counted(earlier, "earlier record")); --limit all shows them", .dim)
      }
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
    Answer(json: Self.lines(numbers.suffix(limit), contents)) { text in
      let records = numbers.suffix(limit).compactMap { contents[$0] }
      head(&text, numbers.count - records.count)
      var words = RecordWords(contents: contents, types: types)
      var lost = LostMessageWords(contents, words)
      var explained = 0
      let groups =
        choice.what.isEmpty ? JournalRecord.groups(of: records) : records.map { [$0] }
      for group in groups {
        words.write(group[0], and: group.dropFirst(), to: &text)
        guard explained < Self.mostExplained else { continue }
        let clauses = lost.clauses(for: group[0])
        for clause in clauses { text.line("                         \(clause)", .dim) }
        explained += min(clauses.count, 1)
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

  /// One object: the number of records, and the last of them, the newest first. An agent reads it page by
  /// page.
  private func newestFirst(_ numbers: [Int], limit: Int, _ contents: JournalContents) -> Answer {
    Answer(
      body: .json {
        .object { json in
          json.write("count", numbers.count)
          let records = numbers.suffix(limit).reversed().lazy.compactMap { contents[$0] }
          json.array("records", of: records) { record, json in record.write(to: &json) }
        }
      })
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
      guard contents.records.upperBound > next else {
        if view.kind == .ended { throw AppLinkError.closed }
        return .nothing
      }
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

extension JournalContents {
  /// The number of a record, if it is in the journal.
  fileprivate func kept(_ number: Int) throws(MomentError) -> Int {
    if number < records.lowerBound { throw .dropped(first: records.lowerBound) }
    if number >= records.upperBound { throw .later(last: records.upperBound - 1) }
    return number
  }
}
