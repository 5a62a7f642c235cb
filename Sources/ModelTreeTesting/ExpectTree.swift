public import ModelTree
public import TreeSnapshot

/// Expects a model and everything below it to be what a spec says.
///
/// ```swift
/// expectTree(
///   session,
///   matches: """
///     AppSession [session]
///       MainFlow
///         DashboardModel
///     """)
/// ```
///
/// A tree that differs fails the test at this line, with the tree as it is and as it should be; its
/// dump becomes an attachment of the test. So does a spec that cannot be read.
///
/// - Parameters:
///   - model: the top of the tree; nil fails.
///   - spec: the spec; its first line, `tree-spec 1`, may be left out.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether the tree is what the spec says.
@MainActor
@discardableResult
public func expectTree(
  _ model: Model?, matches spec: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    TreeExpectation(.inline(spec)).failure(of: model)
  }
}

/// Expects a tree to be what a spec says: a foreign tree, a dump, or one of an earlier moment.
///
/// - Parameters:
///   - snapshot: the tree; nil fails.
///   - spec: the spec; its first line, `tree-spec 1`, may be left out.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether the tree is what the spec says.
@discardableResult
public func expectTree(
  _ snapshot: Snapshot?, matches spec: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { _ in
    TreeExpectation(.inline(spec)).failure(of: snapshot)
  }
}

/// Expects a model and everything below it to be what the spec in a file says.
///
/// The last line of a failure is the command that takes the tree into the file. Where the file is not there,
/// the tree is written to it, in a folder that is made if need be, and the test fails once, for a person to
/// read it; under `CI` nothing is written.
///
/// - Parameters:
///   - model: the top of the tree; nil fails.
///   - path: the spec's file, from the folder of the test's own file; it may be absolute.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether the tree is what the spec says.
@MainActor
@discardableResult
public func expectTree(
  _ model: Model?, matchesSpecAt path: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { site in
    TreeExpectation(specAt: path, seenFrom: site).failure(of: model)
  }
}

/// Expects a tree to be what the spec in a file says: a foreign tree, a dump, or one of an earlier
/// moment.
///
/// - Parameters:
///   - snapshot: the tree; nil fails.
///   - path: the spec's file, from the folder of the test's own file; it may be absolute.
///   - fileID: the file that expects it; left out, it is the caller's.
///   - filePath: the path of that file; left out, it is the caller's.
///   - line: the line that expects it; left out, it is the caller's.
///   - column: the column that expects it; left out, it is the caller's.
/// - Returns: whether the tree is what the spec says.
@discardableResult
public func expectTree(
  _ snapshot: Snapshot?, matchesSpecAt path: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  expect(CallSite(fileID, filePath, line, column)) { site in
    TreeExpectation(specAt: path, seenFrom: site).failure(of: snapshot)
  }
}
