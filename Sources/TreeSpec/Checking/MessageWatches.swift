import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Makes a finding of what is wrong at a moment, and the record that is to blame.
typealias MomentReport = (MomentFinding.Fact, Int, JournalRecord?) -> MomentFinding

/// `never uncaught`: looks for messages that end so. Those that an inspector raises do not count.
final class NeverWatch: JournalWatch {
  private let claim: NeverClaim
  private let report: MomentReport
  private var found: MomentFinding?

  init(_ claim: NeverClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    self.report = report
  }

  var finding: Finding? { found.map { .moment($0) } }

  func take(_ record: JournalRecord, _ places: JournalPlaces) {
    guard record.event.name == claim.outcome, !record.isTest, let message = record.message,
      message.fits(claim.names, except: claim.exceptNames, places.messages)
    else { return }
    var finding = found ?? report(.ended, record.number, record)
    finding.count = (finding.count ?? 0) + 1
    found = finding
  }

  func finish(_ last: JournalRecord?) {}
}

/// `error X => Y within 2 s`: looks for messages that are not taken, or whose handlers take longer.
/// Those that an inspector raises do not count.
final class LimitWatch: JournalWatch {
  private let claim: RouteClaim
  private let limit: Int
  private let report: MomentReport
  private var found: MomentFinding?
  /// The messages of which the outcome, or its end, is not known: the latest record of each.
  private var open: [Int: (raise: JournalRecord, latest: JournalRecord)] = [:]

  init(_ claim: RouteClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    limit = claim.limit ?? Int.max
    self.report = report
  }

  var finding: Finding? { found.map { .moment($0) } }

  func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
    if record.event == .raised {
      if claim.names(record.message, places.messages), !record.isTest {
        open[record.number] = (record, record)
      }
      return
    }
    guard let raise = record.raise, let entry = open.removeValue(forKey: raise) else { return }
    if let raisers = claim.raisers {
      guard try places.names(raisers, record.node) else { return }
      if try places.names(claim.exceptRaisers, record.node) { return }
    }
    if try !claim.allows(record, places) { return note(.elsewhere, record) }
    guard let took = record.nanoseconds else {
      open[raise] = (entry.raise, record)
      return
    }
    let end = record.elapsed &+ took &- entry.raise.elapsed
    if end > limit { note(.late(end), record) }
  }

  func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, entry) in open.sorted(by: { $0.key < $1.key }) {
      let passed = last.elapsed &- entry.raise.elapsed
      if passed > limit { note(.unfinished(passed), entry.latest) }
    }
  }

  private func note(_ fact: MomentFinding.Fact, _ record: JournalRecord) {
    var finding = found ?? report(fact, record.number, record)
    finding.count = (finding.count ?? 0) + 1
    found = finding
  }
}
