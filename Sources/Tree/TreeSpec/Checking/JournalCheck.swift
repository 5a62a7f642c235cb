import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Checks a journal against the lines of a spec about the past. It reads the records once, in order.
struct JournalCheck {
  private let spec: Spec
  private let contents: JournalContents
  private let reader: JournalReader

  init(_ spec: Spec, _ history: RecordedHistory) {
    self.spec = spec
    contents = history.contents
    reader = JournalReader(history)
  }

  /// A finding for each line about the past, by its place among the statements.
  func findings() -> [Int: Finding] {
    var findings: [Int: Finding] = [:]
    var watches: [(index: Int, watch: JournalWatch)] = []
    for (index, statement) in spec.statements.enumerated() where statement.isOfJournal {
      let finding = spec.finding(of: statement)
      if let problem = unknownMessage(in: statement.claim) {
        findings[index] = spec.unknown(spec.fault(problem, line: statement.line), finding)
      } else {
        findings[index] = finding
        watches.append((index, JournalWatch(statement.claim, contents, reader)))
      }
    }
    if watches.isEmpty { return findings }
    do throws(MomentError) {
      var last: JournalRecord?
      try reader.forEachRecord { record throws(MomentError) in
        for index in watches.indices { try watches[index].watch.take(record) }
        last = record
      }
      for (index, watch) in watches {
        var watch = watch
        if let last { watch.finish(last) }
        if let first = watch.first { write(first, watch.count, to: &findings[index]) }
      }
    } catch {
      for (index, _) in watches {
        findings[index]?.outcome = .failed
        findings[index]?.problem = "\(error)"
      }
    }
    return findings
  }

  /// A message that the journal doesn't know is probably misspelled.
  private func unknownMessage(in claim: Statement.Claim) -> LineProblem? {
    let (kinds, messages): ([Message.Kind], Messages)
    switch claim {
    case .route(let claim):
      guard case .messages(let kind, let own) = claim.subject else { return nil }
      (kinds, messages) = ([kind], own)
    case .never(let claim):
      (kinds, messages) = (claim.what.kind.map { [$0] } ?? Message.Kind.allCases, claim.messages)
    case .absent, .present, .limits: return nil
    }
    let known = contents.messages.filter { kinds.contains($0.kind) }
    for name in messages.names where !known.contains(where: { name.matches($0, reader.names) }) {
      let names = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
      let text = name.pattern.text
      return LineProblem(
        name.span,
        "the journal knows no '\(text)'; "
          + (names.nearest(to: text).map { "did you mean '\($0)'?" }
            ?? "it knows \(Hint.some(names))"))
    }
    return nil
  }

  private func write(
    _ first: (problem: SafeText, record: JournalRecord), _ count: Int, to finding: inout Finding?
  ) {
    let (problem, record) = first
    let times: SafeText = count > 1 ? ", \(count) times, the first" : ""
    // The record of the raise has the cause.
    let reason = reader.words.reason(record.raise.flatMap { contents[$0] } ?? record)
    let details: [SafeText?] = [
      reader.words.line(record), reason.map { "  \($0)" },
      contents.holdsTrees
        ? "'--at \(record.number)' looks at the tree then"
        : "'journal --led-to \(record.number)' tells what led to it",
    ]
    finding?.outcome = .failed
    finding?.problem =
      "\(problem)\(times) at moment \(record.number), \(WallClock.localTime(ofNanoseconds: record.time))"
    finding?.details = details.compactMap { $0 }
    finding?.moment = Finding.Moment(
      record: record, cause: record.cause.flatMap { contents[$0] }, count: count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.rawValue)" }
        ?? "\(reader.types[record.node] ?? "…")")
  }
}

/// A line about the past, with its violations so far.
private struct JournalWatch {
  private let claim: Statement.Claim
  private let contents: JournalContents
  private let reader: JournalReader
  /// What was wrong first, and the record that shows it.
  private(set) var first: (problem: SafeText, record: JournalRecord)?
  private(set) var count = 0
  /// Messages that are being handled, with the records that begin their time.
  private var open: [(start: JournalRecord, record: JournalRecord)] = []
  /// The records of the models that left and are alive, in the order of leaving.
  private var leaked: [JournalRecord] = []

  init(_ claim: Statement.Claim, _ contents: JournalContents, _ reader: JournalReader) {
    self.claim = claim
    self.contents = contents
    self.reader = reader
  }

  private var limit: Int {
    switch claim {
    case .route(let claim): claim.limit ?? .max
    case .never(let claim): claim.limit
    case .absent, .present, .limits: .max
    }
  }

  private mutating func note(_ problem: SafeText, _ record: JournalRecord) {
    count += 1
    if first == nil { first = (problem, record) }
  }

  mutating func take(_ record: JournalRecord) throws(MomentError) {
    switch claim {
    case .never(let claim) where claim.what == .leaked:
      if record.event == .leaked { leaked.append(record) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    case .never(let claim):
      guard record.isNamed(by: claim.messages, reader.names) else { return }
      if record.event.rawValue == claim.what.rawValue {
        note("was \(record.event.rawValue)", record)
      }
      if claim.what == .slower, [.handled, .received].contains(record.event) {
        measure(record, from: record)
      }
    case .route(let claim):
      guard let isRight = try reader.isOutcome(record, of: claim) else { return }
      if isRight { return measure(record, from: record.raise.flatMap { contents[$0] } ?? record) }
      let others: SafeText =
        switch record.event {
        case .handled: " by \(reader.words.name(record.handlerNode))"
        case .delivered: " to others"
        default: ""
        }
      note("was \(record.event.rawValue)\(others)", record)
    case .absent, .present, .limits: break
    }
  }

  private mutating func measure(_ record: JournalRecord, from start: JournalRecord) {
    guard let took = record.nanoseconds else { return open.append((start, record)) }
    let time = record.elapsed &+ took &- start.elapsed
    if time > limit { note("took \(RecordWords.duration(time))", record) }
  }

  /// Takes the end of the journal.
  mutating func finish(_ last: JournalRecord) {
    for record in leaked {
      note("\(reader.words.name(record.node)) had left and was still alive", record)
    }
    for (start, record) in open {
      let passed = last.elapsed &- start.elapsed
      if passed > limit { note("had not returned after \(RecordWords.duration(passed))", record) }
    }
  }
}
