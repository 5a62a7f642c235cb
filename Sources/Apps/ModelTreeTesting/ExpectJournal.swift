import ModelTreeJournal
import TextIO
import TreeJournal
import TreeRuns
import TreeSpec

/// Expects some work to raise exactly the listed messages, each with the listed outcome. An error
/// may be uncaught only if it is listed as uncaught.
///
/// ```swift
/// expectJournal(
///   of: session,
///   says: """
///     error NetworkErrors.badToken from ExamPicker => AppSession
///     event AppEvent.signedOut from AppSession => MainFlow only
///     """
/// ) { picker.reload() }
/// ```
///
/// Write each line as a route in a spec; `from` is optional, and selectors refer to the tree at
/// that moment. An empty text expects no messages. A failure shows the recorded messages, ends with
/// the lines that would pass, and attaches the journal to the test.
///
/// A journal doesn't follow the tree of objects that aren't models: lines name them by their types and omit
/// the receivers of an event.
///
/// - Parameters:
///   - source: a model of the tree, a session controller, whose sessions may open and close during the
///     work, or the journal that objects report to which aren't models. A tree or a controller
///     without a journal gets one of 256 KB.
///   - messages: the messages, one per line, in the order in which they are raised.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: raises the messages.
/// - Returns: true if exactly these messages were raised.
/// - Throws: the error that `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of source: some JournalSource, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try JournalExpectation(messages, source.recordedFromNow())
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects some asynchronous work to raise exactly the listed messages. The work runs on the
/// caller's actor.
///
/// - Parameters:
///   - source: a model of the tree, a session controller, whose sessions may open and close during the
///     work, or the journal that objects report to which aren't models. A tree or a controller
///     without a journal gets one of 256 KB.
///   - messages: the messages, one per line, in the order in which they are raised.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: raises the messages.
/// - Returns: true if exactly these messages were raised.
/// - Throws: the error that `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of source: some JournalSource, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await JournalExpectation(messages, source.recordedFromNow())
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Compares the messages raised from now on with the expected ones.
struct JournalExpectation: Expectation {
  private let text: String
  private let part: RecordedPart

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - part: the records from now on.
  init(_ text: String, _ part: RecordedPart) {
    self.text = text
    self.part = part
  }

  func failure() -> Failure? {
    if let outsider = part.outsider {
      return Failure("\(outsider) is in no session's tree: nothing records what happens there.")
    }
    guard let bytes = part.journal?.lines() else { return nil }
    do {
      let contents = try JournalContents(bytes: bytes)
      if contents.records.lowerBound > part.start + 1 {
        return Failure(
          "records of what happened meanwhile were dropped: the journal is too small; give it more "
            + "bytes: Journal(bytes: 1 << 24).")
      }
      let expected = try ExpectedMessages(text, name: "expected messages")
      let history = RecordedHistory(contents, from: part.start + 1)
      guard let problem = try expected.problem(in: history) else { return nil }
      var failure = Failure(problem.map(\.string).joined(separator: "\n"), journal: bytes)
      failure.showsRecords = true
      return failure
    } catch {
      return Failure("\(error)")
    }
  }
}
