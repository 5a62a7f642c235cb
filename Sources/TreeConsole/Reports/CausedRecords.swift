import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

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
    records = filter.records(in: contents)
    guard let first = records.first else { return nil }
    self.contents = contents
    types = JournalTypes(of: contents)
    options = "--since \(first.number)"
  }

  /// - Parameters:
  ///   - number: The last record before; nil without a journal.
  ///   - isOrigin: Whether a record is the one whose effects are wanted.
  private init?(after number: Int?, in view: View, _ isOrigin: (JournalRecord) -> Bool) {
    guard let number,
      // The whole journal, because it has the types of the models.
      let contents = try? view.journal().contents
    else { return nil }
    var origin: Int?
    let later = min(max(0, number), contents.records.upperBound - 1) + 1
    contents.forEachRecord(in: later..<contents.records.upperBound) { record in
      if isOrigin(record) { origin = record.number }
      return origin == nil
    }
    guard let origin else { return nil }
    var filter = RecordFilter()
    filter.origin = origin
    self.contents = contents
    types = JournalTypes(of: contents)
    records = filter.records(in: contents)
    options = "--cause \(origin)"
  }

  func write(to text: inout StyledText, limit: Int) {
    text.line()
    var words = RecordWords(contents: contents, types: types)
    for record in records.prefix(limit) { words.write(record, to: &text) }
    let more = records.count - limit
    if more <= 0 { return }
    text.line("\(counted(more, "more record")); 'journal \(options) --limit all' shows them", .dim)
  }

  /// Writes `"records"`, each in the format of `journal --json`.
  func write(to json: inout JSONObject) {
    json.array("records", of: records) { record, json in record.write(to: &json) }
  }
}
