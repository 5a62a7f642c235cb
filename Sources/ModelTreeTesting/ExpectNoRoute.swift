public import ModelTree
import TreeSnapshot

/// Expects nobody to handle an error that is raised at a model: it ends as uncaught in the root
/// session. Nothing is raised, and no handler runs.
///
/// - Parameters:
///   - code: the error.
///   - raiser: the model that would raise it.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether nobody handles it.
@discardableResult
public func expectNoRoute(
  of code: some ErrorCode, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.error, code, from: raiser).failure(expecting: [])
  }
}

/// Expects nobody to handle a bubble that is raised at a model. Nothing is raised, and no handler
/// runs.
///
/// - Parameters:
///   - name: the bubble.
///   - raiser: the model that would raise it.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether nobody handles it.
@discardableResult
public func expectNoRoute(
  of name: some BubbleNotificationName, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.bubble, name, from: raiser).failure(expecting: [])
  }
}

/// Expects nobody to hear an event that is raised at a model. Nothing is raised, and no handler runs.
///
/// - Parameters:
///   - name: the event.
///   - raiser: the model that would raise it.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether nobody hears it.
@discardableResult
public func expectNoRoute(
  of name: some GlobalEventName, from raiser: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    RouteExpectation(.event, name, from: raiser).failure(expecting: [])
  }
}
