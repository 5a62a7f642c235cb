import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Checks a journal against the lines of a spec about the past, each in one pass over the records.
struct JournalCheck {
  private let contents: JournalContents
  private let reader: JournalReader

  init(_ history: RecordedHistory) {
    contents = history.contents
    reader = JournalReader(history)
  }

  /// Checks a line about the past; sets what is wrong with it.
  func check(_ statement: Statement, _ finding: inout Finding) throws(LineProblem) {
    let violations: Result<[Violation], any Error>
    switch statement.claim {
    case .route(let claim) where claim.limit != nil:
      try requireKnown(claim.subject, claim.kind)
      violations = Result { try self.violations(of: claim) }
    case .never(let claim):
      try requireKnown(claim.messages, claim.what.kind)
      violations = Result { try self.violations(of: claim) }
    case .route, .absent, .present, .limits: return
    }
    switch violations {
    case .success(let violations): write(violations, to: &finding)
    case .failure(let error): finding.fail("\(error)")
    }
  }

  /// A message that the journal doesn't know is probably misspelled.
  private func requireKnown(
    _ messages: Listed<NamePattern>, _ kind: Message.Kind?
  ) throws(LineProblem) {
    let known = contents.messages.filter { $0.kind == kind ?? $0.kind }
    let unknown = messages.names.first { name in
      !known.contains { name.matches($0, reader.names) }
    }
    guard let unknown else { return }
    let names = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
    throw unknown.unknown(
      "the journal knows no '\(unknown.text)'", near: names.nearest(to: unknown.text), names)
  }

  // MARK: Violations

  /// What was wrong, and the record that shows it.
  private typealias Violation = (problem: SafeText, record: JournalRecord)

  private func violations(of claim: NeverClaim) throws -> [Violation] {
    if claim.what == .leaked { return try leaks() }
    var violations: [Violation] = []
    var times = HandlingTimes(limit: claim.limit)
    try reader.forEachRecord { record in
      times.last = record
      guard reader.isNamed(record, by: claim.messages) else { return }
      if record.event.rawValue == claim.what.rawValue {
        violations.append(("was \(record.event.rawValue)", record))
      }
      if claim.what == .slower, [.handled, .received].contains(record.event) {
        times.add(record, from: record)
      }
    }
    return violations + times.violations
  }

  /// The models that left and are alive, in the order of leaving.
  private func leaks() throws -> [Violation] {
    var leaked: [JournalRecord] = []
    try reader.forEachRecord { record in
      if record.event == .leaked { leaked.append(record) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    }
    return leaked.map { ("\(reader.words.name($0.node)) had left and was still alive", $0) }
  }

  private func violations(of claim: RouteClaim) throws -> [Violation] {
    var violations: [Violation] = []
    var times = HandlingTimes(limit: claim.limit ?? .max)
    try reader.forEachRecord { record in
      times.last = record
      guard let isRight = try reader.isOutcome(record, of: claim) else { return }
      if isRight {
        return times.add(record, from: record.raise.flatMap { contents[$0] } ?? record)
      }
      let others: SafeText =
        switch record.event {
        case .handled: " by \(reader.words.name(record.handlerNode))"
        case .delivered: " to others"
        default: ""
        }
      violations.append(("was \(record.event.rawValue)\(others)", record))
    }
    // The first is shown, with the number of all.
    return (violations + times.violations).sorted { $0.record.number < $1.record.number }
  }

  private func write(_ violations: [Violation], to finding: inout Finding) {
    guard let (problem, record) = violations.first else { return }
    let times: SafeText = violations.count > 1 ? ", \(violations.count) times, the first" : ""
    // The record of the raise has the cause.
    let reason = reader.words.reason(record.raise.flatMap { contents[$0] } ?? record)
    finding.fail(
      "\(problem)\(times) at moment \(record.number), \(WallClock.localTime(ofNanoseconds: record.time))"
    )
    finding.details =
      [reader.words.line(record)] + (reason.map { ["  \($0)"] } ?? [])
      + [
        contents.holdsTrees
          ? "'--at \(record.number)' looks at the tree then"
          : "'journal --led-to \(record.number)' tells what led to it"
      ]
    finding.moment = Finding.Moment(
      record: record, cause: record.cause.flatMap { contents[$0] }, count: violations.count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.rawValue)" }
        ?? "\(reader.types[record.node] ?? "…")")
  }
}

/// The messages that were handled for longer than a limit in nanoseconds, or still are.
private struct HandlingTimes {
  let limit: Int
  /// The journal's last record so far.
  var last: JournalRecord?
  private var handled: [(start: JournalRecord, record: JournalRecord)] = []

  init(limit: Int) { self.limit = limit }

  mutating func add(_ record: JournalRecord, from start: JournalRecord) {
    if let took = record.nanoseconds, record.elapsed &+ took &- start.elapsed <= limit { return }
    handled.append((start, record))
  }

  var violations: [(problem: SafeText, record: JournalRecord)] {
    handled.compactMap { start, record in
      let end = record.nanoseconds.map { record.elapsed &+ $0 } ?? last?.elapsed ?? 0
      let time = RecordWords.duration(end &- start.elapsed)
      if end &- start.elapsed <= limit { return nil }
      return (record.nanoseconds == nil ? "had not returned after \(time)" : "took \(time)", record)
    }
  }
}
