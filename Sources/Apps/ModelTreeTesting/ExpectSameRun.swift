import Foundation
public import ModelTree
public import ModelTreeJournal
import TextIO
import TreeJournal
import TreeRuns

/// Expects some work to run as it did before: the first time, the run is written to a file; afterwards,
/// the same has to happen again.
///
/// ```swift
/// expectSameRun(as: "Runs/upload.run", of: session) { picker.pick("Math") }
/// ```
///
/// The file is text without times and ids, small enough to review in a pull request: a line for each
/// record, below the one that led to it. The order counts within one handler, action, or answer;
/// independent tasks may take any order. Models that have left and are still alive stand at the end.
/// A failure shows the first difference and attaches the journal to the test. To accept a new run,
/// remove the file and run the test again. Nothing is written if the environment variable `CI` is
/// set.
///
/// - Parameters:
///   - path: the path of the file, absolute or relative to the folder of the test's source file. If it
///     doesn't exist, it is written, in a new folder if necessary, and the test fails once so that you
///     can read it.
///   - model: a model of the tree. If no journal records it, one of 256 KB does.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: runs as before.
/// - Returns: true if the run is the same.
/// - Throws: the error that `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectSameRun<Failure: Error>(
  as path: String, of model: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () throws(Failure) -> Void
) throws(Failure) -> Bool {
  let site = CallSite(fileID, filePath, line, column)
  return try RunExpectation(path, seenFrom: site, RecordedPart(of: model))
    .isMet(at: site, by: work)
}

/// Expects some asynchronous work to run as it did before. The work runs on the caller's actor.
///
/// - Parameters:
///   - path: the path of the file, absolute or relative to the folder of the test's source file.
///   - model: a model of the tree. If no journal records it, one of 256 KB does.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: runs as before.
/// - Returns: true if the run is the same.
/// - Throws: the error that `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectSameRun<Failure: Error>(
  as path: String, of model: Model, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: () async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let site = CallSite(fileID, filePath, line, column)
  return try await RunExpectation(path, seenFrom: site, RecordedPart(of: model))
    .isMet(at: site, by: work)
}

/// Expects an app that some work creates to run as it did before, from its start.
///
/// ```swift
/// await expectSameRun(as: "Runs/upload.run") { journal in
///   let app = App(journal: journal)
///   await app.upload()
/// }
/// ```
///
/// - Parameters:
///   - path: the path of the file, absolute or relative to the folder of the test's source file.
///   - fileID: the file ID of the call; defaults to the caller's.
///   - filePath: the path of that file; defaults to the caller's.
///   - line: the line of the call; defaults to the caller's.
///   - column: the column of the call; defaults to the caller's.
///   - work: creates the app; pass the given journal to its sessions.
/// - Returns: true if the run is the same.
/// - Throws: the error that `work` throws; nothing is compared then.
@MainActor
@discardableResult
public func expectSameRun<Failure: Error>(
  as path: String, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  while work: (Journal) async throws(Failure) -> Void
) async throws(Failure) -> Bool {
  let site = CallSite(fileID, filePath, line, column)
  let journal = Journal(bytes: 1 << 20)
  return try await RunExpectation(path, seenFrom: site, RecordedPart(of: journal))
    .isMet(at: site) { () async throws(Failure) in try await work(journal) }
}

/// Compares the run from now on with the one in a file.
struct RunExpectation: RecordedExpectation {
  /// The absolute path of the file.
  private let path: String
  let part: RecordedPart
  /// Whether a missing file is written.
  private let recordsMissing: Bool

  init(
    _ path: String, seenFrom site: CallSite, _ part: RecordedPart,
    recordsMissing: Bool = !Environment.isCI
  ) {
    let absolute = path.hasPrefix("/") ? path : site.folder + path
    self.path = URL(filePath: absolute).standardized.path(percentEncoded: false)
    self.part = part
    self.recordsMissing = recordsMissing
  }

  func finish() { part.journal?.recordLeaks() }

  func failure(for contents: JournalContents) throws -> Failure? {
    let present = RunText(contents, from: part.start + 1)
    guard FileNames.exists(path) else { return keep(present) }
    let kept = try RunText(String(contentsOfFile: path, encoding: .utf8))
    guard let difference = kept.difference(from: present) else { return nil }
    var failure = Failure(
      """
      this run differs from the one in \(SafeText(path)): \(difference.joined(separator: "\n"))

      if this run is right, remove that file and run the test again
      """)
    failure.showsRecords = true
    return failure
  }

  func failure(of error: any Error) -> Failure { Failure("\(SafeText(path)): \(error)") }

  private func keep(_ run: RunText) -> Failure {
    guard recordsMissing else {
      return Failure("\(SafeText(path)) doesn't exist; run the test without CI to write it.")
    }
    do {
      try WholeFile.write(Array(run.text.utf8), to: path, makesFolders: true)
      return Failure(
        """
        \(SafeText(path)) didn't exist, and now holds this run. Read it, and run the test again.
        """)
    } catch {
      return Failure("\(error)")
    }
  }
}
