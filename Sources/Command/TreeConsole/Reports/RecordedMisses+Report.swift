import TextIO
import TreeAnalysis
import TreeJournal
import TreeRuns
import TreeSnapshot

extension RecordedMisses {
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
