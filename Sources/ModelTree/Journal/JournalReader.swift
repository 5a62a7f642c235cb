import TreeJournal

/// Reads a journal while it records, on the main actor.
package struct JournalReader {
  private let recorder: JournalRecorder

  init(_ recorder: JournalRecorder) { self.recorder = recorder }

  /// The number of the latest record; 0 before the first.
  package var latest: Int { Int(recorder.writer.latest) }

  /// A copy of its words. Costs its size.
  package var words: [UInt64] { recorder.writer.excerpt(after: 0) }
}
