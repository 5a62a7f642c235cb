package import TreeJournal
import TreeSnapshot

/// A journal up to the moment at which a tree is checked.
package struct RecordedHistory: Sendable {
  /// The journal.
  package let contents: JournalContents
  /// The number of the latest record that counts.
  package let moment: Int

  /// Takes the records up to a moment; left out, it is the last one.
  package init(_ contents: JournalContents, upTo moment: Int? = nil) {
    self.contents = contents
    self.moment = moment ?? contents.records.upperBound - 1
  }
}

/// What a journal holds that a spec does not allow.
package struct MomentFinding: Sendable {
  /// In what way a line does not hold.
  enum Fact {
    /// A message ended as it never must.
    case ended
    /// Nobody took the message who should.
    case elsewhere
    /// The handlers returned after so many nanoseconds.
    case late(Int)
    /// So many nanoseconds later the handlers had not returned.
    case unfinished(Int)
    /// The tree was not what the line says.
    indirect case tree(Finding, SpecResult)
  }

  /// The first time that it did not hold.
  var fact: Fact
  /// The number of the record after which it did not hold.
  package var moment: Int
  /// The record that is to blame, or the last change before; nil where the tree begins.
  package var record: JournalRecord?
  /// How often it did not hold; nil where that is not counted.
  var count: Int?
  let contents: JournalContents
  let types: JournalTypes

  /// The tree that was not what the line says; nil where it was not the tree.
  var tree: Snapshot? { if case .tree(_, let result) = fact { result.snapshot } else { nil } }

  /// The record during whose handler that happened.
  package var cause: JournalRecord? { record?.cause.flatMap { contents[$0] } }
}
