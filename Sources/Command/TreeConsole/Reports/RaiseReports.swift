import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// The effects of a test message's handlers: how long each ran, and which messages were raised
/// meanwhile, each below the handler that raised it.
struct ConsequenceReport {
  let taken: TakenRoute

  /// The maximum number of nested handlers to write.
  private static let levels = 64

  func write(to text: inout StyledText) {
    guard !taken.handlings.isEmpty else { return }
    text.line()
    write(taken, depth: 0, to: &text)
  }

  private func write(_ route: TakenRoute, depth: Int, to text: inout StyledText) {
    let indent = SafeText(repeating: "    ", count: depth)
    for handling in route.handlings {
      let notified: SafeText = route.isUncaught ? "was notified, and " : ""
      text.append("\(indent)\(name(handling.model)) \(notified)took ")
      text.line(Self.words(handling.duration), .bold)
      guard depth < Self.levels else { continue }
      for raised in handling.raised {
        text.append("\(indent)  and raised ")
        text.append("\(raised.message)", Color(raised.message.kind))
        text.append(raised.raiser == handling.model ? "" : " at \(name(raised.raiser))")
        text.line(outcome(of: raised))
        write(raised, depth: depth + 1, to: &text)
      }
    }
  }

  private func outcome(of route: TakenRoute) -> SafeText {
    if !route.isUncaught, !route.takers.isEmpty { return "" }
    return route.message.kind == .event ? ", which no model receives" : ", which no model handles"
  }

  private func name(_ stop: TakenRoute.Stop) -> SafeText { "\(stop.type) #\(stop.id)" }

  /// `8 µs`, `2.1 ms`, `12 ms`, `3.4 s`.
  private static func words(_ duration: Duration) -> SafeText {
    let milliseconds = duration / .milliseconds(1)
    if milliseconds >= 1_000 { return "\(rounded(milliseconds / 1_000, 10)) s" }
    if milliseconds >= 10 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds >= 1 { return "\(rounded(milliseconds, 10)) ms" }
    return "\(max(1, Int((milliseconds * 1_000).rounded()))) µs"
  }

  private static func rounded(_ number: Double, _ parts: Double) -> Double {
    (number * parts).rounded() / parts
  }

  /// Writes `"handlers": [{"node": 2, "milliseconds": 0.21, "raised": [{"message": …, "from": 4,
  /// "outcome": …, "handlers": […]}]}]`.
  func write(to json: inout JSONObject) { write(taken.handlings, depth: 0, to: &json) }

  private func write(
    _ handlings: [TakenRoute.Handling], depth: Int, to json: inout JSONObject
  ) {
    json.array("handlers", of: handlings) { handling, json in
      json.write("node", handling.model.id)
      let milliseconds = Self.rounded(handling.duration / .milliseconds(1), 1_000)
      json.raw("milliseconds") { $0.write("\(milliseconds)") }
      json.array("raised", of: depth < Self.levels ? handling.raised : []) { route, json in
        json.object("message") { $0.write(route.message) }
        json.write("from", route.raiser.id)
        json.write("outcome", route.outcome)
        write(route.handlings, depth: depth + 1, to: &json)
      }
    }
  }
}

extension TakenRoute {
  /// The outcome, in the word of `trace`.
  fileprivate var outcome: String {
    switch message.kind {
    case .error: isUncaught || handlings.isEmpty ? "uncaught" : "handled"
    case .bubble: handlings.isEmpty ? "unhandled" : "handled"
    case .event: handlings.isEmpty ? "unheard" : "delivered"
    }
  }
}

/// The difference between two states of a target, such as before and after a message.
struct TreeChanges {
  let before: Snapshot
  let after: Snapshot?
  /// Whether the root was replaced, so that no model is the same.
  let isOtherTree: Bool
  /// Nil if the app no longer has a tree.
  private let difference: TreeDifference?

  init(from before: TreeState, to after: TreeState?) {
    self.before = before.snapshot
    self.after = after?.snapshot
    let isOtherTree = before.tree != after?.tree
    self.isOtherTree = isOtherTree
    difference = after.map {
      TreeDifference(
        from: before.snapshot, to: $0.snapshot, matching: isOtherTree ? .none : .identity)
    }
  }

  func write(to text: inout StyledText) {
    text.line()
    if let difference, difference.isEmpty { return text.line("nothing changed in the tree") }
    if isOtherTree {
      let new: SafeText =
        after.map { "replaced by \($0.root.name)" } ?? "closed, and no other opened"
      text.line("the session \(before.root.name) was \(new)", .bold)
    }
    if let difference {
      DifferenceReport(difference).write(to: &text)
    } else {
      DifferenceReport.writeEnd(of: before, to: &text)
    }
  }

  /// Writes the members of the JSON object: models by id, including those below others.
  func write(to json: inout JSONObject) {
    json.write("replaced", isOtherTree)
    guard let difference else {
      json.write("removed", before.columns.nodes.ids)
      json.write("added", [Int]())
      return json.write("changed", [Int]())
    }
    let (old, new) = (difference.old.columns.nodes.ids, difference.new.columns.nodes.ids)
    json.write(
      "removed",
      difference.old.positions.filter { difference.newPosition(ofOld: $0) == nil }.map { old[$0] })
    json.write(
      "added",
      difference.new.positions.filter { difference.oldPosition(ofNew: $0) == nil }.map { new[$0] })
    let changed = difference.changed.map(\.newPosition) + difference.moved.map(\.newPosition)
    json.write("changed", Set(changed).sorted().map { new[$0] })
  }
}

/// Everything that a test message, an action, or passing time caused, according to the target's journal.
struct CausedRecords {
  private let contents: JournalContents
  private let types: JournalTypes
  /// The message or the action, and everything that followed from it, even later.
  private let records: [JournalRecord]
  /// The options of `journal` that show them.
  private let options: SafeText

  /// The default number of records to show.
  static let usualCount = 50

  /// Finds the effects of a message so far; nil if the target has no journal, or the journal no
  /// longer has the message.
  init?(of report: RaiseReport, in view: View) {
    self.init(after: report.record, in: view) { record in
      record.event == .raised && record.isTest
        && record.message?.message == report.route.message
    }
  }

  /// Finds the effects of an action so far; nil if the target has no journal, or the journal no
  /// longer has the action.
  init?(of action: String, _ result: ActionResult, in view: View) {
    self.init(after: result.record, in: view) { record in
      record.event == .performed && record.words.first == action
    }
  }

  /// Finds everything that happened after a record; nil if the target has no journal, or nothing did.
  init?(since number: Int?, in view: View) {
    guard let number, let contents = try? view.journal().contents else { return nil }
    var filter = RecordFilter()
    filter.first = number + 1
    self.init(&filter, contents, option: "--since")
  }

  /// - Parameters:
  ///   - number: The last record before; nil without a journal.
  ///   - isOrigin: Whether a record is the one whose effects are wanted.
  private init?(after number: Int?, in view: View, _ isOrigin: (JournalRecord) -> Bool) {
    guard let number,
      // The whole journal, because it has the types of the models.
      let contents = try? view.journal().contents
    else { return nil }
    var filter = RecordFilter()
    let later = min(max(0, number), contents.records.upperBound - 1) + 1
    contents.forEachRecord(in: later..<contents.records.upperBound) { record in
      if isOrigin(record) { filter.origin = record.number }
      return filter.origin == nil
    }
    if filter.origin == nil { return nil }
    self.init(&filter, contents, option: "--cause")
  }

  /// - Parameter option: The option of `journal` that takes the first of the records.
  private init?(_ filter: inout RecordFilter, _ contents: JournalContents, option: SafeText) {
    records = filter.records(in: contents)
    guard let first = records.first else { return nil }
    self.contents = contents
    types = JournalTypes(of: contents)
    options = "\(option) \(first.number)"
  }

  func write(to text: inout StyledText, limit: Int) {
    text.line()
    var words = RecordWords(contents: contents, types: types)
    for group in JournalRecord.groups(of: records.prefix(limit)) {
      words.write(group[0], and: group.dropFirst(), to: &text)
    }
    let more = records.count - limit
    if more <= 0 { return }
    text.line("\(counted(more, "more record")); 'journal \(options) --limit all' shows them", .dim)
  }

  /// Writes `"records"`, each in the format of `journal --json`.
  func write(to json: inout JSONObject) {
    json.array("records", of: records) { record, json in record.write(to: &json) }
  }
}
