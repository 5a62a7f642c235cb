import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// What an action, a test message or passing time led to: the records, if a journal is kept, and what
/// changed in the tree.
struct StepReport {
  private let changes: TreeChanges?
  private let records: CausedRecords?
  private let limit: Int

  /// Takes a step.
  init(in view: View, _ limits: LimitOptions, _ step: () throws -> Void) throws {
    let before = try? view.state()
    // What is to be said of the journal is said with the answer.
    let record = (try? view.target.journal())?.lastRecord
    try step()
    self.init(
      from: before, to: try? view.state(), CausedRecords(after: record, in: view),
      limits.number(view, usual: 50))
  }

  /// - Parameters:
  ///   - before: The tree before the step; nil if the app had none.
  ///   - after: The tree after it; nil if the app has none.
  ///   - records: What it led to; nil if no journal says so.
  ///   - limit: The number of records in text.
  init(from before: TreeState?, to after: TreeState?, _ records: CausedRecords?, _ limit: Int) {
    changes = before.map { TreeChanges(from: $0, to: after) }
    self.records = records
    self.limit = limit
  }

  /// Adds the records and the changes.
  ///
  /// - Parameter showsRecords: Whether the records say more than is written already.
  func write(to text: inout StyledText, showsRecords: Bool = true) {
    if showsRecords { records?.write(to: &text, limit: limit) }
    changes?.write(to: &text)
  }

  /// Writes the members of the JSON object.
  func write(to json: inout JSONObject) {
    if let changes { json.object("changes") { changes.write(to: &$0) } }
    records?.write(to: &json)
  }
}

/// The difference between two states of a target, such as before and after a message.
struct TreeChanges {
  private let before: Snapshot
  /// Nil if the app no longer has a tree.
  private let after: Snapshot?
  /// Nil if the root was replaced, so that no model is the same.
  private let difference: TreeDifference?

  init(from before: TreeState, to after: TreeState?) {
    self.before = before.snapshot
    self.after = after?.snapshot
    difference = after.flatMap {
      $0.tree == before.tree
        ? TreeDifference(from: before.snapshot, to: $0.snapshot, matching: .identity) : nil
    }
  }

  func write(to text: inout StyledText) {
    text.line()
    guard let difference else {
      let new: SafeText =
        after.map { "replaced by \($0.root.name)" } ?? "closed, and no other opened"
      return text.line("the session \(before.root.name) was \(new)", .bold)
    }
    if difference.isEmpty { return text.line("nothing changed in the tree") }
    DifferenceReport(difference).write(to: &text)
  }

  /// Writes the members of the JSON object: models by id, including those below others.
  func write(to json: inout JSONObject) {
    json.write("replaced", difference == nil)
    let (old, new) = (before.columns.nodes.ids, after?.columns.nodes.ids ?? [])
    guard let difference else {
      json.write("removed", old)
      json.write("added", new)
      return json.write("changed", [Int]())
    }
    json.write(
      "removed",
      before.positions.filter { difference.newPosition(ofOld: $0) == nil }.map { old[$0] })
    json.write(
      "added",
      difference.new.positions.filter { difference.oldPosition(ofNew: $0) == nil }.map { new[$0] })
    let changed = difference.changed.map(\.newPosition) + difference.moved.map(\.newPosition)
    json.write("changed", Set(changed).sorted().map { new[$0] })
  }
}

/// What a test message, an action, or passing time led to, according to the target's journal.
struct CausedRecords {
  private let contents: JournalContents
  private let records: [JournalRecord]
  /// The options of `journal` that show them.
  private let options: SafeText

  /// Finds what happened after a record, so far; nil if the target has no journal, or nothing did.
  ///
  /// - Parameters:
  ///   - number: The last record before; nil without a journal.
  ///   - isOrigin: Whether a record is the one whose effects are wanted; nil for everything.
  init?(
    after number: Int?, in view: View, _ isOrigin: ((JournalRecord) -> Bool)? = nil
  ) {
    guard let number, let contents = try? view.journal().contents else { return nil }
    var filter = RecordFilter()
    // A running app says it, which may be wrong.
    filter.first = min(number, contents.records.upperBound) + 1
    if let isOrigin {
      filter.origin = filter.records(in: contents).first(where: isOrigin)?.number
      if filter.origin == nil { return nil }
    }
    records = filter.records(in: contents)
    guard let first = records.first else { return nil }
    self.contents = contents
    options = "\(isOrigin == nil ? "--since" : "--cause") \(first.number)"
  }

  func write(to text: inout StyledText, limit: Int) {
    text.line()
    var words = RecordWords(contents: contents, types: JournalTypes(of: contents))
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
