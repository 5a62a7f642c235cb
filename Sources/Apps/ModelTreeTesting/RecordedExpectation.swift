import ModelTree
import ModelTreeJournal
import TextIO
import TreeJournal

/// An expectation about everything that a journal records during some work.
@MainActor
protocol RecordedExpectation: Expectation {
  /// The records so far.
  var part: RecordedPart { get }

  /// The problem with a journal; nil if it is as expected.
  func failure(for contents: JournalContents) throws -> Failure?

  /// The failure of an expectation that can't be read.
  func failure(of error: any Error) -> Failure
}

extension RecordedExpectation {

  func failure() -> Failure? {
    if let failure = part.failure { return failure }
    guard let bytes = part.journal?.lines() else { return nil }
    do {
      let contents = try JournalContents(bytes: bytes)
      guard var failure = try part.failure(for: contents) ?? failure(for: contents) else {
        return nil
      }
      if failure.showsRecords { failure.journal = FailureJournal(bytes: bytes) }
      return failure
    } catch {
      return failure(of: error)
    }
  }
}

/// What a journal records from now on.
@MainActor
public struct RecordedPart {
  let journal: Journal?
  /// The number of the last record before.
  let start: Int
  /// The model whose tree can't be recorded; nil if it can.
  private let outsider: String?

  /// The size of a journal that begins here: room for 5,000 records.
  private static let bytes = 1 << 18

  /// - Parameter model: a model of the tree, which is recorded from now on.
  init(of model: Model) {
    let root = model.root as? Session
    if model.recording == nil { root?.record(in: Journal(bytes: Self.bytes)) }
    self.init(model.recording?.journal, outsider: root == nil ? model.shownName : nil)
  }

  /// - Parameter controller: the controller, whose sessions are recorded from now on.
  init(of controller: SessionController) {
    if controller.journal == nil { controller.record(in: Journal(bytes: Self.bytes)) }
    self.init(controller.journal, outsider: nil)
  }

  /// - Parameter journal: the journal that receives the reports.
  init(of journal: Journal) { self.init(journal, outsider: nil) }

  private init(_ journal: Journal?, outsider: String?) {
    self.journal = journal
    self.outsider = outsider
    start = journal?.recordCount ?? 0
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
