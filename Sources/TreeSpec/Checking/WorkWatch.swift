import TreeJournal

/// `never work at Feed`, `no work within 5 s`: finds asynchronous work that doesn't end, or runs for
/// longer. Work counts for the model as it was in the tree when the work started.
final class WorkWatch: JournalWatch {
  private let claim: WorkClaim
  private let report: MomentReport
  private var found: MomentFinding?
  /// The records of work that has not ended, by number.
  private var open: [Int: JournalRecord] = [:]

  init(_ claim: WorkClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    self.report = report
  }

  var finding: Finding? { found.map { .moment($0) } }

  func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
    if record.event == .started {
      if let place = claim.place, try !places.names(place, record.node) { return }
      if try places.names(claim.except, record.node) { return }
      open[record.number] = record
    } else if let start = record.started.flatMap({ open.removeValue(forKey: $0) }) {
      let time = record.elapsed &- start.elapsed
      if let limit = claim.limit, time > limit { note(.longWork(time), start, at: record.number) }
    }
  }

  func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, start) in open.sorted(by: { $0.key < $1.key }) {
      let time = last.elapsed &- start.elapsed
      if time > claim.limit ?? -1 { note(.openWork(time), start, at: last.number) }
    }
  }

  private func note(_ fact: MomentFinding.Fact, _ start: JournalRecord, at moment: Int) {
    var finding = found ?? report(fact, moment, start)
    finding.count = (finding.count ?? 0) + 1
    found = finding
  }
}
