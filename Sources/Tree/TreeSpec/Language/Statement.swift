package import TreeAnalysis
package import TreeSnapshot

/// A line of a spec that isn't of its tree.
package struct Statement: Sendable {
  package enum Claim: Sendable {
    case route(RouteClaim)
    /// No model matches, apart from exceptions.
    case absent(Place, except: [Place])
    /// A model matches.
    case present(Place)
    case limits([SizeLimit])
    case never(NeverClaim)
  }

  /// The line of the text, from 1.
  package var line: Int
  package var claim: Claim

  /// Whether the line is about the past.
  package var isOfJournal: Bool {
    switch claim {
    case .never: true
    case .route(let claim): claim.limit != nil
    case .absent, .present, .limits: false
    }
  }
}

/// Models that a line names.
package struct Place: Sendable {
  package enum Subject: Sendable {
    case selector(Selector)
    /// A capture's name without its `$`.
    case capture(String)
  }

  package var subject: Subject
  package var text: String
  package var span: Span
}

/// What becomes of a message, or who provides a service.
package enum ClaimedOutcome: Hashable, Sendable {
  /// Any model handles, receives, or provides it.
  case taken
  /// No model does.
  case lost
  /// The models that the line names do.
  case places
}

/// Where a message must go, or who must provide a service.
package struct RouteClaim: Sendable {
  package enum Subject: Sendable {
    /// The messages of a name or a pattern, apart from exceptions.
    case message(Message.Kind, MessagePattern, except: [MessagePattern])
    case service(String)
  }

  package var subject: Subject
  package var subjectSpan: Span
  /// The models that raise it or ask for it; nil for the root session's events, and for any model of a
  /// journal.
  package var raisers: Place?
  package var exceptRaisers: [Place] = []
  package var outcome = ClaimedOutcome.places
  /// The place of everything after `=>`.
  package var outcomeSpan = Span(start: 0, end: 0)
  /// The models that handle, receive, or provide it.
  package var places: [Place] = []
  /// The models that must not, if any other may.
  package var exceptPlaces: [Place] = []
  /// Whether no other model receives the event.
  package var isOnly = false
  /// The models that it passes, in this order.
  package var via: [Place] = []
  /// Whether it passes no others.
  package var viaOnly = false
  /// The nanoseconds until its handlers have returned; nil for a line about the tree.
  package var limit: Int?
}

extension RouteClaim.Subject {
  /// The kind of the messages; nil for a service.
  package var kind: Message.Kind? {
    if case .message(let kind, _, _) = self { kind } else { nil }
  }
}

/// A limit of one measure of a tree.
package struct SizeLimit: Hashable, Sendable {
  package enum Measure: String, CaseIterable, Sendable {
    /// The number of levels from the root to the deepest model.
    case depth
    /// The number of models.
    case nodes
    /// The number of children of the model with the most.
    case children
    /// The number of sessions.
    case sessions
  }

  package enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
    case equal = "="

    package func holds(_ value: Int, _ limit: Int) -> Bool {
      switch self {
      case .atMost: value <= limit
      case .atLeast: value >= limit
      case .below: value < limit
      case .above: value > limit
      case .equal: value == limit
      }
    }
  }

  package var measure: Measure
  package var comparison: Comparison
  package var limit: Int
}

/// What must never happen.
package struct NeverClaim: Sendable {
  package enum What: Hashable, Sendable {
    /// A message of a kind that no model handles or receives.
    case lost(Message.Kind)
    /// A model that left and is still alive.
    case leaked
    /// A handler that takes longer than this number of nanoseconds.
    case slower(Int)
  }

  package var what: What
  /// The messages; empty for all.
  package var names: [MessagePattern] = []
  package var exceptNames: [MessagePattern] = []
  package var namesSpan: Span
}
