import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// A line that is checked against the past: against each record, or against the tree whenever it
/// has changed and no handler runs.
class JournalWatch {
  fileprivate let report: MomentReport
  /// The violation; nil if there is none so far.
  fileprivate(set) var finding: Finding?

  fileprivate init(_ report: @escaping MomentReport) { self.report = report }

  /// Receives the next record.
  func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {}
  /// Whether it checks the tree and may no longer hold after a change. The tree is already changed.
  func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool { false }
  /// Checks the tree.
  func check(_ moment: RecordedMoment) {}
  /// Receives the end of the journal, with the last record.
  func finish(_ last: JournalRecord?) {}
}

/// `always` before a statement about the tree.
final class StatementWatch: JournalWatch {
  private let assertion: SpecAssertion
  private let part: Spec
  private let whole: Spec
  /// Whether it had a subject at any moment.
  private var applied = false
  private var idle: LineProblem?

  init(
    _ assertion: SpecAssertion, of part: Spec, within whole: Spec, _ report: @escaping MomentReport
  ) {
    self.assertion = assertion
    self.part = part
    self.whole = whole
    super.init(report)
  }

  override func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool {
    switch assertion.claim {
    case .limits(let limits):
      guard change.changesShape, let size = tree?.size else { return change.isWhole }
      return !limits.allSatisfy { $0.comparison.holds(size[$0.measure], $0.limit) }
    case .absent(let place, let except) where ([place] + except).allSatisfy(\.isPathOfNames):
      // Existing models and their ancestors don't change: only a new model can violate the line.
      return change.isWhole || change.arrivals.contains(where: place.lastNameFits)
    default: return true
    }
  }

  override func check(_ moment: RecordedMoment) {
    do throws(LineProblem) {
      let wrong = try moment.assertions.finding(of: assertion)
      applied = true
      if let wrong { note(wrong, moment) }
    } catch {
      if assertion.claim.subjects.contains(error.span) {
        idle = error
      } else {
        applied = true
        note(.unknown(part.problem(error, line: assertion.line)), moment)
      }
    }
  }

  private func note(_ wrong: Finding, _ moment: RecordedMoment) {
    let result = SpecResult(spec: whole, snapshot: moment.snapshot, checks: [])
    finding = .moment(report(.tree(wrong, result), moment.number, moment.record))
  }

  override func finish(_ last: JournalRecord?) {
    guard finding == nil, !applied, let idle else { return }
    let fault = SpecFault(
      .appliesNowhere, "applies to no moment of the journal: \(idle.fault.message)")
    finding = .unknown(part.problem(LineProblem(idle.span, fault), line: assertion.line))
  }
}

/// A tree below `always`. It applies to the trees whose root has its root's name.
final class TreeWatch: JournalWatch {
  private let tree: Spec
  private var roots: Set<String> = []
  private var applied = false
  /// Whether lines ask for more than the names of models.
  private let asksForAttributes: Bool
  /// Whether models without a line are allowed.
  private let allowsOthers: Bool

  init(_ tree: Spec, _ report: @escaping MomentReport) {
    self.tree = tree
    asksForAttributes = !tree.lines.allSatisfy(\.asksForNameOnly)
    allowsOthers = !tree.lines.contains { $0.completeness == .exact }
    super.init(report)
  }

  override func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool {
    if change.isWhole || asksForAttributes { return true }
    if !allowsOthers { return change.changesShape }
    let types = change.arrivals.union(change.departures)
    return self.tree.lines.contains { line in types.contains { line.pattern.fitsType($0) } }
  }

  override func check(_ moment: RecordedMoment) {
    let root = moment.snapshot[0].type
    guard tree.lines[0].pattern.fitsType(root) else {
      roots.insert(root)
      return
    }
    applied = true
    let matcher = TreeMatcher(BoundSpec(tree, moment.snapshot))
    if matcher.isMatch(line: 0, position: 0) { return }
    let result = SpecResult(spec: tree, snapshot: moment.snapshot, checks: [])
    let aligned = TreeAlignment(matcher).aligned()
    finding = .moment(report(.tree(.shape(aligned), result), moment.number, moment.record))
  }

  override func finish(_ last: JournalRecord?) {
    if applied { return }
    let line = tree.lines[0]
    let names = SpecFault.some(roots.sorted())
    let fault = SpecFault(
      .appliesNowhere, "at no moment the root is '\(line.pattern.text)'; it was \(names)")
    finding = .unknown(tree.problem(LineProblem(line.nameSpan, fault), line: line.number))
  }
}

extension SpecPlace {
  /// Whether only the types and places of models decide which are meant.
  fileprivate var isPathOfNames: Bool {
    if case .selector(let selector) = subject { selector.isPathOfNames } else { false }
  }

  fileprivate func lastNameFits(_ type: String) -> Bool {
    guard case .selector(let selector) = subject else { return false }
    return selector.lastSegmentFits(id: 0, type: type)
  }
}

extension SpecLine {
  /// Whether the line asks for nothing but a name.
  fileprivate var asksForNameOnly: Bool {
    unnamed.absent.isEmpty
      && attributes.allSatisfy { if case .mode = $0.claim { true } else { false } }
  }
}

extension ReplayedTree.Size {
  fileprivate subscript(measure: SpecLimit.Measure) -> Int {
    switch measure {
    case .depth: depth
    case .nodes: nodes
    case .children: children
    case .sessions: sessions
    }
  }
}

/// Creates a finding from a violation, its moment, and the responsible record.
typealias MomentReport = (MomentFinding.Fact, Int, JournalRecord?) -> MomentFinding

/// Keeps the first violation of a line, and counts all.
class CountingWatch: JournalWatch {
  fileprivate func note(_ fact: MomentFinding.Fact, _ record: JournalRecord, at moment: Int) {
    var first = report(fact, moment, record)
    if case .moment(let known)? = finding { first = known }
    first.count = (first.count ?? 0) + 1
    finding = .moment(first)
  }
}

/// `never uncaught`: finds messages that end this way. Messages raised from an inspector don't
/// count.
final class NeverWatch: CountingWatch {
  private let claim: NeverClaim

  init(_ claim: NeverClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    super.init(report)
  }

  override func take(_ record: JournalRecord, _ places: JournalPlaces) {
    guard record.event.name == claim.outcome, !record.isTest, let message = record.message,
      message.fits(claim.names, except: claim.exceptNames, places.messages)
    else { return }
    note(.ended, record, at: record.number)
  }
}

/// `error X => Y within 2 s`: finds messages that aren't handled, or whose handlers take longer.
/// Messages raised from an inspector don't count.
final class LimitWatch: CountingWatch {
  private let claim: RouteClaim
  private let limit: Int
  /// The messages whose outcome or end is pending: the latest record of each.
  private var open: [Int: (raise: JournalRecord, latest: JournalRecord)] = [:]

  init(_ claim: RouteClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    limit = claim.limit ?? Int.max
    super.init(report)
  }

  override func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
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
    if try !claim.allows(record, places) {
      return note(.elsewhere, record, at: record.number)
    }
    guard let took = record.nanoseconds else {
      open[raise] = (entry.raise, record)
      return
    }
    let end = record.elapsed &+ took &- entry.raise.elapsed
    if end > limit { note(.late(end), record, at: record.number) }
  }

  override func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, entry) in open.sorted(by: { $0.key < $1.key }) {
      let passed = last.elapsed &- entry.raise.elapsed
      if passed > limit {
        note(.unfinished(passed), entry.latest, at: entry.latest.number)
      }
    }
  }
}

/// `never work at Feed`, `no work within 5 s`: finds asynchronous work that doesn't end, or runs for
/// longer. Work counts for the model as it was in the tree when the work started.
final class WorkWatch: CountingWatch {
  private let claim: WorkClaim
  /// The records of work that has not ended, by number.
  private var open: [Int: JournalRecord] = [:]

  init(_ claim: WorkClaim, _ report: @escaping MomentReport) {
    self.claim = claim
    super.init(report)
  }

  override func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
    if record.event == .started {
      if let place = claim.place, try !places.names(place, record.node) { return }
      if try places.names(claim.except, record.node) { return }
      open[record.number] = record
    } else if let start = record.started.flatMap({ open.removeValue(forKey: $0) }) {
      let time = record.elapsed &- start.elapsed
      if let limit = claim.limit, time > limit {
        note(.longWork(time), start, at: record.number)
      }
    }
  }

  override func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, start) in open.sorted(by: { $0.key < $1.key }) {
      let time = last.elapsed &- start.elapsed
      if time > claim.limit ?? -1 { note(.openWork(time), start, at: last.number) }
    }
  }
}
