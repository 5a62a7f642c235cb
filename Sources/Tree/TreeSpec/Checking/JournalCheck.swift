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
    do {
      switch statement.claim {
      case .route(let claim) where claim.limit != nil:
        try requireKnown(claim.subject, claim.kind)
        write(try violations(limit: claim.limit ?? .max) { try judge($0, claim) }, to: &finding)
      case .never(let claim) where claim.what == .leaked: write(try leaks(), to: &finding)
      case .never(let claim):
        try requireKnown(claim.messages, claim.what.kind)
        write(try violations(limit: claim.limit) { judge($0, claim) }, to: &finding)
      case .route, .absent, .present, .limits: break
      }
    } catch let problem as LineProblem {
      throw problem
    } catch {
      finding.fail("\(error)")
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

  /// What a record is to a line.
  private enum Verdict {
    case wrong(SafeText)
    /// Its message was handled, or still is, since another record.
    case handled(since: JournalRecord)
  }

  private func violations(
    limit: Int, _ judge: (JournalRecord) throws -> Verdict?
  ) throws -> [Violation] {
    var violations: [Violation] = []
    var open: [(start: JournalRecord, record: JournalRecord)] = []
    var last: JournalRecord?
    try reader.forEachRecord { record in
      last = record
      switch try judge(record) {
      case .wrong(let problem): violations.append((problem, record))
      case .handled(let start):
        guard let took = record.nanoseconds else { return open.append((start, record)) }
        let time = record.elapsed &+ took &- start.elapsed
        if time > limit { violations.append(("took \(RecordWords.duration(time))", record)) }
      case nil: break
      }
    }
    for (start, record) in open {
      let time = (last ?? record).elapsed &- start.elapsed
      if time <= limit { continue }
      violations.append(("had not returned after \(RecordWords.duration(time))", record))
    }
    return violations
  }

  private func judge(_ record: JournalRecord, _ claim: NeverClaim) -> Verdict? {
    if !reader.isNamed(record, by: claim.messages) { return nil }
    if record.event.rawValue == claim.what.rawValue { return .wrong("was \(claim.what.rawValue)") }
    let isHandled = claim.what == .slower && [.handled, .received].contains(record.event)
    return isHandled ? .handled(since: record) : nil
  }

  private func judge(_ record: JournalRecord, _ claim: RouteClaim) throws -> Verdict? {
    guard let isRight = try reader.isOutcome(record, of: claim) else { return nil }
    if isRight { return .handled(since: record.raise.flatMap { contents[$0] } ?? record) }
    let others: SafeText =
      switch record.event {
      case .handled: " by \(reader.words.name(record.handlerNode))"
      case .delivered: " to others"
      default: ""
      }
    return .wrong("was \(record.event.rawValue)\(others)")
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

  private func write(_ violations: [Violation], to finding: inout Finding) {
    guard let (problem, record) = violations.first else { return }
    let times: SafeText = violations.count > 1 ? ", \(violations.count) times, the first" : ""
    // The record of the raise has the cause.
    let reason = reader.words.reason(record.raise.flatMap { contents[$0] } ?? record)
    finding.fail(
      "\(problem)\(times) at moment \(record.number), \(WallClock.localTime(ofNanoseconds: record.time))"
    )
    let next: SafeText =
      contents.holdsTrees
      ? "'--at \(record.number)' looks at the tree then"
      : "'journal --led-to \(record.number)' tells what led to it"
    finding.details = [reader.words.line(record)] + (reason.map { ["  \($0)"] } ?? []) + [next]
    finding.moment = Finding.Moment(
      record: record, cause: record.cause.flatMap { contents[$0] }, count: violations.count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.rawValue)" }
        ?? "\(reader.types[record.node] ?? "…")")
  }
}
