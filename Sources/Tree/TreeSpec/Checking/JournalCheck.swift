import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// A journal up to the moment of a check.
package struct RecordedHistory: Sendable {
  package let contents: JournalContents
  /// The numbers of the records to look at.
  package let records: Range<Int>

  /// Takes the records up to a moment; by default, all.
  package init(_ contents: JournalContents, from first: Int? = nil, upTo moment: Int? = nil) {
    self.contents = contents
    let kept = contents.records
    let start = max(kept.lowerBound, first ?? kept.lowerBound)
    records = start..<max(start, min(kept.upperBound, moment.map { $0 + 1 } ?? kept.upperBound))
  }
}

/// Checks a journal against the lines of a spec about the past. It reads the records once, in order.
struct JournalCheck {
  private let spec: Spec
  private let history: RecordedHistory
  private let words: RecordWords
  private let types: JournalTypes
  private let names: MessageNames

  init(_ spec: Spec, _ history: RecordedHistory) {
    self.spec = spec
    self.history = history
    types = JournalTypes(of: history.contents)
    words = RecordWords(contents: history.contents, types: types)
    names = history.contents.messageNames
  }

  /// A finding for each line about the past, by its place among the statements.
  func findings() -> [Int: Finding] {
    var findings: [Int: Finding] = [:]
    var watches: [JournalWatch] = []
    for (index, statement) in spec.statements.enumerated() where statement.isOfJournal {
      findings[index] = spec.finding(of: statement)
      if let problem = unknownMessages(of: statement) {
        findings[index] = spec.unknown(
          spec.fault(problem, line: statement.line), spec.finding(of: statement))
      } else {
        watches.append(JournalWatch(index, statement))
      }
    }
    if watches.isEmpty { return findings }
    do throws(MomentError) {
      try run(&watches)
    } catch {
      for watch in watches {
        findings[watch.index]?.outcome = .failed
        findings[watch.index]?.problem = "\(error)"
      }
      return findings
    }
    for watch in watches {
      guard let first = watch.first, let finding = findings[watch.index] else { continue }
      findings[watch.index] = violated(finding, first, count: watch.count)
    }
    return findings
  }

  /// A message that the journal doesn't know is probably misspelled.
  private func unknownMessages(of statement: Statement) -> LineProblem? {
    var patterns: [MessagePattern] = []
    var kinds = Message.Kind.allCases
    var span = Span(start: 0, end: 0)
    switch statement.claim {
    case .message(let claim): (patterns, kinds, span) = ([claim.name], [claim.kind], claim.nameSpan)
    case .never(let claim):
      (patterns, span) = (claim.names, claim.namesSpan)
      if case .lost(let kind) = claim.what { kinds = [kind] }
    case .service, .absent, .present, .limits: break
    }
    let known = history.contents.messages.filter { kinds.contains($0.kind) }
    for pattern in patterns where !known.contains(where: { pattern.matches($0, names) }) {
      if kinds.count == 1,
        let near = names.suggestion(
          for: MessageReference(kind: kinds[0], name: pattern.pattern.text))
      {
        return LineProblem(
          span,
          "the journal knows no \(kinds[0].rawValue) '\(pattern.pattern.text)'; did you mean '\(near)'?"
        )
      }
      let list = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
      return LineProblem(
        span, "the journal knows no '\(pattern.pattern.text)'; it knows \(Hint.some(list))")
    }
    return nil
  }

  private func run(_ watches: inout [JournalWatch]) throws(MomentError) {
    let places = try JournalPlaces(history, types, names)
    var failure: MomentError?
    var last: JournalRecord?
    history.contents.forEachRecord(in: history.records) { record in
      do throws(MomentError) {
        places.advance(to: record.number)
        for index in watches.indices { try watches[index].take(record, places) }
      } catch {
        failure = error
      }
      last = record
      return failure == nil
    }
    if let failure { throw failure }
    for index in watches.indices { watches[index].finish(last) }
  }

  // MARK: In words

  private func violated(
    _ finding: Finding, _ violation: JournalWatch.Violation, count: Int
  ) -> Finding {
    let record = violation.record
    let contents = history.contents
    let moment = contents[violation.moment] ?? record
    let times: SafeText = count > 1 ? ", \(count) times, the first" : ""
    var finding = finding
    finding.outcome = .failed
    finding.problem =
      "\(problem(violation))\(times) at moment \(moment.number), "
      + "\(WallClock.localTime(ofNanoseconds: moment.time))"
    finding.details = [words.line(record)]
    // The record of the raise has the cause.
    let origin = record.raise.flatMap { contents[$0] } ?? record
    if let reason = words.reason(origin) { finding.details.append("  \(reason)") }
    finding.details.append(
      contents.holdsTrees
        ? "'--at \(moment.number)' looks at the tree then"
        : "'journal --led-to \(moment.number)' tells what led to it")
    let name = types[record.node] ?? "…"
    finding.moment = Finding.Moment(
      number: moment.number, record: record, cause: record.cause.flatMap { contents[$0] },
      count: count,
      subject: record.message.map { "\(RecordWords.name($0)) \(record.event.name)" } ?? "\(name)")
    return finding
  }

  private func problem(_ violation: JournalWatch.Violation) -> SafeText {
    let record = violation.record
    switch violation.fact {
    case .ended: return "was \(record.event.name)"
    case .elsewhere:
      return record.event == .handled
        ? "was handled by \(words.name(record.handlerNode))"
        : "was \(record.event.name)" + (record.event == .delivered ? " to others" : "")
    case .late(let time): return "took \(RecordWords.duration(time))"
    case .unfinished(let time): return "had not returned after \(RecordWords.duration(time))"
    case .leaked: return "\(words.name(record.node)) had left and was still alive"
    }
  }
}
