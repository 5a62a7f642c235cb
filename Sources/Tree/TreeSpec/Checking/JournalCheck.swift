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
    var watches: [Int: JournalWatch] = [:]
    for (index, statement) in spec.statements.enumerated() where statement.isOfJournal {
      findings[index] = spec.finding(of: statement)
      if let problem = unknownMessage(in: statement.claim) {
        findings[index]?.fail(problem, in: spec)
      } else {
        watches[index] = JournalWatch(
          claim: statement.claim, contents: contents, reader: reader)
      }
    }
    if watches.isEmpty { return findings }
    do {
      var last: JournalRecord?
      try reader.forEachRecord { record in
        for index in watches.keys { try watches[index]?.take(record) }
        last = record
      }
      for (index, var watch) in watches {
        if let last { watch.finish(last) }
        write(watch.violations, to: &findings[index])
      }
    } catch {
      for index in watches.keys { findings[index]?.fail("\(error)") }
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
    let unknown = messages.names.first { name in
      !known.contains { name.matches($0, reader.names) }
    }
    guard let unknown else { return nil }
    let names = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
    let text = unknown.pattern.text
    return unknown.unknown(
      "the journal knows no '\(text)'", near: names.nearest(to: text), names)
  }

  private func write(
    _ violations: [(problem: SafeText, record: JournalRecord)], to finding: inout Finding?
  ) {
    guard let (problem, record) = violations.first else { return }
    let times: SafeText = violations.count > 1 ? ", \(violations.count) times, the first" : ""
    // The record of the raise has the cause.
    let reason = reader.words.reason(record.raise.flatMap { contents[$0] } ?? record)
    let details: [SafeText?] = [
      reader.words.line(record), reason.map { "  \($0)" },
      contents.holdsTrees
        ? "'--at \(record.number)' looks at the tree then"
        : "'journal --led-to \(record.number)' tells what led to it",
    ]
    finding?.fail(
      "\(problem)\(times) at moment \(record.number), \(WallClock.localTime(ofNanoseconds: record.time))"
    )
    finding?.details = details.compactMap { $0 }
    finding?.moment = Finding.Moment(
      record: record, cause: record.cause.flatMap { contents[$0] }, count: violations.count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.rawValue)" }
        ?? "\(reader.types[record.node] ?? "…")")
  }
}

/// A line about the past, with its violations so far.
private struct JournalWatch {
  let claim: Statement.Claim
  let contents: JournalContents
  let reader: JournalReader
  /// What was wrong, and the records that show it.
  var violations: [(problem: SafeText, record: JournalRecord)] = []
  /// Messages that are being handled, with the records that begin their time.
  var open: [(start: JournalRecord, record: JournalRecord)] = []
  /// The records of the models that left and are alive, in the order of leaving.
  var leaked: [JournalRecord] = []

  /// The time that handlers may take, in nanoseconds.
  private var limit: Int {
    switch claim {
    case .route(let claim): claim.limit ?? .max
    case .never(let claim): claim.limit
    case .absent, .present, .limits: .max
    }
  }

  private mutating func note(_ problem: SafeText, _ record: JournalRecord) {
    violations.append((problem, record))
  }

  mutating func take(_ record: JournalRecord) throws {
    switch claim {
    case .never(let claim) where claim.what == .leaked:
      if record.event == .leaked { leaked.append(record) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    case .never(let claim):
      guard reader.isNamed(record, by: claim.messages) else { return }
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
