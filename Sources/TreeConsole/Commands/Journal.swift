import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Shows what a target's journal holds.
struct JournalCommand: AnsweringCommand {
  static let commandName = "journal"
  static let abstract = "Show what happened: who raised what, who handled it, what came and went."
  static let explanation: String? = """
    Each line is a record: its number, the time, and what happened, further to the right below the \
    record that led to it. Without --limit, the last 50 are shown. A moment is a record's number \
    (1234), a time (12:03:04.5, 2026-03-01T12:03:04Z) or an age (-2s: before now, in a file before \
    the last record).

    With --json: one record a line, all of them without --limit. seq, time, what and node; raise \
    (the record of the message's raised), handler, hops, count (receivers), nanoseconds (missing \
    where a handler never returned), parent, type, message, service, representation, source, \
    cause (the record during whose handler it happened), by (the model whose handler that was), \
    test, handlerType (of an object that is no model) and tree.
    """
  static let examples = [
    "", "MainFlow --since -10s", "--what uncaught --json", "--message badToken", "--cause 17",
    "--format perfetto -o app.pftrace",
    "--led-to 29",
  ]
  static let needs: Capability? = .journal

  @Argument(help: "Only what these models did, or what was done to them.")
  var selector: ModelSelector?

  @OptionGroup var choice: RecordChoice

  @Option(help: ArgumentHelp("Only what this record led to.", valueName: "record"))
  var cause: Int?

  @Option(help: ArgumentHelp("Only what led to this record.", valueName: "record"))
  var ledTo: Int?

  @Option(help: ArgumentHelp("Show at most this many records, the last ones, or all."))
  var limit: Limit?

  @Flag(help: "Answer with the number of records only.")
  var count = false

  @Flag(help: "Go on with what happens from now on, until Ctrl-C.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "End with status 1 where such a record is among them.", valueName: "what"))
  var failOn: EventWord?

  @Option(
    help: ArgumentHelp(
      "Answer in the format of another tool: perfetto, a trace that ui.perfetto.dev opens, or otlp, "
        + "spans of OpenTelemetry as JSON.", valueName: "format"))
  var format: TraceFormat?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try failOn?.validate()
    guard let format, output.json || follow || count else { return }
    throw ValidationError(
      "--format \(format.rawValue) answers alone: leave out --json, --count and --follow")
  }

  func run(in context: CommandContext) throws {
    let look = try context.target.journal()
    let contents = look.contents
    let types = JournalTypes(of: contents)
    var filter = try choice.filter(in: look)
    if let selector { filter.models = try JournalSubject(look, types).models(selector, context) }
    filter.origin = try cause.map { try contents.kept($0) }
    filter.outcome = try ledTo.map { try contents.kept($0) }
    let found = filter.numbers(in: contents)
    if let event = failOn?.event, found.contains(where: { contents.event(of: $0) == event }) {
      context.hasFindings = true
    }
    if count {
      return ListOptions.answer(found.count, output, to: context.output)
    }
    let usual = output.json || format != nil ? Int.max : 50
    let shown = found.suffix(limit?.number ?? context.session.settings.limit?.number ?? usual)
    if let format {
      return try TraceAnswer(records: Array(shown), contents: contents, types: types)
        .write(format, output, in: context)
    }
    var report = JournalReport(contents: contents, types: types)
    if output.json {
      context.output.write(JournalLines(records: shown, contents: contents))
    } else {
      var text = StyledText(isColored: output.isColored(context))
      report.writeHead(shown: shown.count, of: found.count, to: &text)
      for record in shown.compactMap({ contents[$0] }) { report.write(record, to: &text) }
      context.output.write(text)
    }
    if contents.namesLost > 0 {
      context.output.note(
        "note: \(counted(contents.namesLost, "name")) did not fit into the journal; '…' stands for "
          + "them, and more bytes would do")
    }
    if follow { try go(on: filter, from: contents.records.upperBound, types, in: context) }
  }

  /// Shows later records as they come: every half second, the app is asked for what is new.
  private func go(
    on filter: RecordFilter, from start: Int, _ types: JournalTypes, in context: CommandContext
  ) throws {
    guard context.target.kind.isLive else {
      throw ConsoleError.lacks(.handlers, context.target.kind)
    }
    var (filter, types) = (filter, types)
    var next = start
    while true {
      try context.output.flush()
      try context.pause(for: .milliseconds(500))
      // Some of those before say what the new ones are part of.
      let look = try context.target.journal(after: max(0, next - 1 - Self.context))
      let contents = look.contents
      guard contents.records.upperBound > next else { continue }
      if contents.records.lowerBound > next {
        let lost = contents.records.lowerBound - next
        context.output.note("note: \(counted(lost, "record")) came and went meanwhile")
        types = JournalTypes(of: try context.target.journal().contents)
      }
      types.add(contents)
      if let selector {
        let subject = JournalSubject(look, types)
        let models = try? subject.models(selector, context)
        filter.models = (filter.models ?? []).union(models ?? [])
      }
      if let message = choice.message {
        filter.messages = filter.messages?.union(contents.messages(named: message))
      }
      filter.first = max(next, filter.first)
      let found = filter.numbers(in: contents)
      next = contents.records.upperBound
      guard !found.isEmpty else { continue }
      if output.json {
        context.output.write(JournalLines(records: found[...], contents: contents))
      } else {
        var report = JournalReport(contents: contents, types: types)
        var text = StyledText(isColored: output.isColored(context))
        for record in found.compactMap({ contents[$0] }) { report.write(record, to: &text) }
        context.output.write(text)
      }
    }
  }

  /// So many earlier records come with the new ones.
  private static let context = 256
}

extension JournalContents {
  /// The number of a record that is kept.
  fileprivate func kept(_ number: Int) throws(MomentError) -> Int {
    if number < records.lowerBound { throw .dropped(first: records.lowerBound) }
    if number >= records.upperBound { throw .later(last: records.upperBound - 1) }
    return number
  }
}

/// The options that choose records.
struct RecordChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only records of this message: a code, a label, a domain or Domain.code.",
      valueName: "message"))
  var message: String?

  @Option(
    help: ArgumentHelp(
      "Only such records, as 'raised' or 'uncaught'; may be given again.", valueName: "what"))
  var what: [EventWord] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only from this moment on.", valueName: "moment"))
  var since: MomentWord?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only up to this moment.", valueName: "moment"))
  var until: MomentWord?

  func validate() throws {
    for word in what { try word.validate() }
  }

  /// What the options choose.
  func filter(in look: JournalLook) throws -> RecordFilter {
    var filter = RecordFilter(events: Set(what.compactMap(\.event)))
    if let message {
      let messages = look.contents.messages(named: message)
      if messages.isEmpty {
        let names = look.contents.messages.flatMap(look.contents.names(of:))
        throw ConsoleError.unknown(
          .journalMessage, message, nearest: names.sorted().nearest(to: message))
      }
      filter.messages = messages
    }
    if let since { filter.first = try since.first(in: look) }
    if let until { filter.last = try look.number(of: until) }
    return filter
  }
}

extension MomentWord {
  /// The number of the first record from the moment on; a time before the first one means all of them.
  func first(in look: JournalLook) throws -> Int {
    do throws(MomentError) {
      let moment = try self.moment()
      let number = try look.contents.number(of: moment, now: look.now)
      if case .record = moment { return number }
      return number + 1
    } catch {
      switch error {
      case .before, .dropped: return 1
      default: throw error
      }
    }
  }
}

/// A kind of record on a command line.
struct EventWord: RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  static var allValueStrings: [String] { JournalEvent.allCases.map(\.name) }

  /// The kind of record; nil where the word is none.
  var event: JournalEvent? { JournalEvent.allCases.first { $0.name == rawValue } }

  /// Checks that the word is a kind of record.
  func validate() throws {
    if event != nil { return }
    let known = Self.allValueStrings
    throw ValidationError(
      ConsoleError.unknown(
        .recordKind(known), rawValue, nearest: known.nearest(to: rawValue)
      ).description)
  }
}

/// Records as JSON, one a line.
struct JournalLines: WrittenAnswer {
  let records: ArraySlice<Int>
  let contents: JournalContents

  func write(to sink: inout some ByteSink & ~Copyable) {
    for record in records.lazy.compactMap({ contents[$0] }) {
      record.json.bytes.withUnsafeBufferPointer { sink.write($0) }
      sink.write(byte: UInt8(ascii: "\n"))
    }
  }
}

extension JournalContents {
  /// The messages and whole domains that a word names, without their labels; none if the journal has none of
  /// that name. Costs a look at each name.
  fileprivate func messages(named word: String) -> Set<JournalMessage> {
    Set(messages.filter { names(of: $0).contains(word) }.map(\.unlabeled))
  }

  /// What a message may be called: by its domain, or by its code or label, with its domain and kind or without.
  fileprivate func names(of message: JournalMessage) -> [String] {
    let bare = message.message.map(messageNames.names) ?? []
    let full = bare.map { "\(message.domain).\($0)" }
    return [message.domain] + bare + full + full.map { "\(message.kind.rawValue) \($0)" }
  }
}
