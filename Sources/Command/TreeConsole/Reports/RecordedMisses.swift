import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The subscriptions that nearly got a message, according to a journal: those that ended before, with
/// the cause, and those made after the moment of a command.
struct RecordedMisses {
  private let ended: [RecordedInterest]
  private let later: [RecordedInterest]
  private let moment: Int
  private let words: RecordWords

  /// Searches the journal up to the moment of a command; nil if the target has none.
  ///
  /// If a model handled an error or a bubble, only ended subscriptions of models on its way matter;
  /// later subscriptions matter only if no model did.
  init?(of route: Route, in state: TreeState, _ view: View) {
    guard let look = try? view.journal() else { return nil }
    // Without a moment, a journal's tree is the last one, which may have ended before the last
    // record.
    moment = view.moment ?? look.lastMoment ?? look.lastRecord
    words = RecordWords(contents: look.contents, types: JournalTypes(of: look.contents))
    let interests = RecordedInterests(
      in: route.message, ofTree: state.tree - look.treeOffset, look.contents, words.types)
    let isEvent = route.message.kind == .event
    let way = Set(route.hops.map { state.snapshot[$0.node].id })
    let all = interests.ended(at: moment)
    let onTheWay = all.filter { way.contains($0.node.id) }
    let others = all.filter { !way.contains($0.node.id) }
    ended = route.isTaken && !isEvent ? onTheWay : onTheWay + others
    // After the last tree of a journal, only its end follows.
    later =
      view.moment == nil
      ? [] : interests.later(than: moment).filter { isEvent || way.contains($0.node.id) }
  }

  /// Whether there are none.
  var isEmpty: Bool { ended.isEmpty && later.isEmpty }

  /// Whether it knows the cause of the end of a model's subscription.
  func knows(_ miss: NearMiss, in snapshot: Snapshot) -> Bool {
    let id = snapshot[miss.node].id
    return miss.reason == .ended
      && ended.contains { $0.node.id == id && $0.subscription.code == miss.subscription.code }
  }

  func write(to text: inout StyledText, limit: Int) {
    text.list(ended, limit: limit) { $1.line("  " + words.end(of: $0)) }
    text.list(later, limit: limit) { $1.line("  " + words.registration($0, after: moment)) }
  }

  /// Writes the elements of `near`.
  func write(to near: inout JSONArray) {
    for ended in ended {
      let why = ended.record.event == .unregistered ? "ended" : "detached"
      near.write(ended.node.id, why: why, ended.subscription, payload: nil, ended.record)
    }
    for later in later {
      let own = later.subscription
      near.write(later.node.id, why: "later", own, payload: own.payload, later.record)
    }
  }
}

/// Why no model got a message of a journal, according to the registrations: which models had ended
/// theirs before, and which registered too late.
struct LostMessageWords {
  let contents: JournalContents
  let words: RecordWords

  /// The number of models of each kind to name.
  private static let shown = 2

  /// A clause for each model that nearly got a record's message. Costs a few passes over the
  /// registrations.
  func clauses(for record: JournalRecord) -> [SafeText] {
    guard let message = record.message?.message else { return [] }
    let number = record.raise ?? record.number
    let interests = RecordedInterests(
      in: message, ofTree: record.node.tree, contents, words.types)
    var later = interests.later(than: number)
    if message.kind != .event {
      let way = Set(sequence(first: record.node, next: words.types.parent))
      later.removeAll { !way.contains($0.node) }
    }
    return interests.ended(at: number).prefix(Self.shown).map(words.end)
      + later.prefix(Self.shown).map { words.registration($0, after: number) }
  }
}

extension RecordWords {
  /// `Badge #3 registers for it 5 records later (#67), at Badge.swift:12`
  fileprivate func registration(_ later: RecordedInterest, after moment: Int) -> SafeText {
    let source: SafeText = later.subscription.source.map { ", at \($0)" } ?? ""
    return "\(name(later.node)) registers for it "
      + "\(counted(later.record.number - moment, "record")) later (#\(later.record.number))\(source)"
  }

  /// `Badge #3 was registered for it at Badge.swift:12, until record 52 at 12:03:04.123 ended that, in …`
  fileprivate func end(of interest: RecordedInterest) -> SafeText {
    let source: SafeText = interest.subscription.source.map { " at \($0)" } ?? ""
    let record = interest.record
    let time = WallClock.localTime(ofNanoseconds: record.time)
    let what: SafeText =
      record.event == .unregistered
      ? "ended that"
      : record.node == interest.node ? "detached it" : "detached \(name(record.node)) above it"
    let reason = reason(record).map { ", \($0)" } ?? ""
    return "\(name(interest.node)) was registered for it\(source), until record "
      + "\(record.number) at \(time) \(what)\(reason)"
  }
}
