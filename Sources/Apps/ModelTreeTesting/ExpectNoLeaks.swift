public import ModelTree

/// Expects every model that leaves a tree during some work to be released.
///
/// ```swift
/// expectNoLeaks(in: session) { flow.close() }
/// ```
///
/// A failure lists each model with its path, the line that created it, and what may retain it: the
/// lines that registered handlers, and those that started work still running.
///
/// A model that the test retains is still alive, so keep only a weak reference to it. The model
/// that you pass may be a session that closes during the work; if a controller replaces the
/// session, pass the controller instead.
///
/// - Parameters:
///   - model: a model of the tree. The model itself and everything that it retains don't count.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: makes models leave.
/// - Returns: true if no model leaked.
/// - Throws: the error that `work` throws; leaks are not checked then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try LeakExpectation(leaving: model)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that leaves a tree during some asynchronous work to be released. The work
/// runs on the caller's actor.
///
/// - Parameters:
///   - model: a model of the tree. The model itself and everything that it retains don't count.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: makes models leave.
/// - Returns: true if no model leaked.
/// - Throws: the error that `work` throws; leaks are not checked then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await LeakExpectation(leaving: model)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that has left a tree so far to be released.
///
/// A failure shows the former place of models that leave after the first such expectation.
///
/// - Parameters:
///   - model: a model of the tree. The model itself and everything that it retains don't count.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if no model leaked.
@MainActor
@discardableResult
public func expectNoLeaks(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Bool {
  LeakExpectation(model).failure().isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects every model that leaves during some work to be released, including sessions that close.
///
/// ```swift
/// expectNoLeaks(in: controller) { controller.session?.close() }
/// ```
///
/// A model that the test retains is still alive, so keep only a weak reference to it.
///
/// - Parameters:
///   - controller: the controller of the sessions.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: makes models leave.
/// - Returns: true if no model leaked.
/// - Throws: the error that `work` throws; leaks are not checked then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try LeakExpectation(leaving: controller)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that leaves during some asynchronous work to be released, including sessions
/// that close. The work runs on the caller's actor.
///
/// - Parameters:
///   - controller: the controller of the sessions.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: makes models leave.
/// - Returns: true if no model leaked.
/// - Throws: the error that `work` throws; leaks are not checked then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await LeakExpectation(leaving: controller)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that has left the trees of a controller's sessions so far to be released.
///
/// A failure shows the former place of models that leave after the first such expectation.
///
/// - Parameters:
///   - controller: the controller of the sessions.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if no model leaked.
@MainActor
@discardableResult
public func expectNoLeaks(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  LeakExpectation(controller).failure().isNone(at: CallSite(fileID, filePath, line, column))
}
