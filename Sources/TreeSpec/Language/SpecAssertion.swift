package import TreeAnalysis
import TreeSnapshot

/// What must hold besides the tree's shape.
package struct SpecAssertion: Sendable {
  /// The line of the text, from 1.
  package var line: Int
  var claim: Claim
  /// What it is there for.
  package var rule: SpecRule?
  /// Whether it must hold at every recorded moment.
  var isAlways = false

  enum Claim: Sendable {
    case absent(SpecPlace, except: [SpecPlace])
    case limits([SpecLimit])
    /// What the tree is called.
    case treeName(NamePattern)
    /// The messages that the app declares.
    case vocabulary(SpecList<SpecSubscription>)
    case route(RouteClaim)
    case service(ServiceClaim)
    /// What must never become of a message.
    case never(NeverClaim)
    /// The tree at every moment: a spec of nothing else.
    case tree(Spec)
  }

  /// Whether it is about what happened, which a journal knows and a tree does not.
  var isOfJournal: Bool {
    switch claim {
    case .never, .tree: true
    case .route(let claim): isAlways || claim.limit != nil
    case .absent, .limits, .treeName, .vocabulary, .service: isAlways
    }
  }
}

/// What must never become of a message.
struct NeverClaim: Sendable {
  /// The outcome, as `uncaught`.
  var outcome: String
  var kind: Message.Kind
  /// The messages; none for all of the kind.
  var names: [MessageName] = []
  /// The messages of which it may.
  var exceptNames: [MessageName] = []
  var namesSpan: Span
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
    /// Some model takes it.
    case taken
    /// No model takes it.
    case lost
    /// The models of `places` take it.
    case places
  }

  var kind: Message.Kind
  /// The message's name; a pattern names all messages that fit.
  var name: MessageName
  var nameSpan: Span
  /// The messages that a pattern does not name.
  var exceptNames: [MessageName] = []
  /// The models that raise it; nil for an event that the session raises.
  var raisers: SpecPlace?
  /// The models that need not raise it.
  var exceptRaisers: [SpecPlace] = []
  var outcome: Outcome
  /// What the line says behind `=>`.
  var outcomeSpan = Span(start: 0, end: 0)
  /// The models that take it.
  var places: [SpecPlace] = []
  /// The models that must not take it where any other may.
  var exceptPlaces: [SpecPlace] = []
  /// Whether no other model gets the event.
  var isOnly = false
  /// The models that it passes on the way up, in this order.
  var via: [SpecPlace] = []
  /// Whether it passes no other model.
  var viaOnly = false
  /// How many nanoseconds after its raise its handlers must have returned; nil for a route of a tree.
  var limit: Int?
}

/// Which session provides a service.
struct ServiceClaim: Sendable {
  enum Outcome: Hashable, Sendable {
    case provided
    case missing
    case places
  }

  var service: String
  var serviceSpan: Span
  var askers: SpecPlace
  /// The models that need not ask.
  var exceptAskers: [SpecPlace] = []
  var outcome: Outcome
  var places: [SpecPlace] = []
}

extension SpecAssertion.Claim {
  /// All models that the line names.
  var places: [SpecPlace] {
    switch self {
    case .absent(let place, let except): [place] + except
    case .limits, .treeName, .vocabulary, .never, .tree: []
    case .route(let claim):
      (claim.raisers.map { [$0] } ?? []) + claim.exceptRaisers + claim.places
        + claim.exceptPlaces + claim.via
    case .service(let claim): [claim.askers] + claim.exceptAskers + claim.places
    }
  }

  /// The parts of the line that say what it is about: where one of them is not there, a rule does not apply.
  var subjects: [Span] {
    switch self {
    case .absent(let place, _): [place.span]
    case .limits, .treeName, .vocabulary, .never, .tree: []
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

/// What some lines of a spec are there for, and how much it matters where they do not hold.
package struct SpecRule: Hashable, Sendable {
  /// What it is called in answers and baselines.
  package var name: String
  /// How much it matters: a tree that breaks an error or a warning fails, a note is shown.
  package var severity: LintSeverity
  /// Why it is there.
  package var reason: String
  /// The line of the text, from 1.
  package var line: Int
}

/// A name for models, which a line gives and others use.
struct SpecBinding: Sendable {
  var line: Int
  /// Selectors only.
  var places: [SpecPlace]
}
