import ModelTree
import TextIO
import TreeJournal

/// What a journal records from now on.
@MainActor
struct RecordedPart {
  let reader: JournalReader?
  /// The number of the last record before.
  let start: Int
  /// The model whose tree can't be recorded; nil if it can.
  private let outsider: String?

  /// The size of a journal that begins here: room for 5,000 records.
  private static let bytes = 1 << 18

  /// - Parameter model: a model of the tree, which is recorded from now on.
  init(of model: Model) {
    let root = model.root as? Session
    if model.journalReader == nil { root?.record(in: Journal(bytes: Self.bytes)) }
    self.init(model.journalReader, outsider: root == nil ? model.shownName : nil)
  }

  /// - Parameter controller: the controller, whose sessions are recorded from now on.
  init(of controller: SessionController) {
    if controller.journal == nil { controller.record(in: Journal(bytes: Self.bytes)) }
    self.init(controller.journal?.reader, outsider: nil)
  }

  /// - Parameter journal: the journal that receives the reports.
  init(of journal: Journal) { self.init(journal.reader, outsider: nil) }

  private init(_ reader: JournalReader?, outsider: String?) {
    self.reader = reader
    self.outsider = outsider
    start = reader?.latest ?? 0
  }

  /// Why nothing is recorded.
  var failure: Failure? {
    outsider.map {
      Failure("\($0) is in no session's tree: nothing records what happens there.")
    }
  }

  /// Why not all is recorded that happened.
  func failure(for contents: JournalContents) -> Failure? {
    let dropped = contents.records.lowerBound - start - 1
    if dropped <= 0 { return nil }
    return Failure(
      """
      \(counted(dropped, "record")) of what happened meanwhile \(dropped == 1 ? "was" : "were") \
      dropped: the journal is too small; give it more bytes: Journal(bytes: 1 << 24).
      """)
  }
}
