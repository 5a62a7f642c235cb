public import ModelTree
public import TreeSnapshot

/// Expects a model and everything below it to match a spec.
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
/// If the tree differs, the test fails at this line, shows the tree with its differences, and
/// attaches the tree as a dump. The test also fails if the spec can't be read.
///
/// - Parameters:
///   - model: the root of the tree; nil fails.
///   - spec: the spec; its first line, `tree-spec 1`, is optional.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if the tree matches.
@MainActor
@discardableResult
public func expectTree(
  _ model: Model?, matches spec: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  TreeExpectation(.inline(spec)).failure(of: model)
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects a snapshot to match a spec: of objects that aren't models, of a dump, or of an earlier
/// moment.
///
/// - Parameters:
///   - snapshot: the tree; nil fails.
///   - spec: the spec; its first line, `tree-spec 1`, is optional.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if the tree matches.
@discardableResult
public func expectTree(
  _ snapshot: Snapshot?, matches spec: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  TreeExpectation(.inline(spec)).failure(of: snapshot)
    .isNone(at: CallSite(fileID, filePath, line, column))
}

/// Expects a model and everything below it to match the spec in a file.
///
/// The last line of a failure is the command that updates the file from the tree. If the file
/// doesn't exist, the tree is written to it, in a new folder if necessary, and the test fails once
/// so that you can read it. Nothing is written if the environment variable `CI` is set.
///
/// - Parameters:
///   - model: the root of the tree; nil fails.
///   - path: the path of the spec, absolute or relative to the folder of the test's source file.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if the tree matches.
@MainActor
@discardableResult
public func expectTree(
  _ model: Model?, matchesSpecAt path: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let site = CallSite(fileID, filePath, line, column)
  return TreeExpectation(.file(path: site.path(of: path))).failure(of: model).isNone(at: site)
}

/// Expects a snapshot to match the spec in a file: of objects that aren't models, of a dump, or of
/// an earlier moment.
///
/// - Parameters:
///   - snapshot: the tree; nil fails.
///   - path: the path of the spec, absolute or relative to the folder of the test's source file.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
/// - Returns: true if the tree matches.
@discardableResult
public func expectTree(
  _ snapshot: Snapshot?, matchesSpecAt path: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let site = CallSite(fileID, filePath, line, column)
  return TreeExpectation(.file(path: site.path(of: path))).failure(of: snapshot).isNone(at: site)
}
