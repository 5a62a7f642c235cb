import TextIO
import TreeAnalysis
import TreeJournal

/// All that a test message led to, as the target's journal has it.
struct RaiseStory {
  private let contents: JournalContents
  private let types: JournalTypes
  /// The message, what became of it, and all that its handlers did, also later.
  private let records: [JournalRecord]

  /// So many records are shown, where nothing else is asked for.
  static let usualRecords = 50

  /// Finds what a message led to until now; nil where the target has no journal, or has dropped the
  /// message.
  init?(of report: RaiseReport, in target: some InspectionTarget) {
    guard let before = report.record,
      // For the types of the models, the whole journal.
      let contents = try? target.journal().contents
    else { return nil }
    var raised: Int?
    let later = min(max(0, before), contents.records.upperBound - 1) + 1
    contents.forEachRecord(in: later..<contents.records.upperBound) { record in
      let isRaised = record.event == .raised && record.isTest
      if isRaised, record.message?.message == report.route.message { raised = record.number }
      return raised == nil
    }
    guard let raised else { return nil }
    var filter = RecordFilter()
    filter.origin = raised
    self.contents = contents
    types = JournalTypes(of: contents)
    records = filter.records(in: contents)
  }

  func write(to text: inout StyledText, limit: Int) {
    text.line()
    var report = JournalReport(contents: contents, types: types)
    for record in records.prefix(limit) { report.write(record, to: &text) }
    let more = records.count - limit
    guard more > 0, let first = records.first else { return }
    text.line(
      "\(counted(more, "more record")); 'journal --cause \(first.number) --limit all' shows them",
      .dim)
  }

  /// Writes `"records"`, each as `journal --json` has it.
  func write(to json: inout JSONObject) {
    json.array("records") { array in
      for record in records { array.object { record.write(to: &$0) } }
    }
  }
}
