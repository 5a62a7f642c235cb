import ModelTree
import TextIO
import TreeJournal
import TreeSpec

/// Compares the messages raised from now on with the expected ones.
@MainActor
struct JournalExpectation {
  private let text: String
  private let reader: JournalReader?
  /// The model whose tree can't be recorded; nil if it can.
  private let outsider: String?
  private let start: Int

  /// The size of a journal that begins here: room for 5,000 records.
  private static let bytes = 1 << 18

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - model: a model of the tree, which is recorded from now on.
  init(_ text: String, of model: Model) {
    let root = model.root as? Session
    if model.journalReader == nil { root?.record(in: Journal(bytes: Self.bytes)) }
    self.init(
      text, model.journalReader,
      outsider: root == nil ? model.shownName : nil)
  }

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - controller: the controller, whose sessions are recorded from now on.
  init(_ text: String, of controller: SessionController) {
    if controller.journal == nil { controller.record(in: Journal(bytes: Self.bytes)) }
    self.init(text, controller.journal?.reader, outsider: nil)
  }

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - journal: the journal that receives the reports.
  init(_ text: String, of journal: Journal) {
    self.init(text, journal.reader, outsider: nil)
  }

  private init(_ text: String, _ reader: JournalReader?, outsider: String?) {
    self.text = text
    self.reader = reader
    self.outsider = outsider
    start = reader?.latest ?? 0
  }

  /// Why the messages so far differ from the expected ones; nil if they don't.
  func failure() -> Failure? {
    if let outsider {
      return Failure("\(outsider) is in no session's tree: nothing records what happens there.")
    }
    guard let words = reader?.words else { return nil }
    do {
      let expected = try ExpectedMessages(text, name: "expected messages")
      let contents = try JournalContents(words: words)
      let dropped = contents.records.lowerBound - start - 1
      if dropped > 0 {
        return Failure(
          """
          \(counted(dropped, "record")) of what happened meanwhile \(dropped == 1 ? "was" : "were") \
          dropped: the journal is too small; give it more bytes: Journal(bytes: 1 << 24).
          """)
      }
      let comparison = try expected.compare(contents, (start + 1)..<contents.records.upperBound)
      if comparison.isEqual { return nil }
      var failure = Failure(
        comparison.explanation.map(\.string).joined(separator: "\n"),
        journal: FailureJournal(words: words))
      failure.showsRecords = true
      return failure
    } catch {
      return Failure(unusableSpec: error)
    }
  }
}
