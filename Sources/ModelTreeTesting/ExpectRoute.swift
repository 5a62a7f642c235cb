public import ModelTree

/// Expects a message that is raised at a model to be handled by a certain other model, and by no more
/// than that. Nothing is raised, and no handler runs.
///
/// ```swift
/// expectRoute(of: NetworkErrors.badToken, from: picker, isHandledBy: session)
/// expectRoute(of: MainFlowBubble.showSideMenu, from: dashboard, isHandledBy: mainFlow)
/// ```
///
/// A failure shows the route that the message takes, hop by hop.
///
/// - Parameters:
///   - code: the error or bubble.
///   - raiser: the model that would raise it.
///   - handler: the model that should handle it; it may be the raiser.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether that model handles it.
@MainActor
@discardableResult
public func expectRoute(
  of code: some MessageCode, from raiser: Model, isHandledBy handler: Model,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(code, from: raiser).failure(expecting: [handler])
  }
}

/// Expects an event that is raised at a model to be heard by these models and no others. Nothing is
/// raised, and no handler runs.
///
/// ```swift
/// expectRoute(of: AppEvent.startExam, from: dashboard, isHeardBy: [mainFlow])
/// ```
///
/// A failure shows which models hear it, and why the others do not.
///
/// - Parameters:
///   - name: the event.
///   - raiser: the model that would raise it.
///   - receivers: the models that should hear it, in any order.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether these models hear it, and no others.
@MainActor
@discardableResult
public func expectRoute(
  of name: some GlobalEventName, from raiser: Model, isHeardBy receivers: [Model],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(name, from: raiser).failure(expecting: receivers)
  }
}

/// Expects no model to handle or hear a message that is raised at a model. An error then ends as
/// uncaught in the root session. Nothing is raised, and no handler runs.
///
/// - Parameters:
///   - code: the error, bubble or event.
///   - raiser: the model that would raise it.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether no model takes it.
@MainActor
@discardableResult
public func expectNoRoute(
  of code: some MessageCode, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(code, from: raiser).failure(expecting: [])
  }
}
