import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Holds a journal against the lines of a spec that are about what happened.
///
/// The records are looked at once, in their order. The tree goes along from change to change; what must
/// always hold is checked where it changed in a way that matters to a line and no handler runs.
struct JournalCheck {
  private let spec: Spec
  private let history: RecordedHistory
  private let types: JournalTypes
  private let messages: MessageNames

  /// A line of a spec or of one that it includes.
  struct Line: Hashable {
    var part: Int
    var assertion: Int
  }

  init(_ spec: Spec, _ history: RecordedHistory) {
    self.spec = spec
    self.history = history
    types = JournalTypes(of: history.contents)
    messages = history.contents.messageNames
  }

  /// What is wrong, by line; lines that hold are missing.
  func findings() -> [Line: Finding] {
    var watches: [(line: Line, watch: any JournalWatch)] = []
    var findings: [Line: Finding] = [:]
    let parts = spec.parts
    for (part, spec) in parts.enumerated() {
      for (number, assertion) in spec.assertions.enumerated() where assertion.isOfJournal {
        let line = Line(part: part, assertion: number)
        if let problem = unknownMessages(of: assertion) {
          findings[line] = .unknown(spec.problem(problem, line: assertion.line))
        } else {
          watches.append((line, watch(assertion, of: spec)))
        }
      }
    }
    if watches.isEmpty { return findings }
    do throws(MomentError) {
      try run(watches.map(\.watch))
    } catch {
      for (line, _) in watches {
        let (spec, assertion) = (parts[line.part], parts[line.part].assertions[line.assertion])
        findings[line] = .unknown(
          spec.problem(
            LineProblem(spec.span(ofLine: assertion.line), "\(error)"), line: assertion.line))
      }
      return findings
    }
    for (line, watch) in watches {
      if let finding = watch.finding { findings[line] = finding }
    }
    return findings
  }

  private func watch(_ assertion: SpecAssertion, of part: Spec) -> any JournalWatch {
    let (contents, types) = (history.contents, types)
    let report = { (fact: MomentFinding.Fact, moment: Int, record: JournalRecord?) in
      MomentFinding(fact: fact, moment: moment, record: record, contents: contents, types: types)
    }
    switch assertion.claim {
    case .never(let claim): return NeverWatch(claim, report)
    case .route(let claim) where claim.limit != nil: return LimitWatch(claim, report)
    case .tree(let tree): return TreeWatch(tree, report)
    default: return StatementWatch(assertion, of: part, within: spec, report)
    }
  }

  /// A message that nothing in the journal knows is likely mistyped.
  private func unknownMessages(of assertion: SpecAssertion) -> LineProblem? {
    let (kind, names, span): (Message.Kind, [MessageName], Span)
    switch assertion.claim {
    case .never(let claim): (kind, names, span) = (claim.kind, claim.names, claim.namesSpan)
    case .route(let claim) where claim.limit != nil:
      (kind, names, span) = (claim.kind, [claim.name], claim.nameSpan)
    default: return nil
    }
    let known = history.contents.messages.filter { $0.kind == kind }
    let unknown = names.first { name in
      !known.contains { $0.fits([name], except: [], messages) }
    }
    guard let name = unknown else { return nil }
    let list = Set(known.map { "\($0.domain).\($0.label ?? $0.code ?? "*")" }).sorted()
    return LineProblem(span, .unmatchedMessages(kind, name.pattern.text, among: list))
  }

  /// Goes through the records.
  private func run(_ watches: [any JournalWatch]) throws(MomentError) {
    let contents = history.contents
    let trees = try MovingTree(of: contents, at: contents.records.lowerBound - 1)
    let places = JournalPlaces(trees, types, messages, spec.allBindings)
    let watches = watches.filter { $0.finding == nil }
    var handlers = RunningHandlers(before: contents.records.lowerBound)
    var pending = PendingChange(isWhole: true)
    var (changes, tree) = (trees.changes, trees.tree)
    var failure: MomentError?
    var last: JournalRecord?
    func check(_ next: JournalRecord?) throws(MomentError) {
      guard pending.isThere, handlers.haveReturned(before: next) else { return }
      defer { pending = PendingChange() }
      guard let number = trees.tree else { return }
      let concerned = trees.withTree(number) { tree in
        watches.filter { $0.finding == nil && $0.mayChange(by: pending, to: tree) }
      }
      if concerned.isEmpty { return }
      let snapshot = try trees.snapshot(ofTree: number)
      let moment = RecordedMoment(
        snapshot: snapshot, number: last?.number ?? contents.records.lowerBound - 1,
        record: pending.record,
        assertions: AssertionCheck(BoundSpec(spec.withoutTree, snapshot), [:]))
      for watch in concerned { watch.check(moment) }
    }
    let start = contents.records.lowerBound
    contents.forEachRecord(in: start..<max(start, history.moment + 1)) { record in
      do throws(MomentError) {
        try check(record)
        let leaving: Set<String>? =
          record.event == .detached
          ? trees.withTree(record.node.tree) { $0?.types(from: record.node.id) } : nil
        trees.advance(to: record.number)
        if trees.changes != changes {
          pending.note(
            record, changes: trees.changes - changes,
            joins: trees.tree != nil && trees.tree != tree, leaving: leaving ?? [])
          (changes, tree) = (trees.changes, trees.tree)
        }
        handlers.take(record)
        for watch in watches { try watch.take(record, places) }
      } catch {
        failure = error
        return false
      }
      last = record
      return true
    }
    if let failure { throw failure }
    try check(nil)
    for watch in watches { watch.finish(last) }
  }
}

/// A line that is checked against what happened: against each record, or against the tree whenever it
/// changed and no handler runs.
protocol JournalWatch: AnyObject {
  /// What is wrong; nil where nothing is so far.
  var finding: Finding? { get }
  /// Takes the next record.
  func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError)
  /// Whether it looks at the tree, and may hold no longer after a change, with the tree as it is now.
  func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool
  /// Looks at the tree.
  func check(_ moment: RecordedMoment)
  /// Takes the end, with the last record.
  func finish(_ last: JournalRecord?)
}

extension JournalWatch {
  func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {}
  func mayChange(by change: PendingChange, to tree: ReplayedTree?) -> Bool { false }
  func check(_ moment: RecordedMoment) {}
  func finish(_ last: JournalRecord?) {}
}

/// How the tree changed since it was last looked at.
struct PendingChange {
  /// The kinds of records.
  private var events: Set<JournalEvent> = []
  /// The last of the records; nil where the tree begins.
  private(set) var record: JournalRecord?
  /// Whether all is new.
  private(set) var isWhole = false
  /// The types of the models that came.
  private(set) var arrivals: Set<String> = []
  /// The types of the models that went.
  private(set) var departures: Set<String> = []

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  var isThere: Bool { isWhole || !events.isEmpty }

  /// Whether models came or went.
  var changesShape: Bool {
    isWhole || events.contains(.attached) || events.contains(.detached)
  }

  /// Notes what a record changed, and perhaps a checkpoint behind it.
  ///
  /// - Parameters:
  ///   - changes: how often the trees changed with both.
  ///   - joins: whether the app holds another tree then.
  ///   - leaving: the types of the models that a record takes away.
  mutating func note(
    _ record: JournalRecord, changes: Int, joins: Bool, leaving: Set<String>
  ) {
    self.record = joins ? nil : record
    let own = record.event.changesTree ? 1 : 0
    if changes > own { isWhole = true }
    if own > 0 { events.insert(record.event) }
    if record.event == .attached { arrivals.insert(record.type ?? "…") }
    departures.formUnion(leaving)
  }
}

/// A tree at a moment at which no handler runs.
struct RecordedMoment {
  let snapshot: Snapshot
  /// The number of the latest record.
  let number: Int
  /// The last change; nil where the tree begins.
  let record: JournalRecord?
  /// Shared by the lines that are about no tree of their own.
  let assertions: AssertionCheck
}

extension Spec {
  /// The same without a tree of its own.
  fileprivate var withoutTree: Spec {
    Spec(
      name: name, title: title, text: text, lines: [], assertions: assertions, captures: [:],
      bindings: bindings, rules: rules, included: included, includeFolders: nil)
  }
}
