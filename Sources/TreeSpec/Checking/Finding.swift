package import TreeAnalysis
import TreeSnapshot

/// What is not as a spec asks for, as facts; models are named by their positions.
package enum Finding: Sendable {
  /// The tree has another shape.
  case shape(AlignedModel)
  /// Models that match a selector and must not be there.
  case present([Int], selector: String)
  /// Measures beyond their limits.
  case limits([Measured])
  /// The tree is called so; nil where it has no name.
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
