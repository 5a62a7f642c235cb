public import ModelTree
import TreeSnapshot

/// Expects an error, raised at a model, to be handled by a certain other. Nothing is raised, and no
/// handler runs.
///
/// ```swift
/// expectRoute(of: NetworkErrors.badToken, from: picker, isHandledBy: session)
/// ```
///
/// A failure tells the way that the error takes, hop by hop.
///
/// - Parameters:
///   - code: the error.
///   - raiser: the model that would raise it.
///   - handler: the model that should handle it; it may be the raiser.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether that model handles it.
@discardableResult
public func expectRoute(
  of code: some ErrorCode, from raiser: Model, isHandledBy handler: Model,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.error, code, from: raiser).failure(expecting: [handler])
  }
}

/// Expects a bubble, raised at a model, to be handled by a certain other. Nothing is raised, and no
/// handler runs.
///
/// ```swift
/// expectRoute(of: MainFlowBubble.showSideMenu, from: dashboard, isHandledBy: mainFlow)
/// ```
///
/// A failure tells the way that the bubble takes, hop by hop.
///
/// - Parameters:
///   - name: the bubble.
///   - raiser: the model that would raise it.
///   - handler: the model that should handle it; it may be the raiser.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether that model handles it.
@discardableResult
public func expectRoute(
  of name: some BubbleNotificationName, from raiser: Model, isHandledBy handler: Model,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.bubble, name, from: raiser).failure(expecting: [handler])
  }
}

/// Expects an event, raised at a model, to be heard by these models and no others. Nothing is raised,
/// and no handler runs.
///
/// ```swift
/// expectRoute(of: AppEvent.startExam, from: dashboard, isHeardBy: [mainFlow])
/// ```
///
/// A failure tells who hears it, and why the others do not.
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
@discardableResult
public func expectRoute(
  of name: some GlobalEventName, from raiser: Model, isHeardBy receivers: [Model],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.event, name, from: raiser).failure(expecting: receivers)
  }
}
