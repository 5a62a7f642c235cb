import TextIO
import TreeAnalysis
package import TreeJournal
import TreeSnapshot
import TreeSpec

/// Finds what must not happen in what an app did.
struct FailureSearch {
  let rules: [Spec]
  let kinds: Set<Failure.Kind>

  /// Whether there are lines about trees.
  var asksForTrees: Bool { kinds.contains(.rule) && rules.contains(where: \.asksForTree) }

  /// The failures of a run, each once.
  func failures(in end: AppEnd) -> [Failure] {
    var all: [Failure] = []
    if let journal = end.journal {
      all += lostMessages(in: journal)
      if kinds.contains(.storm) { all += storms(in: journal) }
      if kinds.contains(.rule) {
        for broken in brokenRules(in: journal) {
          // A rule about messages that are lost finds what was found already.
          if let place = all.firstIndex(where: { $0.record != nil && $0.record == broken.record }) {
            all[place].rule = broken.rule
          } else {
            all.append(broken)
          }
        }
      }
    }
    if kinds.contains(.leak) {
      all += end.leaks.filter { $0.holder == nil }.map { leak in
        let source = leak.source.map { ", created at \($0)" } ?? ""
        let causes = leak.causes.map(\.string)
        return Failure(
          key: .init(kind: .leak, text: leak.type), rule: "no leak",
          message: "\(leak.path ?? leak.type) left the tree and is still alive\(source)",
          why: causes.isEmpty ? nil : causes.joined(separator: "; "),
          node: JournalNode(tree: 0, id: leak.id))
      }
    }
    if kinds.contains(.work) {
      all += end.working.map { work in
        Failure(
          key: .init(kind: .work, text: "\(work.type ?? "") \(work.source ?? "")"),
          rule: "no work after the end",
          message: "work of \(work.type ?? "a model") still runs after everything was closed"
            + (work.source.map { ", started at \($0)" } ?? ""))
      }
    }
    if kinds.contains(.unclosed), let type = end.openSession {
      all.append(
        Failure(
          key: .init(kind: .unclosed, text: type), rule: "every session closes",
          message: "\(type) is still open after it was closed"))
    }
    if kinds.contains(.growth), all.allSatisfy({ ![.leak, .unclosed].contains($0.kind) }) {
      all += end.growth.map { type, message in
        Failure(
          key: .init(kind: .growth, text: type), rule: "nothing alive after the end",
          message: message)
      }
    }
    var known: Set<Failure.Key> = []
    return all.filter { known.insert($0.key).inserted }
  }

  /// The failures of a shape of the tree that is new: lines about trees that don't hold in it.
  func failures(in tree: Snapshot) -> [Failure] {
    guard kinds.contains(.rule) else { return [] }
    return rules.filter(\.asksForTree).flatMap { spec in
      spec.check(tree, skipsUnknown: true).compactMap { finding -> Failure? in
        guard finding.outcome == .failed, !finding.isUnknown, !finding.isOfJournal else {
          return nil
        }
        return Failure(
          key: .init(kind: .rule, text: "\(spec.name):\(finding.line)"), rule: finding.name.string,
          message: finding.problem.string)
      }
    }
  }

  // MARK: Journals

  private func lostMessages(in journal: JournalContents) -> [Failure] {
    var all: [Failure] = []
    let wanted: [(JournalEvent, Failure.Kind)] = [
      (.uncaught, .uncaught), (.unhandled, .unhandled), (.unheard, .unheard),
    ]
    let events = Set(wanted.filter { kinds.contains($0.1) }.map(\.0))
    if events.isEmpty { return [] }
    let types = JournalTypes(of: journal)
    journal.forEachRecord(of: events) { record in
      guard let kind = wanted.first(where: { $0.0 == record.event })?.1 else { return true }
      let raiser = record.type ?? types[record.node] ?? "…"
      let name = RecordWords.name(record.message).string
      all.append(
        Failure(
          key: .init(kind: kind, text: "\(name) \(raiser)"), rule: "never \(kind.rawValue)",
          message: "\(name), raised by \(raiser)", why: Self.reason(record, journal, types),
          node: record.node, record: record.number))
      return true
    }
    return all
  }

  /// How often messages lead to each other in a storm.
  private static let leastStorm = 50

  private func storms(in journal: JournalContents) -> [Failure] {
    guard journal.records.count > 2 * Self.leastStorm else { return [] }
    let cycles = JournalActivity(of: journal).cycles.filter { $0.longestRun >= Self.leastStorm }
    if cycles.isEmpty { return [] }
    let types = JournalTypes(of: journal)
    return cycles.map { cycle in
      let names = cycle.steps.map { step in
        "\(RecordWords.name(step.message)) of \(types[step.raiser] ?? "…")"
      }
      let words = names.joined(separator: " leads to ")
      return Failure(
        key: .init(kind: .storm, text: words), rule: "no storm",
        message: "\(words), \(cycle.longestRun) times at a stretch",
        node: cycle.steps.first?.raiser, record: cycle.first)
    }
  }

  /// Who would have taken a message, had it not ended its subscription.
  private static func reason(
    _ record: JournalRecord, _ journal: JournalContents, _ types: JournalTypes
  ) -> String? {
    guard let message = record.message?.message else { return nil }
    let raise = record.raise ?? record.number
    let interests = RecordedInterests(in: message, ofTree: record.node.tree, journal, types)
    guard let last = interests.ended(at: raise).first else { return nil }
    let before = RecordWords.duration(max(0, record.elapsed - last.record.elapsed))
    let subject = last.node == record.node ? "it" : types[last.node] ?? "…"
    let source = last.subscription.source.map { ", made at \($0)" } ?? ""
    return last.record.event == .unregistered
      ? "\(subject) ended its subscription \(before) before\(source)"
      : "\(subject), which was subscribed, left the tree \(before) before\(source)"
  }

  private func brokenRules(in journal: JournalContents) -> [Failure] {
    rules.filter(\.asksForJournal).flatMap { spec in
      spec.check(nil, history: RecordedHistory(journal)).compactMap { finding -> Failure? in
        guard let moment = finding.moment else { return nil }
        let message = moment.record.message
        return Failure(
          key: .init(
            kind: .rule,
            text:
              "\(spec.name):\(finding.line) \(message.map { RecordWords.name($0).string } ?? "")"),
          rule: finding.name.string,
          // Without times, which differ from run to run.
          message: moment.subject.string, node: moment.record.node, record: moment.record.number)
      }
    }
  }
}

extension Finding {
  fileprivate var isOfJournal: Bool { kind == .never || kind == .within }
}

/// Something that must not happen, and did.
package struct Failure: Sendable {
  /// What kinds of things must not happen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A line of a spec doesn't hold.
    case rule
    /// An error that no model handles.
    case uncaught
    /// A bubble that no model handles.
    case unhandled
    /// An event that no model receives.
    case unheard
    /// Messages that lead to each other in a circle, again and again.
    case storm
    /// A model that left the tree and is still alive.
    case leak
    /// The app ended.
    case crash
    /// The app doesn't answer any more, or a step takes too long.
    case hang
    /// A session that is still open after it was closed.
    case unclosed
    /// Work that doesn't end when everything was closed.
    case work
    /// Models or subscriptions that are left after everything was closed.
    case growth

    /// Those that count if nothing else is chosen.
    package static let usual: Set<Kind> = [
      .rule, .uncaught, .storm, .leak, .crash, .hang, .unclosed, .work, .growth,
    ]
  }

  /// Identifies the failure in other runs.
  struct Key: Hashable {
    var kind: Kind
    var text: String
  }

  let key: Key
  package var kind: Kind { key.kind }
  /// The rule that is broken: `never uncaught`, or a line of a spec.
  package internal(set) var rule: String
  /// What happened, in a clause.
  package let message: String
  /// Why, as far as that is known.
  package var why: String?
  /// The model; nil if there is none.
  package var node: JournalNode?
  /// The record; nil if there is none.
  package var record: Int?
}
