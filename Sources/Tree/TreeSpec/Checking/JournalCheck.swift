import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Checks a journal against the lines of a spec about the past.
///
/// It reads the records once, in order. The tree is replayed from change to change; lines with
/// `always` are checked after each change that may affect them, when no handler runs.
struct JournalCheck {
  private let spec: Spec
  private let history: RecordedHistory
  private let types: JournalTypes
  private let messages: MessageNames

  init(_ spec: Spec, _ history: RecordedHistory) {
    self.spec = spec
    self.history = history
    types = JournalTypes(of: history.contents)
    messages = history.contents.messageNames
  }

  /// The violations, by place of the spec among its parts and by place of the line; nil for lines that
  /// hold.
  func findings() -> [[Finding?]] {
    let parts = spec.parts
    var findings: [[Finding?]] = parts.map { Array(repeating: nil, count: $0.assertions.count) }
    var watches: [(part: Int, number: Int, watch: JournalWatch)] = []
    for (part, spec) in parts.enumerated() {
      for (number, assertion) in spec.assertions.enumerated() where assertion.isOfJournal {
        if let problem = unknownMessages(of: assertion) {
          findings[part][number] = .unknown(spec.problem(problem, line: assertion.line))
        } else {
          watches.append((part, number, watch(assertion, of: spec)))
        }
      }
    }
    if watches.isEmpty { return findings }
    do throws(MomentError) {
      try run(watches.map(\.watch))
      for (part, number, watch) in watches { findings[part][number] = watch.finding }
    } catch {
      for (part, number, _) in watches {
        let line = parts[part].assertions[number].line
        findings[part][number] = .unknown(parts[part].problem("\(error)", line: line))
      }
    }
    return findings
  }

  private func watch(_ assertion: SpecAssertion, of part: Spec) -> JournalWatch {
    let (contents, types) = (history.contents, types)
    let report = { (fact: MomentFinding.Fact, moment: Int, record: JournalRecord?) in
      MomentFinding(fact: fact, moment: moment, record: record, contents: contents, types: types)
    }
    switch assertion.claim {
    case .never(let claim): return NeverWatch(claim, report)
    case .work(let claim): return WorkWatch(claim, report)
    case .route(let claim) where claim.limit != nil: return LimitWatch(claim, report)
    case .tree(let tree): return TreeWatch(tree, report)
    default: return StatementWatch(assertion, of: part, within: spec, report)
    }
  }

  /// A message that the journal doesn't know is probably misspelled.
  private func unknownMessages(of assertion: SpecAssertion) -> LineProblem? {
    let (kind, names, span): (Message.Kind, [SpecMessageName], Span)
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
    return LineProblem(
      span,
      .unmatchedMessages(
        kind, name.pattern.text, among: list, domains: known.map(\.domain)))
  }

  /// Reads the records.
  private func run(_ watches: [JournalWatch]) throws(MomentError) {
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

/// The changes to the tree since it was last checked.
struct PendingChange {
  /// The kinds of records.
  private var events: Set<JournalEvent> = []
  /// The last of the records; nil at the beginning of the tree.
  private(set) var record: JournalRecord?
  /// Whether the whole tree is new.
  private(set) var isWhole = false
  /// The types of the models that were added.
  private(set) var arrivals: Set<String> = []
  /// The types of the models that were removed.
  private(set) var departures: Set<String> = []

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  var isThere: Bool { isWhole || !events.isEmpty }

  /// Whether models were added or removed.
  var changesShape: Bool {
    isWhole || events.contains(.attached) || events.contains(.detached)
  }

  /// Notes the changes of a record, and of a checkpoint that may follow it.
  ///
  /// - Parameters:
  ///   - changes: the count of changes to the trees after both.
  ///   - joins: whether the app has another tree afterward.
  ///   - leaving: the types of the models that the record removes.
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

/// A tree at a moment when no handler runs.
struct RecordedMoment {
  let snapshot: Snapshot
  /// The number of the latest record.
  let number: Int
  /// The last change; nil at the beginning of the tree.
  let record: JournalRecord?
  /// Shared by the lines without a tree of their own.
  let assertions: AssertionCheck
}
