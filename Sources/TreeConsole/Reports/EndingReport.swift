import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The subscriptions to a message that a journal has seen end, and what ended them.
struct EndingReport {
  let interests: [EndedInterest]
  private let journal: JournalReport

  /// Looks for them up to the moment that a command looks at; nil where the target has no journal.
  ///
  /// Where a model took the message, only those of models on its way are of interest.
  init?(of route: Route, in state: TreeState, _ context: CommandContext) {
    guard context.target.capabilities.contains(.journal),
      let look = try? context.target.journal()
    else { return nil }
    let contents = look.contents
    // Without a moment, the tree of a journal is the last one, which may have ended before the last record.
    let last = look.lastMoment ?? contents.records.upperBound - 1
    let all = contents.endedInterests(
      in: route.message, ofTree: state.tree - look.treeOffset, at: context.target.moment ?? last)
    let way = Set(route.hops.map { state.snapshot[$0.node].id })
    let onTheWay = all.filter { way.contains($0.node.id) }
    interests =
      route.isTaken ? onTheWay : onTheWay + all.filter { !way.contains($0.node.id) }
    journal = JournalReport(contents: contents, types: JournalTypes(of: contents))
  }

  /// Whether it knows what ended a model's subscription.
  func knows(_ miss: NearMiss, in snapshot: Snapshot) -> Bool {
    let id = snapshot[miss.node].id
    return miss.reason == .ended
      && interests.contains { $0.node.id == id && $0.subscription.code == miss.subscription.code }
  }

  func write(to text: inout StyledText, limit: Int) {
    text.list(interests, limit: limit, more: "more of these; --limit all shows them") {
      interest, text in
      let source: SafeText = interest.subscription.source.map { " at \($0)" } ?? ""
      let record = interest.record
      let time = WallClock.localTime(ofNanoseconds: record.time)
      let what: SafeText =
        record.event == .unregistered
        ? "ended that"
        : record.node == interest.node
          ? "detached it" : "detached \(journal.name(record.node)) above it"
      let reason = journal.reason(record).map { ", \($0)" } ?? ""
      text.line(
        "  \(journal.name(interest.node)) was registered for it\(source), until record "
          + "\(record.number) at \(time) \(what)\(reason)")
    }
  }

  /// Writes the elements of `near`.
  func write(to near: inout JSONArray) {
    for interest in interests {
      let (own, record) = (interest.subscription, interest.record)
      near.object { json in
        json.write("node", interest.node.id)
        json.write("why", record.event == .unregistered ? "ended" : "detached")
        json.write(own.kind, domain: own.domain, code: own.code)
        json.write("source", own.source)
        json.write("record", record.number)
        json.write("by", record.by?.id)
        json.write("cause", record.cause)
      }
    }
  }
}
