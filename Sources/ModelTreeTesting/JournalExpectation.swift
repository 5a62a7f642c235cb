import ModelTree
import TextIO
import TreeJournal
import TreeSpec

/// Compares the messages raised from now on with the expected ones.
@MainActor
struct JournalExpectation {
  private let text: String
  private let part: RecordedPart

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - model: a model of the tree, which is recorded from now on.
  init(_ text: String, of model: Model) { self.init(text, RecordedPart(of: model)) }

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - controller: the controller, whose sessions are recorded from now on.
  init(_ text: String, of controller: SessionController) {
    self.init(text, RecordedPart(of: controller))
  }

  /// - Parameters:
  ///   - text: the expected messages.
  ///   - journal: the journal that receives the reports.
  init(_ text: String, of journal: Journal) { self.init(text, RecordedPart(of: journal)) }

  private init(_ text: String, _ part: RecordedPart) {
    self.text = text
    self.part = part
  }

  /// Why the messages so far differ from the expected ones; nil if they don't.
  func failure() -> Failure? {
    if let failure = part.failure { return failure }
    guard let words = part.reader?.words else { return nil }
    do {
      let expected = try ExpectedMessages(text, name: "expected messages")
      let contents = try JournalContents(words: words)
      if let failure = part.failure(for: contents) { return failure }
      let comparison = try expected.compare(
        contents, (part.start + 1)..<contents.records.upperBound)
      if comparison.isEqual { return nil }
      var failure = Failure(
        comparison.explanation.map(\.string).joined(separator: "\n"),
        journal: FailureJournal(words: words))
      failure.showsRecords = true
      return failure
    } catch {
      return Failure(unusableSpec: error)
    }
  }
}
