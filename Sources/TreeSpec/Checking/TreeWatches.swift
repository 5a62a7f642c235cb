import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// `always` before a statement about the tree.
final class StatementWatch: TreeCheckingWatch {
  private let assertion: SpecAssertion
  private let part: Spec
  private let whole: Spec
  private let report: MomentReport
  private(set) var finding: Finding?
  /// Whether it was about something at some moment.
  private var applied = false
  private var idle: LineProblem?
  /// How many models may be attached before a limit can be passed.
  private var slack = 0

  init(
    _ assertion: SpecAssertion, of part: Spec, within whole: Spec, _ report: @escaping MomentReport
  ) {
    self.assertion = assertion
    self.part = part
    self.whole = whole
    self.report = report
  }

  func mayChange(by change: PendingChange) -> Bool {
    if change.isWhole { return true }
    switch assertion.claim {
    case .absent(let place, let except):
      let selectors = ([place] + except).map { place -> Selector? in
        if case .selector(let selector) = place.subject, selector.isPathOfNames {
          selector
        } else {
          nil
        }
      }
      guard !selectors.contains(nil), let selector = selectors[0] else { return true }
      // What is moved nowhere can only come.
      return change.attached.contains { selector.lastSegmentFits(id: 0, type: $0) }
    case .limits(let limits):
      if !limits.allSatisfy(\.isUpper) { return change.changesShape }
      slack -= change.attachedCount
      return slack < 0
    case .service: return change.changesShape || change.events.contains(.provided)
    case .route: return true
    default: return true
    }
  }

  func check(_ moment: RecordedMoment) {
    do throws(LineProblem) {
      let found = try moment.assertions.finding(of: assertion)
      applied = true
      if let found { return note(found, moment) }
      if case .limits(let limits) = assertion.claim {
        let measures = TreeMeasures(moment.snapshot)
        slack = limits.map { $0.limit - measures[$0.measure] - 1 }.min() ?? 0
      }
    } catch {
      if assertion.claim.subjects.contains(error.span) {
        idle = error
      } else {
        applied = true
        note(.unknown(part.problem(error, line: assertion.line)), moment)
      }
    }
  }

  private func note(_ found: Finding, _ moment: RecordedMoment) {
    let result = SpecResult(spec: whole, snapshot: moment.snapshot, checks: [])
    finding = .moment(report(.tree(found, result), moment.moment, moment.record))
  }

  func finish(_ last: JournalRecord?) {
    guard finding == nil, !applied, let idle else { return }
    finding = .unknown(
      part.problem(LineProblem(idle.span, .neverThere(idle.fault)), line: assertion.line))
  }
}

/// A tree below `always`. It is held against the trees whose root has the name of its own.
final class TreeWatch: TreeCheckingWatch {
  private let tree: Spec
  private let report: MomentReport
  private(set) var finding: Finding?
  private var roots: Set<String> = []
  private var applied = false
  private let asksForMore: Bool

  init(_ tree: Spec, _ report: @escaping MomentReport) {
    self.tree = tree
    self.report = report
    asksForMore = tree.lines.contains {
      !$0.attributes.places.isEmpty || !$0.unnamed.absent.isEmpty
    }
  }

  func mayChange(by change: PendingChange) -> Bool {
    change.isWhole || asksForMore || change.changesShape
  }

  func check(_ moment: RecordedMoment) {
    let bound = BoundSpec(tree, moment.snapshot)
    guard bound.fits(bound.lines[0].name, moment.snapshot.columns.nodes.fixed[0].type) else {
      roots.insert(moment.snapshot.root.type)
      return
    }
    applied = true
    let matcher = TreeMatcher(bound)
    if matcher.isMatch(line: 0, position: 0) { return }
    let result = SpecResult(spec: tree, snapshot: moment.snapshot, checks: [])
    let aligned = TreeAlignment(matcher).aligned()
    finding = .moment(report(.tree(.shape(aligned), result), moment.moment, moment.record))
  }

  func finish(_ last: JournalRecord?) {
    if applied { return }
    let line = tree.lines[0]
    finding = .unknown(
      tree.problem(
        LineProblem(line.nameSpan, .noRoot(line.pattern.text, known: roots.sorted())),
        line: line.number))
  }
}

extension PendingChange {
  /// Whether models came or went.
  var changesShape: Bool { events.contains(.attached) || events.contains(.detached) }
}

extension SpecLimit {
  /// Whether only more models can break it.
  fileprivate var isUpper: Bool { comparison == .atMost || comparison == .below }
}
