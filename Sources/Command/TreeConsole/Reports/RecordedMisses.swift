import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The subscriptions that nearly got a message, according to a journal: those that ended before, with
/// the cause, and those made after the moment of the message.
struct RecordedMisses {
  /// Those of models on the message's way first.
  private var ended: [RecordedInterest]
  private var later: [RecordedInterest]
  private let moment: Int
  private let words: RecordWords

  /// Searches a journal. Costs a few passes over its registrations.
  ///
  /// - Parameter way: The ids of the models that an error or a bubble passes; later subscriptions of others
  ///   don't matter.
  init(
    of message: Message, at moment: Int, ofTree tree: Int, way: Set<Int>,
    _ contents: JournalContents, _ words: RecordWords
  ) {
    let interests = RecordedInterests(in: message, ofTree: tree, contents, words.types)
    let all = interests.ended(at: moment)
    ended = all.filter { way.contains($0.node.id) } + all.filter { !way.contains($0.node.id) }
    later = interests.later(than: moment).filter {
      message.kind == .event || way.contains($0.node.id)
    }
    self.moment = moment
    self.words = words
  }

  /// Searches the journal up to the moment of a command; nil if the target has none.
  ///
  /// If a model handled an error or a bubble, only ended subscriptions of models on its way matter.
  init?(of route: Route, in state: TreeState, _ view: View) {
    guard let look = try? view.journal() else { return nil }
    let way = Set(route.hops.map { state.snapshot[$0.node].id })
    // Without a moment, a journal's tree is the last one, which may have ended before the last
    // record.
    self.init(
      of: route.message, at: view.moment ?? look.lastMoment ?? look.lastRecord,
      ofTree: state.tree - look.treeOffset, way: way, look.contents,
      RecordWords(contents: look.contents, types: JournalTypes(of: look.contents)))
    if route.isTaken, route.message.kind != .event {
      ended.removeAll { !way.contains($0.node.id) }
    }
    // After the last tree of a journal, only its end follows.
    if view.moment == nil { later = [] }
  }

  /// A clause for each, up to two of a kind.
  var clauses: [SafeText] {
    ended.prefix(2).map(words.end) + later.prefix(2).map { words.registration($0, after: moment) }
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
