public import ModelTree

/// Expects every model that leaves a tree while something is done to be gone afterwards.
///
/// ```swift
/// expectNoLeaks(in: session) { flow.close() }
/// ```
///
/// A model that the test itself holds is still alive: hold it weakly. The session that is given may
/// close meanwhile, but one that a controller replaces is better looked for with the controller.
///
/// - Parameters:
///   - model: a model of the tree. It does not count itself, nor does what it holds.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what makes models leave.
/// - Returns: whether no model leaked.
/// - Throws: what `work` throws; nothing is looked for then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let expectation = LeakExpectation(leaving: model)
  try work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in
    expectation.failure(in: model)
  }
}

/// Expects every model that leaves a tree while something is done to be gone afterwards; what is
/// done may wait. It runs where the caller runs.
///
/// - Parameters:
///   - model: a model of the tree. It does not count itself, nor does what it holds.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what makes models leave.
/// - Returns: whether no model leaked.
/// - Throws: what `work` throws; nothing is looked for then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let expectation = LeakExpectation(leaving: model)
  try await work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in
    expectation.failure(in: model)
  }
}

/// Expects every model that left a tree so far to be deallocated.
///
/// The former place is known for models that leave after the first such expectation.
///
/// - Parameters:
///   - model: a model of the tree. It does not count itself, nor does what it holds.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether no model leaked.
@MainActor
@discardableResult
public func expectNoLeaks(
  in model: Model, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    LeakExpectation(model).failure(in: model)
  }
}

/// Expects every model that leaves while something is done to be gone afterwards, the sessions that
/// close included.
///
/// ```swift
/// expectNoLeaks(in: controller) { controller.session?.close() }
/// ```
///
/// A model that the test itself holds is still alive: hold it weakly.
///
/// - Parameters:
///   - controller: the controller that holds the session.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what makes models leave.
/// - Returns: whether no model leaked.
/// - Throws: what `work` throws; nothing is looked for then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let expectation = LeakExpectation(leaving: controller)
  try work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in
    expectation.failure(in: controller)
  }
}

/// Expects every model that leaves while something is done to be gone afterwards, the sessions that
/// close included; what is done may wait. It runs where the caller runs.
///
/// - Parameters:
///   - controller: the controller that holds the session.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
///   - work: what makes models leave.
/// - Returns: whether no model leaked.
/// - Throws: what `work` throws; nothing is looked for then.
@MainActor
@discardableResult
public func expectNoLeaks<Failure: Error>(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let expectation = LeakExpectation(leaving: controller)
  try await work()
  return expect(CallSite(fileID, filePath, line, column)) { _ in
    expectation.failure(in: controller)
  }
}

/// Expects every model that left the trees of a controller's sessions so far to be deallocated.
///
/// The former place is known for models that leave after the first such expectation.
///
/// - Parameters:
///   - controller: the controller that holds the session.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether no model leaked.
@MainActor
@discardableResult
public func expectNoLeaks(
  in controller: SessionController, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    LeakExpectation(controller).failure(in: controller)
  }
}
