import TreeJournal
import TreeSnapshot
import TreeSpec

/// The committed dump that the language's article speaks of.
enum ExamTree {
  static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  /// The committed journal, in which an error was uncaught because its handler had gone.
  static func history() throws -> RecordedHistory {
    RecordedHistory(
      try JournalContents(
        contentsOfFile: "\(repository)/samples/journals/exam-master-upload.journal"))
  }

  static func snapshot(_ name: String = "exam-master") throws -> Snapshot {
    try Snapshot(contentsOfFile: "\(repository)/samples/dumps/\(name).json")
  }
}
