public import ModelTree

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
