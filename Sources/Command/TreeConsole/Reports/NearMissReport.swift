import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

// Near misses, as text and as JSON.
extension RouteReport {
  /// The default number of near misses of each reason in text.
  private static let usualMisses = 5

  func writeNearMisses(to text: inout StyledText) {
    text.line()
    text.line("near misses:", .dim)
    let limit = limit ?? Self.usualMisses
    endings?.write(to: &text, limit: limit)
    let paths = NodePaths(snapshot)
    for group in groups {
      text.list(group, limit: limit, more: "more of these; --limit all shows them") { miss, text in
        text.line("  \(sentence(miss, paths.labeledPath(of: miss.node)))")
      }
    }
  }

  /// The near misses by reason, in order.
  private var groups: [ArraySlice<NearMiss>] {
    var groups: [ArraySlice<NearMiss>] = []
    var rest = nearMisses[...]
    while let first = rest.first {
      let group = rest.prefix { $0.reason == first.reason }
      groups.append(group)
      rest = rest.dropFirst(group.count)
    }
    return groups
  }

  private func sentence(_ miss: NearMiss, _ path: SafeText) -> SafeText {
    let kind = route.message.kind
    let own = miss.subscription
    let source: SafeText = own.source.map { " at \($0)" } ?? ""
    switch miss.reason {
    case .further:
      guard case .handled(let taker) = route.outcome else { return path }
      return "\(path) is registered for it too\(source), but \(words.name(taker)) handles it first"
    case .ended:
      return "\(path) was registered for it\(source), and no longer is"
    case .elsewhere where kind == .event:
      return miss.isOutside(words.name(snapshot.eventSession(ofRaiserAt: route.raiser)), path)
    case .elsewhere:
      let raiser = words.name(route.raiser)
      return "\(path) is registered for it\(source), but isn't an ancestor of \(raiser)"
    case .otherPayload:
      return "\(path) is registered for it with a payload of type \(own.payload ?? "…")\(source), "
        + "not \(words.carried)"
    case .otherCode:
      let label: SafeText = own.label.map { " (\($0))" } ?? ""
      return "\(path) is on the way, but registered for "
        + "\(own.domain).\(own.code ?? "*")\(label)\(source)"
    case .otherKind:
      return "\(path) is registered for the \(own.kind) of that name\(source), "
        + "and this is \(kind == .bubble ? "a" : "an") \(kind)"
    }
  }

  /// Writes `"near": [{"node": 5, "why": "other-code", …}]`.
  func writeNearMisses(to json: inout JSONObject) {
    json.array("near") { near in
      for miss in nearMisses {
        let (node, own) = (snapshot[miss.node].id, miss.subscription)
        near.write(node, why: miss.reason.rawValue, own, payload: own.payload)
      }
      endings?.write(to: &near)
    }
  }
}

extension NearMiss {
  /// Why a model didn't get an event that ends at a session's border.
  func isOutside(_ session: SafeText, _ path: SafeText) -> SafeText {
    let source: SafeText = subscription.source.map { " at \($0)" } ?? ""
    return "\(path) is registered for it\(source), but is outside \(session)"
  }
}

extension JSONArray {
  /// Writes a model that nearly got a message, and the record that says so.
  fileprivate mutating func write(
    _ node: Int, why: String, _ own: Subscription, payload: String?, _ record: JournalRecord? = nil
  ) {
    object { json in
      json.write("node", node)
      json.write("why", why)
      json.write(own.kind, domain: own.domain, code: own.code)
      json.write("payload", payload)
      json.write("source", own.source)
      json.write("record", record?.number)
      json.write("by", record?.by?.id)
      json.write("cause", record?.cause)
    }
  }
}

/// Subscriptions to a message that ended before, with the cause, or began later, according to a
/// journal.
struct EndingReport {
  let interests: [RecordedInterest]
  /// Subscriptions made after the moment of a command.
  let later: [RecordedInterest]
  private let moment: Int
  private let journal: RecordWords

  /// Searches the journal up to the moment of a command; nil if the target has none.
  ///
  /// If a model handled an error or a bubble, only ended subscriptions of models on its way matter;
  /// later subscriptions matter only if no model did.
  init?(of route: Route, in state: TreeState, _ view: View) {
    guard let look = try? view.journal() else { return nil }
    let contents = look.contents
    // Without a moment, a journal's tree is the last one, which may have ended before the last
    // record.
    let moment = view.moment ?? look.lastMoment ?? look.lastRecord
    let tree = state.tree - look.treeOffset
    journal = RecordWords(contents: contents, types: JournalTypes(of: contents))
    let known = RecordedInterests(in: route.message, ofTree: tree, contents, journal.types)
    let all = known.ended(at: moment)
    let isEvent = route.message.kind == .event
    let way = Set(route.hops.map { state.snapshot[$0.node].id })
    let onTheWay = all.filter { way.contains($0.node.id) }
    interests =
      route.isTaken && !isEvent
      ? onTheWay : onTheWay + all.filter { !way.contains($0.node.id) }
    // After the last tree of a journal, only its end follows.
    later =
      view.moment == nil
      ? []
      : known.later(than: moment).filter { isEvent || way.contains($0.node.id) }
    self.moment = moment
  }

  /// Whether there are none.
  var isEmpty: Bool { interests.isEmpty && later.isEmpty }

  /// Whether it knows the cause of the end of a model's subscription.
  func knows(_ miss: NearMiss, in snapshot: Snapshot) -> Bool {
    let id = snapshot[miss.node].id
    return miss.reason == .ended
      && interests.contains { $0.node.id == id && $0.subscription.code == miss.subscription.code }
  }

  func write(to text: inout StyledText, limit: Int) {
    text.list(interests, limit: limit, more: "more of these; --limit all shows them") {
      interest, text in
      text.line("  " + LostMessageWords.words(for: interest, journal))
    }
    text.list(later, limit: limit, more: "more of these; --limit all shows them") { later, text in
      text.line("  " + LostMessageWords.words(for: later, after: moment, journal))
    }
  }

  /// Writes the elements of `near`.
  func write(to near: inout JSONArray) {
    for ended in interests {
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
  private let contents: JournalContents
  private let words: RecordWords
  /// The subscriptions to the messages that were asked about.
  private var known: [Key: RecordedInterests] = [:]

  private struct Key: Hashable {
    var message: Message
    var tree: Int
  }

  init(_ contents: JournalContents, _ words: RecordWords) {
    self.contents = contents
    self.words = words
  }

  /// The number of models of each kind to name.
  private static let shown = 2

  /// A clause for each model that nearly got a record's message: of an event that others got, for each that
  /// was there and registers later. Costs a pass over the registrations for each message.
  mutating func clauses(for record: JournalRecord) -> [SafeText] {
    guard [.uncaught, .unhandled, .unheard, .delivered].contains(record.event),
      let message = record.message?.message
    else { return [] }
    let (number, key) = (
      record.raise ?? record.number, Key(message: message, tree: record.node.tree)
    )
    let interests =
      known[key] ?? RecordedInterests(in: message, ofTree: key.tree, contents, words.types)
    known[key] = interests
    var (ended, later) = (interests.ended(at: number), interests.later(than: number))
    if record.event == .delivered {
      ended = []
      later.removeAll { words.types.attachment(of: $0.node) ?? 0 > number }
    } else if message.kind != .event {
      let way = Set(sequence(first: record.node, next: words.types.parent))
      later.removeAll { !way.contains($0.node) }
    }
    return ended.prefix(Self.shown).map { Self.words(for: $0, words) }
      + later.prefix(Self.shown).map { Self.words(for: $0, after: number, words) }
  }

  /// `Badge #3 registers for it 5 records later (#67), at Badge.swift:12`
  static func words(
    for later: RecordedInterest, after moment: Int, _ words: RecordWords
  ) -> SafeText {
    let source: SafeText = later.subscription.source.map { ", at \($0)" } ?? ""
    return "\(words.name(later.node)) registers for it "
      + "\(counted(later.record.number - moment, "record")) later (#\(later.record.number))\(source)"
  }

  /// `Badge #3 was registered for it at Badge.swift:12, until record 52 at 12:03:04.123 ended that, in …`
  static func words(for interest: RecordedInterest, _ words: RecordWords) -> SafeText {
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
