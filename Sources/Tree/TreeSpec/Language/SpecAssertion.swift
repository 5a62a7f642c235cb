package import TreeAnalysis
package import TreeSnapshot

/// A requirement other than the tree's shape.
package struct SpecAssertion: Sendable {
  /// The line of the text, from 1.
  package var line: Int
  package var claim: Claim
  /// The rule it belongs to.
  package var rule: SpecRule?
  /// Whether it must hold at every recorded moment.
  var isAlways = false

  package enum Claim: Sendable {
    case absent(SpecPlace, except: [SpecPlace])
    case limits([SpecLimit])
    /// The tree's name.
    case treeName(NamePattern)
    /// The messages that the app declares.
    case vocabulary(SpecList<SpecSubscription>)
    case route(RouteClaim)
    case service(ServiceClaim)
    /// An outcome that messages must not have.
    case never(NeverClaim)
    /// Asynchronous work that must end.
    case work(WorkClaim)
    /// The tree at every moment: a spec with nothing else.
    case tree(Spec)
  }

  /// Whether it is about the past, which only a journal records.
  package var isOfJournal: Bool {
    switch claim {
    case .never, .work, .tree: true
    case .route(let claim): isAlways || claim.limit != nil
    case .absent, .limits, .treeName, .vocabulary, .service: isAlways
    }
  }
}

/// An outcome that messages must not have.
package struct NeverClaim: Sendable {
  /// The outcome, such as `uncaught`.
  package var outcome: String
  package var kind: Message.Kind
  /// The messages; empty for all of the kind.
  package var names: [SpecMessageName] = []
  /// The messages that may have the outcome.
  package var exceptNames: [SpecMessageName] = []
  package var namesSpan: Span
}

/// Asynchronous work that must have ended at the end of the journal, or within a time.
package struct WorkClaim: Sendable {
  /// The models that start it; nil for all.
  package var place: SpecPlace?
  /// The models whose work doesn't count.
  package var except: [SpecPlace] = []
  /// The maximum number of nanoseconds; nil if it must have ended at the end.
  package var limit: Int?
}

/// Models that a line names.
package struct SpecPlace: Sendable {
  package enum Subject: Sendable {
    case selector(Selector)
    /// A capture's name without its `$`; with `isOptional`, it may have no models.
    case capture(String, isOptional: Bool)
  }

  package var subject: Subject
  package var text: String
  package var span: Span
}

/// A limit on one measure of a tree's size.
package struct SpecLimit: Hashable, Sendable {
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

/// The expected route of a message.
package struct RouteClaim: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Any model handles or receives it, or provides it.
    case taken
    /// No model does.
    case lost
    /// The models of `places` do.
    case places
  }

  package var kind: Message.Kind
  /// The message's name; a pattern stands for all matching messages.
  package var name: SpecMessageName
  package var nameSpan: Span
  /// The messages that a pattern excludes.
  package var exceptNames: [SpecMessageName] = []
  /// The models that raise it; nil for an event raised by the session.
  package var raisers: SpecPlace?
  /// The raisers that are excluded.
  package var exceptRaisers: [SpecPlace] = []
  package var outcome: Outcome
  /// The text after `=>`.
  package var outcomeSpan = Span(start: 0, end: 0)
  /// The models that handle or receive it.
  package var places: [SpecPlace] = []
  /// The models that must not handle or receive it, if any other may.
  package var exceptPlaces: [SpecPlace] = []
  /// Whether no other model may receive the event.
  package var isOnly = false
  /// The models that it passes on the way up, in order.
  package var via: [SpecPlace] = []
  /// Whether it passes no others.
  package var viaOnly = false
  /// The maximum number of nanoseconds from its raise to its handlers' return; nil for a route in a
  /// tree.
  package var limit: Int?
}

/// The session that must provide a service.
package struct ServiceClaim: Sendable {
  package var service: String
  package var serviceSpan: Span
  package var askers: SpecPlace
  /// The askers that are excluded.
  package var exceptAskers: [SpecPlace] = []
  package var outcome: RouteClaim.Outcome
  package var places: [SpecPlace] = []
}

extension SpecAssertion.Claim {
  /// All models named in the line.
  package var places: [SpecPlace] {
    switch self {
    case .absent(let place, let except): [place] + except
    case .limits, .treeName, .vocabulary, .never, .tree: []
    case .work(let claim): (claim.place.map { [$0] } ?? []) + claim.except
    case .route(let claim):
      (claim.raisers.map { [$0] } ?? []) + claim.exceptRaisers + claim.places
        + claim.exceptPlaces + claim.via
    case .service(let claim): [claim.askers] + claim.exceptAskers + claim.places
    }
  }

  /// The subjects of the line: if one of them doesn't exist, a rule doesn't apply.
  package var subjects: [Span] {
    switch self {
    case .absent(let place, _): [place.span]
    case .limits, .treeName, .vocabulary, .never, .work, .tree: []
    case .route(let claim): [claim.nameSpan] + (claim.raisers.map { [$0.span] } ?? [])
    case .service(let claim): [claim.serviceSpan, claim.askers.span]
    }
  }
}

extension Message.Kind {
  static let allOutcomes: Set<String> = Set(
    allCases.flatMap { [$0.outcomes.taken, $0.outcomes.lost] })

  /// `an error`, `a bubble`.
  var withArticle: String { self == .bubble ? "a bubble" : "an \(rawValue)" }
}

/// The purpose of some lines of a spec, and the severity of their violations.
package struct SpecRule: Hashable, Sendable {
  /// Its name in answers and baselines.
  package var name: String
  /// The severity: errors and warnings fail the check, notes are only shown.
  package var severity: LintSeverity
  /// Why it exists.
  package var reason: String
  /// The line of the text, from 1.
  package var line: Int
}

/// A name for models, defined in one line and used in others.
package struct SpecBinding: Sendable {
  package var line: Int
  /// Selectors only.
  package var places: [SpecPlace]
}
