import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Checks a journal against the lines of a spec about the past. It reads the records once, in order.
struct JournalCheck {
  private let spec: Spec
  private let history: RecordedHistory
  private let reader: JournalReader

  init(_ spec: Spec, _ history: RecordedHistory) {
    self.spec = spec
    self.history = history
    reader = JournalReader(history)
  }

  /// A finding for each line about the past, by its place among the statements.
  func findings() -> [Int: Finding] {
    var findings: [Int: Finding] = [:]
    var watches: [JournalWatch] = []
    for (index, statement) in spec.statements.enumerated() where statement.isOfJournal {
      let finding = spec.finding(of: statement)
      if let problem = unknownMessages(of: statement) {
        findings[index] = spec.unknown(spec.fault(problem, line: statement.line), finding)
      } else {
        findings[index] = finding
        watches.append(JournalWatch(index: index, claim: statement.claim, reader: reader))
      }
    }
    if watches.isEmpty { return findings }
    do throws(MomentError) {
      var last: JournalRecord?
      try reader.forEachRecord { record throws(MomentError) in
        for index in watches.indices { try watches[index].take(record) }
        last = record
      }
      for index in watches.indices {
        if let last { watches[index].finish(last) }
        write(watches[index], to: &findings)
      }
    } catch {
      for watch in watches {
        findings[watch.index]?.outcome = .failed
        findings[watch.index]?.problem = "\(error)"
      }
    }
    return findings
  }

  /// A message that the journal doesn't know is probably misspelled.
  private func unknownMessages(of statement: Statement) -> LineProblem? {
    var patterns: [MessagePattern] = []
    var kinds = Message.Kind.allCases
    var span = Span(start: 0, end: 0)
    switch statement.claim {
    case .route(let claim):
      guard case .message(let kind, let name, _) = claim.subject else { return nil }
      (patterns, kinds, span) = ([name], [kind], claim.subjectSpan)
    case .never(let claim):
      (patterns, span) = (claim.names, claim.namesSpan)
      if case .lost(let kind) = claim.what { kinds = [kind] }
    case .absent, .present, .limits: break
    }
    let known = history.contents.messages.filter { kinds.contains($0.kind) }
    for pattern in patterns where !known.contains(where: { pattern.matches($0, reader.names) }) {
      let text = pattern.pattern.text
      if kinds.count == 1,
        let near = reader.names.suggestion(for: MessageReference(kind: kinds[0], name: text))
      {
        return LineProblem(
          span, "the journal knows no \(kinds[0].rawValue) '\(text)'; did you mean '\(near)'?")
      }
      let list = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
      return LineProblem(span, "the journal knows no '\(text)'; it knows \(Hint.some(list))")
    }
    return nil
  }

  private func write(_ watch: JournalWatch, to findings: inout [Int: Finding]) {
    guard let (problem, record) = watch.first else { return }
    let contents = history.contents
    let times: SafeText = watch.count > 1 ? ", \(watch.count) times, the first" : ""
    var details = [reader.words.line(record)]
    // The record of the raise has the cause.
    let origin = record.raise.flatMap { contents[$0] } ?? record
    if let reason = reader.words.reason(origin) { details.append("  \(reason)") }
    details.append(
      contents.holdsTrees
        ? "'--at \(record.number)' looks at the tree then"
        : "'journal --led-to \(record.number)' tells what led to it")
    findings[watch.index]?.outcome = .failed
    findings[watch.index]?.problem =
      "\(problem)\(times) at moment \(record.number), "
      + "\(WallClock.localTime(ofNanoseconds: record.time))"
    findings[watch.index]?.details = details
    findings[watch.index]?.moment = Finding.Moment(
      record: record, cause: record.cause.flatMap { contents[$0] }, count: watch.count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.rawValue)" }
        ?? "\(reader.types[record.node] ?? "…")")
  }
}

/// A line about the past, with its violations so far.
private struct JournalWatch {
  let index: Int
  let claim: Statement.Claim
  let reader: JournalReader
  /// What was wrong first, and the record that shows it.
  private(set) var first: (problem: SafeText, record: JournalRecord)?
  private(set) var count = 0
  /// The latest record of each message whose outcome or end is to come, by the number of its raise.
  private var open: [Int: (raise: JournalRecord, latest: JournalRecord)] = [:]
  /// The records of the models that left and are alive, in the order of leaving.
  private var leaked: [JournalRecord] = []

  init(index: Int, claim: Statement.Claim, reader: JournalReader) {
    self.index = index
    self.claim = claim
    self.reader = reader
  }

  private mutating func note(_ problem: SafeText, _ record: JournalRecord) {
    count += 1
    if first == nil { first = (problem, record) }
  }

  mutating func take(_ record: JournalRecord) throws(MomentError) {
    switch claim {
    case .never(let claim): takeNever(claim, record)
    case .route(let claim): try takeLimited(claim, record)
    case .absent, .present, .limits: break
    }
  }

  private mutating func takeNever(_ claim: NeverClaim, _ record: JournalRecord) {
    func isNamed() -> Bool {
      record.isNamed(by: claim.names, except: claim.exceptNames, reader.names)
    }
    switch claim.what {
    case .leaked:
      if record.event == .leaked { leaked.append(record) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    case .lost(let kind):
      guard record.event.rawValue == kind.outcomes.lost, isNamed() else { return }
      note("was \(record.event.rawValue)", record)
    case .slower(let limit):
      guard [.handled, .received].contains(record.event), isNamed() else { return }
      if let time = record.nanoseconds {
        if time > limit { note("took \(RecordWords.duration(time))", record) }
      } else {
        open[record.number] = (record, record)
      }
    }
  }

  private mutating func takeLimited(
    _ claim: RouteClaim, _ record: JournalRecord
  ) throws(MomentError) {
    if record.event == .raised {
      if claim.names(record, reader.names) { open[record.number] = (record, record) }
      return
    }
    guard let raise = record.raise, let entry = open.removeValue(forKey: raise) else { return }
    if try !reader.isRaiser(of: claim, record.node) { return }
    if try !reader.allows(claim, record) {
      let others: SafeText =
        switch record.event {
        case .handled: " by \(reader.words.name(record.handlerNode))"
        case .delivered: " to others"
        default: ""
        }
      return note("was \(record.event.rawValue)\(others)", record)
    }
    guard let took = record.nanoseconds else {
      open[raise] = (entry.raise, record)
      return
    }
    let time = record.elapsed &+ took &- entry.raise.elapsed
    if time > claim.limit ?? .max { note("took \(RecordWords.duration(time))", record) }
  }

  /// Takes the end of the journal.
  mutating func finish(_ last: JournalRecord) {
    for record in leaked {
      note("\(reader.words.name(record.node)) had left and was still alive", record)
    }
    let limit: Int? =
      switch claim {
      case .route(let claim): claim.limit
      case .never(let claim): if case .slower(let time) = claim.what { time } else { nil }
      case .absent, .present, .limits: nil
      }
    for (_, entry) in open.sorted(by: { $0.key < $1.key }) {
      let passed = last.elapsed &- entry.raise.elapsed
      if passed > limit ?? .max {
        note("had not returned after \(RecordWords.duration(passed))", entry.latest)
      }
    }
  }
}
