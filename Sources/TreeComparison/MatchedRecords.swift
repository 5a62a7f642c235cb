import TreeJournal
import TreeSnapshot

extension JournalRecord {
  /// The differing details of a record and its partner in another run.
  ///
  /// - Parameter countsReceivers: Whether to compare the number of receivers.
  func differences(from other: JournalRecord, countsReceivers: Bool) -> [Difference.What] {
    if event != other.event || outcome != other.outcome { return [.outcome] }
    var all: [Difference.What] = []
    if words != other.words { all.append(.input) }
    if (nanoseconds == nil) != (other.nanoseconds == nil) { all.append(.unfinished) }
    if vocabulary.map(\.unlabeled) != other.vocabulary.map(\.unlabeled) { all.append(.vocabulary) }
    if (handler == nil) != (other.handler == nil) { all.append(.handler) }
    if rest != other.rest || (countsReceivers && count != other.count) { all.append(.receivers) }
    if plainTexts != other.plainTexts { all.append(.text) }
    return all
  }

  private var plainTexts: [String?] {
    [context, underlying, value, representation, payload].map { $0.map(RecordSignature.plain) }
  }
}
