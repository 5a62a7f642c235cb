public import ModelTree

/// Expects some work to raise exactly these messages, and each to end as its line says: what is not
/// listed as uncaught is not.
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
/// A line is written as a spec writes where messages go, `from` a model or from any; a selector is held
/// against the tree at that moment. An empty text expects that nothing is raised. A failure tells what
/// was recorded, and ends with the lines that would have been right; the journal becomes an attachment
/// of the test.
///
/// - Parameters:
///   - model: a model of the tree. Where no journal records it, one of 256 KB begins.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of model: Model, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: model)
  try work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}

/// Expects some work, which may wait, to raise exactly these messages. It runs where the caller runs.
///
/// - Parameters:
///   - model: a model of the tree. Where no journal records it, one of 256 KB begins.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of model: Model, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: model)
  try await work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}

/// Expects some work to raise exactly these messages, in the sessions that open and close meanwhile.
///
/// - Parameters:
///   - controller: the controller that holds the session. Where it has no journal, one of 256 KB begins.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of controller: SessionController, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: controller)
  try work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}

/// Expects some work, which may wait, to raise exactly these messages, in the sessions that open and close
/// meanwhile. It runs where the caller runs.
///
/// - Parameters:
///   - controller: the controller that holds the session. Where it has no journal, one of 256 KB begins.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of controller: SessionController, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: controller)
  try await work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}

/// Expects some work to raise exactly these messages, which objects that aren't models report.
///
/// Such objects keep no tree in the journal: lines name them by their types, and an event's receivers not
/// at all.
///
/// - Parameters:
///   - journal: the journal to which they report.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of journal: Journal, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: journal)
  try work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}

/// Expects some work, which may wait, to raise exactly these messages, which objects that aren't models
/// report. It runs where the caller runs.
///
/// - Parameters:
///   - journal: the journal to which they report.
///   - messages: the messages, one a line, in the order in which they are raised.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what raises them.
/// - Returns: whether these messages were raised, and no others.
/// - Throws: what `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectJournal<Failure: Error>(
  of journal: Journal, says messages: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let expectation = JournalExpectation(messages, of: journal)
  try await work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in expectation.failure() }
}
