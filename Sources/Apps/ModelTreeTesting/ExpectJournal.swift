public import ModelTree
public import ModelTreeJournal
import TextIO
import TreeJournal
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
/// - Parameters:
///   - model: a model of the tree. If no journal records it, one of 256 KB does.
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
  of model: Model, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try JournalExpectation(messages, RecordedPart(of: model))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects some asynchronous work to raise exactly the listed messages. The work runs on the
/// caller's actor.
///
/// - Parameters:
///   - model: a model of the tree. If no journal records it, one of 256 KB does.
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
  of model: Model, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await JournalExpectation(messages, RecordedPart(of: model))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects some work to raise exactly the listed messages, also in sessions that open and close
/// during the work.
///
/// - Parameters:
///   - controller: the controller of the sessions. If it has no journal, it gets one of 256 KB.
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
  of controller: SessionController, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try JournalExpectation(messages, RecordedPart(of: controller))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects some asynchronous work to raise exactly the listed messages, also in sessions that open
/// and close during the work. The work runs on the caller's actor.
///
/// - Parameters:
///   - controller: the controller of the sessions. If it has no journal, it gets one of 256 KB.
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
  of controller: SessionController, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await JournalExpectation(messages, RecordedPart(of: controller))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects objects that aren't models to report exactly the listed messages during some work.
///
/// The journal contains no tree of these objects: lines name them by their types and omit the
/// receivers of an event.
///
/// - Parameters:
///   - journal: the journal that the objects report to.
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
  of journal: Journal, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try JournalExpectation(messages, RecordedPart(of: journal))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects objects that aren't models to report exactly the listed messages during some
/// asynchronous work. The work runs on the caller's actor.
///
/// - Parameters:
///   - journal: the journal that the objects report to.
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
  of journal: Journal, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await JournalExpectation(messages, RecordedPart(of: journal))
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Compares the messages raised from now on with the expected ones.
struct JournalExpectation: RecordedExpectation {
  private let text: String
  let part: RecordedPart

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - part: the records from now on.
  init(_ text: String, _ part: RecordedPart) {
    self.text = text
    self.part = part
  }

  func failure(for contents: JournalContents) throws -> Failure? {
    let expected = try ExpectedMessages(text, name: "expected messages")
    let history = RecordedHistory(contents, from: part.start + 1)
    guard let problem = try expected.problem(in: history) else { return nil }
    var failure = Failure(problem.map(\.string).joined(separator: "\n"))
    failure.showsRecords = true
    return failure
  }

  func failure(of error: any Error) -> Failure { Failure("\(error)") }
}
