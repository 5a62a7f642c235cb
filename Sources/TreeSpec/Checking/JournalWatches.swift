import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// `always` before a statement about the tree.
final class StatementWatch: JournalWatch {
  private let assertion: SpecAssertion
  private let part: Spec
  private let whole: Spec
  private let report: MomentReport
  private(set) var finding: Finding?
  /// Whether it had a subject at any moment.
  private var applied = false
  private var idle: LineProblem?

  init(
    _ assertion: SpecAssertion, of part: Spec, within whole: Spec, _ report: @escaping MomentReport
  ) {
    self.assertion = assertion
    self.part = part
    self.whole = whole
    self.report = report
  }

  func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool {
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

  func check(_ moment: RecordedMoment) {
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

  func finish(_ last: JournalRecord?) {
    guard finding == nil, !applied, let idle else { return }
    let fault = SpecFault(
      .appliesNowhere, "applies to no moment of the journal: \(idle.fault.message)")
    finding = .unknown(part.problem(LineProblem(idle.span, fault), line: assertion.line))
  }
}

/// A tree below `always`. It applies to the trees whose root has its root's name.
final class TreeWatch: JournalWatch {
  private let tree: Spec
  private let report: MomentReport
  private(set) var finding: Finding?
  private var roots: Set<String> = []
  private var applied = false
  /// Whether lines ask for more than the names of models.
  private let asksForAttributes: Bool
  /// Whether models without a line are allowed.
  private let allowsOthers: Bool

  init(_ tree: Spec, _ report: @escaping MomentReport) {
    self.tree = tree
    self.report = report
    asksForAttributes = !tree.lines.allSatisfy(\.asksForNameOnly)
    allowsOthers = !tree.lines.contains { $0.completeness == .exact }
  }

  func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool {
    if change.isWhole || asksForAttributes { return true }
    if !allowsOthers { return change.changesShape }
    let types = change.arrivals.union(change.departures)
    return self.tree.lines.contains { line in types.contains { line.pattern.fits($0) } }
  }

  func check(_ moment: RecordedMoment) {
    let root = moment.snapshot[0].type
    guard tree.lines[0].pattern.fits(root) else {
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

  func finish(_ last: JournalRecord?) {
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

/// `never uncaught`: finds messages that end this way. Messages raised from an inspector don't
/// count.
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
}

/// `error X => Y within 2 s`: finds messages that aren't handled, or whose handlers take longer.
/// Messages raised from an inspector don't count.
final class LimitWatch: JournalWatch {
  private let claim: RouteClaim
  private let limit: Int
  private let report: MomentReport
  private var found: MomentFinding?
  /// The messages whose outcome or end is pending: the latest record of each.
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
