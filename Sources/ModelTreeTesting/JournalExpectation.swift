import ModelTree
import TextIO
import TreeJournal
import TreeSpec

/// Compares the messages raised from now on with the expected ones.
struct JournalExpectation: RecordedExpectation {
  private let text: String
  let part: RecordedPart

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - part: the records from now on.
  init(_ text: String, _ part: RecordedPart) {
    self.text = text
    self.part = part
  }

  func failure(for contents: JournalContents) throws -> Failure? {
    let expected = try ExpectedMessages(text, name: "expected messages")
    let comparison = try expected.compare(contents, (part.start + 1)..<contents.records.upperBound)
    if comparison.isEqual { return nil }
    var failure = Failure(comparison.explanation.map(\.string).joined(separator: "\n"))
    failure.showsRecords = true
    return failure
  }

  func failure(of error: any Error) -> Failure { Failure(unusableSpec: error) }
}
