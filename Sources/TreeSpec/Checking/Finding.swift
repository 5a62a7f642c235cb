package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// What is not as a spec asks for, as facts; models are named by their positions.
package enum Finding: Sendable {
  /// The tree has another shape.
  case shape(AlignedModel)
  /// Models that match a selector and must not be there.
  case present([Int], selector: String)
  /// Measures beyond their limits.
  case limits([Measured])
  /// The tree has this name; nil if it has none.
  case treeName(String?)
  /// The app declares other messages.
  case vocabulary(VocabularyFinding)
  /// Messages that take another route.
  case routes(RouteFinding)
  /// A service that another session provides, or none.
  case service(ServiceFinding)
  /// A journal holds what the line does not allow.
  indirect case moment(MomentFinding)
  /// A line names what the tree does not know.
  case unknown(SpecError.Problem)
  /// The line names models that the wrong shape of the tree lacks.
  case skipped(SpecFault)

  /// One measure of the tree.
  package struct Measured: Sendable {
    var measure: SpecLimit.Measure
    var value: Int
    /// The model that it was measured at; nil for the whole tree.
    var place: Int?
  }
}

/// Messages that take another route than a spec asks for.
package struct RouteFinding: Sendable {
  /// What happens to one message instead.
  struct Wrong {
    var message: KnownMessage
    /// For how many of the raisers.
    var count: Int
    /// The first of them.
    var raiser: Int
    var fact: Fact
  }

  enum Fact {
    case lost
    case handled(by: Int)
    /// It passes these models only.
    case passes([Int])
    case delivered(to: [Int])
    case notDelivered(to: [Int])
    case alsoDelivered(to: [Int])
  }

  /// Never empty.
  var wrong: [Wrong]
  /// Whether the spec names messages by a pattern.
  var isPattern: Bool
  /// How many models raise each message.
  var raiserCount: Int
  /// The routes of the first messages.
  package var routes: [Route]
}

/// Messages that an app does not declare, or should not.
package struct VocabularyFinding: Sendable {
  var missing: [SpecElement]
  var extra: [SpecElement]
}

/// A service that does not come from where a spec asks for.
package struct ServiceFinding: Sendable {
  /// The session that provides it; nil where none does.
  var provider: Int?
  /// For how many of the models that ask.
  var count: Int
  /// How many models ask.
  var askerCount: Int
  /// The first of them.
  var first: Int
}

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
    /// Other models took the message.
    case elsewhere
    /// The handlers returned after this number of nanoseconds.
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
