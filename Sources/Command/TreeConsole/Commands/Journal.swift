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
    a file before the last record). At a moment, the journal ends there.

    With --json: one record a line, by default all, with the keys of a journal's file, and nanoseconds \
    (missing if a handler never returned), by (the model whose handler led to it), handlerType (of an \
    object that isn't a model), and rest (receivers of an event without records of their own, by type \
    and count).
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

  /// The most records to show, unless an option says otherwise.
  private var usualLimit: Int { output.json ? .max : 50 }

  var lastRecords: Int? {
    let isFiltered =
      selector != nil || choice.isMade || cause != nil || ledTo != nil || slower != nil
    let limit = limits.limit?.number ?? usualLimit
    return isFiltered || at != nil || limit == .max ? nil : limit
  }

  func answer(_ view: inout View) throws -> Answer {
    let look = try view.journal()
    var filter = try filter(look, view)
    let limit = limits.number(view, usual: usualLimit)
    let numbers = filter.numbers(in: look.contents)
    if view.prompt.caller.isAgent { return newestFirst(numbers, limit: limit, look.contents) }
    var answer = answer(numbers, limit: limit, look.contents)
    if follow {
      if !view.kind.isLive {
        throw ConsoleError(
          "--follow waits for new records, which only a running app has: @NAME, and not at a moment"
        )
      }
      answer.parts = later(filter, look.contents.records.upperBound)
    }
    return answer
  }

  /// The filter that the options describe.
  private func filter(_ look: JournalLook, _ view: View) throws -> RecordFilter {
    let contents = look.contents
    var filter = try choice.filter(in: look)
    if let selector {
      let subject = JournalSubject(look, JournalTypes(of: contents))
      let (living, departed) = try subject.models(selector.selector, in: view)
      filter.models = Set(living + departed)
    }
    filter.origin = try cause.map { try contents.number(of: .record($0)) }
    filter.outcome = try ledTo.map { try contents.number(of: .record($0)) }
    filter.longerThan = try slower?.nanoseconds()
    if let moment = view.moment { filter.last = min(filter.last, moment) }
    return filter
  }

  /// Answers with the last records.
  private func answer(
    _ numbers: [Int], limit: Int, _ contents: JournalContents, isMore: Bool = false
  ) -> Answer {
    Answer(json: Self.lines(numbers.suffix(limit), contents)) { text in
      let records = numbers.suffix(limit).compactMap { contents[$0] }
      if !isMore {
        if numbers.isEmpty { text.line("no such record") }
        let unread = contents.unreadCount
        let dropped = contents.droppedCount - unread
        if dropped > 0 { text.line("\(counted(dropped, "earlier record")) dropped", .dim) }
        let earlier = unread + numbers.count - records.count
        if earlier > 0 {
          let ending = unread > 0 ? ", of which \(unread) were not read" : ""
          text.line("\(counted(earlier, "earlier record"))\(ending); --limit all shows them", .dim)
        }
      }
      var words = RecordWords(contents: contents, types: JournalTypes(of: contents))
      let groups =
        choice.what.isEmpty ? JournalRecord.groups(of: records) : records.map { [$0] }
      for group in groups { words.write(group[0], and: group.dropFirst(), to: &text) }
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

  /// Later records as they arrive: asks the app for new ones every half second.
  private func later(
    _ filter: RecordFilter, _ start: Int
  ) -> (inout View) throws -> Answer? {
    var (filter, next) = (filter, start)
    return { view in
      try view.pause(for: .milliseconds(500))
      let look = try view.journal()
      if !view.kind.isLive { throw AppLinkError.closed }
      let records = look.contents.records
      guard records.upperBound > next else { return .nothing }
      if records.lowerBound > next {
        view.note("note: \(counted(records.lowerBound - next, "record")) came and went meanwhile")
      }
      // New models and messages may fit the options; the journal may no longer have what they name.
      if let newer = try? self.filter(look, view) { filter = newer }
      filter.first = max(next, filter.first)
      next = records.upperBound
      var answer = self.answer(
        filter.numbers(in: look.contents), limit: .max, look.contents, isMore: true)
      answer.options = output.answerOptions
      answer.options.file = nil
      return answer
    }
  }
}
