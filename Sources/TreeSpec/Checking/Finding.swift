package import TreeAnalysis
package import TreeJournal
import TreeSnapshot

/// A violation of a spec, as facts; models are identified by position.
package enum Finding: Sendable {
  /// The tree has another shape.
  case shape(AlignedModel)
  /// Models that match a selector but must not exist.
  case present([Int], selector: String)
  /// Measures beyond their limits.
  case limits([Measured])
  /// The tree has this name; nil if it has none.
  case treeName(String?)
  /// The app doesn't declare the expected messages.
  case vocabulary(VocabularyFinding)
  /// Messages that take another route.
  case routes(RouteFinding)
  /// A service from another session than expected, or from none.
  case service(ServiceFinding)
  /// Something in a journal that the line doesn't allow.
  indirect case moment(MomentFinding)
  /// A name that the tree doesn't know.
  case unknown(SpecError.Problem)
  /// The tree lacks the line's models because its shape is wrong.
  case skipped(SpecFault)

  /// One measure of the tree.
  package struct Measured: Sendable {
    var measure: SpecLimit.Measure
    var value: Int
    /// The model where it was measured; nil for the whole tree.
    var place: Int?
  }
}

/// Messages that don't take the expected route.
package struct RouteFinding: Sendable {
  /// The actual outcome for one message.
  struct Wrong {
    var message: KnownMessage
    /// The number of raisers.
    var count: Int
    /// The first of them.
    var raiser: Int
    var fact: Fact
  }

  enum Fact {
    case lost
    case handled(by: Int)
    /// It passes only these models.
    case passes([Int])
    case delivered(to: [Int])
    case notDelivered(to: [Int])
    case alsoDelivered(to: [Int])
  }

  /// Never empty.
  var wrong: [Wrong]
  /// Whether the spec names the messages by a pattern.
  var isPattern: Bool
  /// The number of models that raise each message.
  var raiserCount: Int
  /// The routes of the first messages.
  package var routes: [Route]
}

/// Messages that an app doesn't declare but should, or the reverse.
package struct VocabularyFinding: Sendable {
  var missing: [SpecElement]
  var extra: [SpecElement]
}

/// A service that isn't provided as expected.
package struct ServiceFinding: Sendable {
  /// The session that provides it; nil if none does.
  var provider: Int?
  /// The number of models for which it differs.
  var count: Int
  /// The number of models that ask.
  var askerCount: Int
  /// The first of them.
  var first: Int
}

/// A journal up to the moment of the check.
package struct RecordedHistory: Sendable {
  /// The journal.
  package let contents: JournalContents
  /// The number of the latest record to consider.
  package let moment: Int

  /// Takes the records up to a moment; by default, all.
  package init(_ contents: JournalContents, upTo moment: Int? = nil) {
    self.contents = contents
    self.moment = moment ?? contents.records.upperBound - 1
  }
}

/// Something in a journal that a spec doesn't allow.
package struct MomentFinding: Sendable {
  /// How a line was violated.
  enum Fact {
    /// A message ended in a forbidden way.
    case ended
    /// Other models handled or received the message.
    case elsewhere
    /// The handlers took this number of nanoseconds.
    case late(Int)
    /// After this number of nanoseconds, the handlers had not returned.
    case unfinished(Int)
    /// Work took this number of nanoseconds.
    case longWork(Int)
    /// Work had not ended after this number of nanoseconds.
    case openWork(Int)
    /// The tree violated the line.
    indirect case tree(Finding, SpecResult)
  }

  /// The first violation.
  var fact: Fact
  /// The number of the record after which it occurred.
  package var moment: Int
  /// The responsible record, or the last change before; nil at the beginning of the tree.
  package var record: JournalRecord?
  /// The number of violations; nil if not counted.
  var count: Int?
  let contents: JournalContents
  let types: JournalTypes

  /// The tree that violated the line; nil for other violations.
  var tree: Snapshot? { if case .tree(_, let result) = fact { result.snapshot } else { nil } }

  /// The record whose handler was running.
  package var cause: JournalRecord? { record?.cause.flatMap { contents[$0] } }
}
