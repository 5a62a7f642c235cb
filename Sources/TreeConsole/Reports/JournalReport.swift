import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Records of a journal as text.
struct JournalReport {
  private let contents: JournalContents
  private var words: RecordWords

  init(contents: JournalContents, types: JournalTypes) {
    self.contents = contents
    words = RecordWords(contents: contents, types: types)
  }

  /// Says how many records there are besides those that are shown.
  func writeHead(shown: Int, of count: Int, to text: inout StyledText) {
    if count == 0 { text.line("no such record") }
    if contents.droppedCount > 0 {
      text.line("\(counted(contents.droppedCount, "earlier record")) dropped", .dim)
    }
    if count > shown {
      text.line("\(counted(count - shown, "earlier record")); --limit all shows them", .dim)
    }
  }

  /// Writes a record on a line.
  mutating func write(_ record: JournalRecord, to text: inout StyledText) {
    words.write(record, to: &text)
  }

  /// A model by its type and id.
  func name(_ node: JournalNode) -> SafeText { words.name(node) }

  /// Why a record is there; nil where no handler ran.
  func reason(_ record: JournalRecord) -> SafeText? { words.reason(record) }
}
