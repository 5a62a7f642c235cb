import TreeAnalysis
import TreeSnapshot

/// What must hold beside the tree's shape.
package struct SpecAssertion: Sendable {
  /// Where it stands in the text, from 1.
  package var line: Int
  var claim: Claim

  enum Claim: Sendable {
    case absent(SpecPlace)
    case limits([SpecLimit])
    case route(RouteClaim)
    case service(ServiceClaim)
  }
}

/// Models that a line names.
struct SpecPlace: Sendable {
  enum Subject: Sendable {
    case selector(Selector)
    /// A capture's name without its `$`; with `isOptional` it need not be set.
    case capture(String, isOptional: Bool)
  }

  var subject: Subject
  var text: String
  var span: Span
}

/// How large a tree may be in one respect.
struct SpecLimit: Hashable, Sendable {
  enum Measure: String, CaseIterable, Sendable {
    /// How many levels the deepest model lies below the root.
    case depth
    /// How many models there are.
    case nodes
    /// How many children the model with most of them has.
    case children
    /// How many sessions there are.
    case sessions
  }

  enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case equal = "="

    func holds(_ value: Int, _ limit: Int) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .atLeast: value >= limit
      case .below: value < limit
      case .above: value > limit
      case .equal: value == limit
      }
    }
  }

  var measure: Measure
  var comparison: Comparison
  var limit: Int
}

/// Where a message must go.
struct RouteClaim: Sendable {
  enum Outcome: Hashable, Sendable {
    /// Somebody takes it.
    case taken
    /// Nobody takes it.
    case lost
    /// The models of `places` take it.
    case places
  }

  var kind: Message.Kind
  /// The message's name; a pattern stands for all messages that fit.
  var name: MessageName
  var nameSpan: Span
  /// Who raises it; nil for an event that the session raises.
  var raisers: SpecPlace?
  var outcome: Outcome
  /// Who takes it.
  var places: [SpecPlace] = []
  /// Whether nobody else gets the event.
  var isOnly = false
  /// Whom it passes on the way up, in this order.
  var via: [SpecPlace] = []
  /// Whether it passes nobody else.
  var viaOnly = false
}

/// Which session gives a service.
struct ServiceClaim: Sendable {
  enum Outcome: Hashable, Sendable {
    case provided
    case missing
    case places
  }

  var service: String
  var serviceSpan: Span
  var askers: SpecPlace
  var outcome: Outcome
  var places: [SpecPlace] = []
}
