import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Near misses, as text and as JSON.
struct NearMissReport {
  let misses: [NearMiss]
  let endings: EndingReport?
  let route: Route
  let snapshot: Snapshot
  let words: RouteWords
  /// The maximum number of each reason in text.
  let limit: Int

  /// The default for that number.
  static let usualLimit = 5

  func write(to text: inout StyledText) {
    text.line()
    text.line("near misses:", .dim)
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
    var start = 0
    while start < misses.count {
      let end =
        misses[start...].firstIndex { $0.reason != misses[start].reason } ?? misses.count
      groups.append(misses[start..<end])
      start = end
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
      let session = snapshot.eventSession(ofRaiserAt: route.raiser)
      return "\(path) is registered for it\(source), but is outside \(words.name(session))"
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
  func write(to json: inout JSONObject) {
    json.array("near") { near in
      for miss in misses {
        let own = miss.subscription
        near.object { json in
          json.write("node", snapshot[miss.node].id)
          json.write("why", miss.reason.rawValue)
          json.write(own.kind, domain: own.domain, code: own.code)
          json.write("payload", own.payload)
          json.write("source", own.source)
        }
      }
      endings?.write(to: &near)
    }
  }
}

/// Subscriptions to a message that ended before, with the cause, or began later, according to a
/// journal.
struct EndingReport {
  let interests: [EndedInterest]
  /// Subscriptions made after the moment of a command.
  let later: [LaterInterest]
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
    let all = contents.endedInterests(in: route.message, ofTree: tree, at: moment)
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
      : contents.laterInterests(in: route.message, ofTree: tree, after: moment)
        .filter { isEvent || way.contains($0.node.id) }
    self.moment = moment
    journal = RecordWords(contents: contents, types: JournalTypes(of: contents))
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
    func write(
      _ node: JournalNode, _ why: String, _ own: Subscription, payload: String? = nil,
      _ record: JournalRecord
    ) {
      near.object { json in
        json.write("node", node.id)
        json.write("why", why)
        json.write(own.kind, domain: own.domain, code: own.code)
        json.write("payload", payload)
        json.write("source", own.source)
        json.write("record", record.number)
        json.write("by", record.by?.id)
        json.write("cause", record.cause)
      }
    }
    for ended in interests {
      let why = ended.record.event == .unregistered ? "ended" : "detached"
      write(ended.node, why, ended.subscription, ended.record)
    }
    for later in later {
      let own = later.subscription
      write(later.node, "later", own, payload: own.payload, later.record)
    }
  }
}
