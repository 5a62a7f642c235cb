import TextIO
import TreeJournal
import TreeSnapshot

/// Why no model got a message of a journal, according to the registrations: which models had ended
/// theirs before, and which registered too late.
struct LostMessageWords {
  private let contents: JournalContents
  private let words: RecordWords
  /// The events that were raised before a model of their session registered for them, by the records
  /// of their raises.
  private lazy var missed = Dictionary(
    grouping: contents.missedEvents(at: contents.records.upperBound - 1), by: \.raised)

  init(_ contents: JournalContents, _ words: RecordWords) {
    self.contents = contents
    self.words = words
  }

  /// The number of models of each kind to name.
  private static let shown = 2

  /// A clause for each model that nearly got a record's message; none if a model did. Costs a few
  /// passes over the registrations.
  mutating func clauses(for record: JournalRecord) -> [SafeText] {
    if record.event == .delivered { return clauses(forDelivered: record) }
    guard [.uncaught, .unhandled, .unheard].contains(record.event),
      let message = record.message?.message
    else { return [] }
    let (tree, number) = (record.node.tree, record.raise ?? record.number)
    let ended = contents.endedInterests(in: message, ofTree: tree, at: number)
    var later = contents.laterInterests(in: message, ofTree: tree, after: number)
    if message.kind != .event, !later.isEmpty {
      let way = contents.way(from: record.node, at: number)
      later.removeAll { !way.contains($0.node) }
    }
    return ended.prefix(Self.shown).map { Self.words(for: $0, words) }
      + later.prefix(Self.shown).map { Self.words(for: $0, after: number, words) }
  }

  /// A clause for each model that was there when others got an event, and registered for it later.
  private mutating func clauses(forDelivered record: JournalRecord) -> [SafeText] {
    guard let raise = record.raise else { return [] }
    return (missed[raise] ?? []).prefix(Self.shown).compactMap { missed in
      guard let registration = contents[missed.registered], let own = registration.message,
        registration.node.tree == record.node.tree
      else { return nil }
      return Self.words(
        for: LaterInterest(
          node: registration.node,
          subscription: own.subscription(
            source: registration.source, payload: registration.payload), record: registration),
        after: raise, words)
    }
  }

  /// `Badge #3 registers for it 5 records later (#67), at Badge.swift:12`
  static func words(
    for later: LaterInterest, after moment: Int, _ words: RecordWords
  ) -> SafeText {
    let source: SafeText = later.subscription.source.map { ", at \($0)" } ?? ""
    return "\(words.name(later.node)) registers for it "
      + "\(counted(later.record.number - moment, "record")) later (#\(later.record.number))\(source)"
  }

  /// `Badge #3 was registered for it at Badge.swift:12, until record 52 at 12:03:04.123 ended that, in …`
  static func words(for interest: EndedInterest, _ words: RecordWords) -> SafeText {
    let source: SafeText = interest.subscription.source.map { " at \($0)" } ?? ""
    let record = interest.record
    let time = WallClock.localTime(ofNanoseconds: record.time)
    let what: SafeText =
      record.event == .unregistered
      ? "ended that"
      : record.node == interest.node
        ? "detached it" : "detached \(words.name(record.node)) above it"
    let reason = words.reason(record).map { ", \($0)" } ?? ""
    return "\(words.name(interest.node)) was registered for it\(source), until record "
      + "\(record.number) at \(time) \(what)\(reason)"
  }
}

extension JournalContents {
  /// A model and its ancestors at a moment. Costs a look at each model, and at the records up to
  /// the moment.
  fileprivate func way(from node: JournalNode, at moment: Int) -> Set<JournalNode> {
    let parents = JournalParents(of: self)
    parents.advance(to: moment)
    var way: Set<JournalNode> = []
    var next: JournalNode? = node
    while let current = next, way.insert(current).inserted { next = parents[current] }
    return way
  }
}
