import ModelTree
import TreeJournal

/// An expectation about everything that a journal records during some work.
@MainActor
protocol RecordedExpectation {
  /// The records so far.
  var part: RecordedPart { get }

  /// Records what belongs to the end.
  func finish()

  /// The problem with a journal; nil if it is as expected.
  func failure(for contents: JournalContents) throws -> Failure?

  /// The failure of an expectation that can't be read.
  func failure(of error: any Error) -> Failure
}

extension RecordedExpectation {
  func finish() {}

  /// Why the records so far differ from the expected ones; nil if they don't.
  func failure() -> Failure? {
    if let failure = part.failure { return failure }
    finish()
    guard let words = part.reader?.words else { return nil }
    do {
      let contents = try JournalContents(words: words)
      guard var failure = try part.failure(for: contents) ?? failure(for: contents) else {
        return nil
      }
      if failure.showsRecords { failure.journal = FailureJournal(words: words) }
      return failure
    } catch {
      return failure(of: error)
    }
  }

  /// Runs some work, and fails the current test if the expectation isn't met then.
  ///
  /// - Returns: true if it is met.
  /// - Throws: the error that the work throws; nothing is compared then.
  func isMet<WorkError: Error>(
    at site: CallSite, by work: () throws(WorkError) -> Void
  ) throws(WorkError) -> Bool {
    try work()
    return expect(site) { _ in failure() }
  }

  /// Runs some asynchronous work, and fails the current test if the expectation isn't met then.
  ///
  /// - Returns: true if it is met.
  /// - Throws: the error that the work throws; nothing is compared then.
  func isMet<WorkError: Error>(
    at site: CallSite, by work: () async throws(WorkError) -> Void
  ) async throws(WorkError) -> Bool {
    try await work()
    return expect(site) { _ in failure() }
  }
}
