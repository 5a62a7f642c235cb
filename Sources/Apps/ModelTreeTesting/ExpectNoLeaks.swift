/// Expects every model that leaves a tree during some work to be released.
///
/// ```swift
/// expectNoLeaks(in: session) { flow.close() }
/// expectNoLeaks(in: controller) { controller.session?.close() }
/// ```
///
/// A failure lists each model with its path, the line that created it, and what may retain it: the
/// lines that registered handlers, and those that started work still running.
///
/// A model that the test retains is still alive, so keep only a weak reference to it. The model
/// that you pass may be a session that closes during the work; if a controller replaces the
/// session, pass the controller instead.
///
/// Work that a model cancels by leaving ends a moment later: where a model does such work, await this
/// expectation in an asynchronous test.
///
/// - Parameters:
///   - trees: a model of the tree, or a session controller, whose sessions may be replaced. The model
///     itself and everything that it retains don't count.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: makes models leave.
/// - Returns: true if no model leaked.
/// - Throws: the error that `work` throws; leaks are not checked then.
@MainActor
@discardableResult
@_disfavoredOverload  // An asynchronous test awaits the other one, whatever its closure does.
public func expectNoLeaks<Failure: Error>(
  in trees: some LeakSource, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  try LeakExpectation(leaving: trees)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that leaves a tree during some asynchronous work to be released. The work
/// runs on the caller's actor.
///
/// Cancelled work that may retain a model is waited for, for about ten seconds.
///
/// - Parameters:
///   - trees: a model of the tree, or a session controller, whose sessions may be replaced. The model
///     itself and everything that it retains don't count.
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
  in trees: some LeakSource, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  try await LeakExpectation(leaving: trees)
    .isMet(at: CallSite(fileID, filePath, line, column), by: work)
}

/// Expects every model that has left a tree so far to be released.
///
/// A failure shows the former place of models that leave after the first such expectation.
///
/// - Parameters:
///   - trees: a model of the tree, or a session controller, whose sessions may be replaced. The model
///     itself and everything that it retains don't count.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if no model leaked.
@MainActor
@discardableResult
public func expectNoLeaks(
  in trees: some LeakSource, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Bool {
  LeakExpectation(trees).failure().isNone(at: CallSite(fileID, filePath, line, column))
}
