import TextIO
package import TreeAnalysis
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

/// A line about the past, with its violations so far.
private struct JournalWatch {
  enum Fact {
    /// A message ended in a forbidden way.
    case ended
    /// Other models handled or received the message.
    case elsewhere
    /// The handlers took so many nanoseconds.
    case late(Int)
    /// After so many nanoseconds, the handlers had not returned.
    case unfinished(Int)
    case leaked
  }

  struct Violation {
    var fact: Fact
    var record: JournalRecord
    /// The number of the record after which it was.
    var moment: Int
  }

  let index: Int
  private let claim: Statement.Claim
  private(set) var first: Violation?
  private(set) var count = 0
  /// The latest record of each message whose outcome or end is to come, by the number of its raise.
  private var open: [Int: (raise: JournalRecord, latest: JournalRecord)] = [:]
  /// The models that left and are alive, in the order of leaving.
  private var leaked: [(node: JournalNode, record: JournalRecord)] = []

  init(_ index: Int, _ statement: Statement) {
    self.index = index
    claim = statement.claim
  }

  private mutating func note(_ fact: Fact, _ record: JournalRecord) {
    count += 1
    if first == nil { first = Violation(fact: fact, record: record, moment: record.number) }
  }

  mutating func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
    switch claim {
    case .never(let claim): takeNever(claim, record, places.names)
    case .message(let claim): try takeLimited(claim, record, places)
    case .service, .absent, .present, .limits: break
    }
  }

  /// Messages raised from an inspector don't count.
  private mutating func takeNever(
    _ claim: NeverClaim, _ record: JournalRecord, _ names: MessageNames
  ) {
    switch claim.what {
    case .leaked:
      if record.event == .leaked { leaked.append((record.node, record)) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    case .lost(let kind):
      if record.event.name == kind.outcomes.lost, claim.names(record, names) {
        note(.ended, record)
      }
    case .slower(let limit):
      guard [.handled, .received].contains(record.event), claim.names(record, names) else { return }
      if let time = record.nanoseconds {
        if time > limit { note(.late(time), record) }
      } else {
        open[record.number] = (record, record)
      }
    }
  }

  private mutating func takeLimited(
    _ claim: MessageClaim, _ record: JournalRecord, _ places: JournalPlaces
  ) throws(MomentError) {
    if record.event == .raised {
      if claim.names(record, places.names) { open[record.number] = (record, record) }
      return
    }
    guard let raise = record.raise, let entry = open.removeValue(forKey: raise) else { return }
    if try !places.isRaiser(of: claim, record.node) { return }
    if try !places.allows(claim, record) { return note(.elsewhere, record) }
    guard let took = record.nanoseconds else {
      open[raise] = (entry.raise, record)
      return
    }
    let end = record.elapsed &+ took &- entry.raise.elapsed
    if end > claim.limit ?? .max { note(.late(end), record) }
  }

  /// Takes the end of the journal.
  mutating func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, record) in leaked { note(.leaked, record) }
    let limit: Int
    switch claim {
    case .message(let claim): limit = claim.limit ?? .max
    case .never(let claim):
      guard case .slower(let time) = claim.what else { return }
      limit = time
    case .service, .absent, .present, .limits: return
    }
    for (_, entry) in open.sorted(by: { $0.key < $1.key }) {
      let passed = last.elapsed &- entry.raise.elapsed
      if passed > limit { note(.unfinished(passed), entry.latest) }
    }
  }
}

extension NeverClaim {
  fileprivate func names(_ record: JournalRecord, _ names: MessageNames) -> Bool {
    guard let message = record.message, !record.isTest else { return false }
    return (self.names.isEmpty || self.names.contains { $0.matches(message, names) })
      && !exceptNames.contains { $0.matches(message, names) }
  }
}

extension MessageClaim {
  /// Whether the line is about a record's message.
  func names(_ record: JournalRecord, _ names: MessageNames) -> Bool {
    guard let message = record.message, message.kind == kind, !record.isTest else { return false }
    return name.matches(message, names) && !exceptNames.contains { $0.matches(message, names) }
  }
}

extension JournalRecord {
  /// The model that handled the message.
  var handlerNode: JournalNode { JournalNode(tree: node.tree, id: handler ?? 0) }
}

extension JournalContents {
  /// The names of all messages in the journal.
  package var messageNames: MessageNames {
    MessageNames(
      of: messages.compactMap { own in own.message.map { DeclaredMessage($0, label: own.label) } })
  }
}

/// Finds the models of a journal that a line names, at successive moments.
final class JournalPlaces {
  /// The names of the journal's messages.
  let names: MessageNames
  private let types: JournalTypes
  private let trees: MovingTree
  /// By tree, for the current state of each.
  private var indices: [Int: SelectorIndex] = [:]
  private var changes = 0

  init(
    _ history: RecordedHistory, _ types: JournalTypes, _ names: MessageNames
  ) throws(MomentError) {
    let first = max(history.records.lowerBound, history.contents.records.lowerBound)
    trees = try MovingTree(of: history.contents, at: first - 1)
    self.types = types
    self.names = names
  }

  /// Advances to a later moment.
  func advance(to moment: Int) { trees.advance(to: moment) }

  /// Whether places name a model at the current moment. If they name more than a type, this costs a
  /// snapshot after each change.
  func names(_ places: [Place], _ node: JournalNode) throws(MomentError) -> Bool {
    for place in places where try names(place, node) { return true }
    return false
  }

  private func names(_ place: Place, _ node: JournalNode) throws(MomentError) -> Bool {
    guard case .selector(let selector) = place.subject else { return false }
    if selector.isEverything { return true }
    if selector.isNameAlone {
      return types[node].map { selector.lastSegmentFits(id: node.id, type: $0) } ?? false
    }
    let tree = try trees.snapshot(ofTree: node.tree)
    guard let position = tree.position(ofID: node.id) else { return false }
    return index(of: tree, node.tree).matches(of: selector).contains(position)
  }

  /// Whether a line is about messages that a model raises.
  func isRaiser(of claim: MessageClaim, _ node: JournalNode) throws(MomentError) -> Bool {
    guard let raisers = claim.raisers else { return true }
    if try !names(raisers, node) { return false }
    return try !names(claim.exceptRaisers, node)
  }

  /// Whether a recorded outcome is the one that a line asks for.
  func allows(_ claim: MessageClaim, _ record: JournalRecord) throws(MomentError) -> Bool {
    switch (claim.outcome, record.event) {
    case (.lost, let event): return event.name == claim.kind.outcomes.lost
    case (_, .uncaught), (_, .unhandled), (_, .unheard): return false
    case (.taken, .handled): return try !names(claim.exceptPlaces, record.handlerNode)
    case (.places, .handled): return try names(claim.places, record.handlerNode)
    case (.taken, _) where claim.exceptPlaces.isEmpty: return true
    default: break
    }
    let receivers = try receivers(of: record)
    if claim.outcome == .taken {
      for node in receivers where try names(claim.exceptPlaces, node) { return false }
      return true
    }
    for place in claim.places {
      var isHeard = false
      for node in receivers where try names(place, node) { isHeard = true }
      if !isHeard { return false }
    }
    if claim.isOnly {
      for node in receivers where try !names(claim.places, node) { return false }
    }
    return true
  }

  /// The models that would receive a record's event, raised now.
  func receivers(of record: JournalRecord) throws(MomentError) -> [JournalNode] {
    let hasTree = trees.withTree(record.node.tree) { $0 != nil }
    guard hasTree, let message = record.message?.message else { return [] }
    let tree = try trees.snapshot(ofTree: record.node.tree)
    guard let position = tree.position(ofID: record.node.id),
      case .delivered(let receivers) = tree.route(of: message, raisedAt: position).outcome
    else { return [] }
    return receivers.map { JournalNode(tree: record.node.tree, id: tree[$0].id) }
  }

  private func index(of tree: Snapshot, _ number: Int) -> SelectorIndex {
    if changes != trees.changes {
      indices = [:]
      changes = trees.changes
    }
    if let known = indices[number] { return known }
    let index = SelectorIndex(tree)
    indices[number] = index
    return index
  }
}
