package import TreeAnalysis
package import TreeSnapshot

/// The first words of lines that aren't of the tree.
enum Keyword: String, CaseIterable {
  case treeSpec = "tree-spec"
  case error, bubble, event, service, not, some, limit, never

  static let words = allCases.dropFirst().map(\.rawValue)
}

/// A line of a spec that isn't of its tree.
package struct Statement: Sendable {
  package enum Claim: Sendable {
    case route(RouteClaim)
    /// No model matches, apart from exceptions.
    case absent(Models)
    /// A model matches.
    case present(Place)
    case limits([SizeLimit])
    case never(NeverClaim)
  }

  /// The line of the text, from 1.
  package var line: Int
  /// The text without its comment.
  package var text: String
  package var claim: Claim

  /// The words for what becomes of a message or a service.
  static let outcomes = Set(
    Message.Kind.allCases.flatMap { [$0.outcomes.taken, $0.outcomes.lost] }
      + ["provided", "missing"])

  /// Whether the line is about the past.
  package var isOfJournal: Bool {
    switch claim {
    case .never: true
    case .route(let claim): claim.limit != nil
    case .absent, .present, .limits: false
    }
  }
}

extension Message.Kind? {
  /// The words for being taken by a model, and by none; without a kind, of a service.
  var outcomes: (taken: String, lost: String) { self?.outcomes ?? ("provided", "missing") }
}

/// What a line says of models: a selector, or the name of a capture.
package struct Place: Sendable {
  /// Nil for a capture.
  package var selector: Selector?
  package var text: String
  package var span: Span
}

/// Models that a line names, and those among them that it excepts.
package struct Models: Sendable {
  package var places: [Place] = []
  package var except: [Place] = []
}

/// Messages that a line names, and those among them that it excepts.
package struct Messages: Sendable {
  package var names: [MessagePattern] = []
  package var except: [MessagePattern] = []
}

/// Where a message must go, or who must provide a service.
package struct RouteClaim: Sendable {
  package enum Subject: Sendable {
    case messages(Message.Kind, Messages)
    case service(String, Span)
  }

  package enum Outcome: Hashable, Sendable {
    /// Any model handles, receives, or provides it.
    case taken
    /// No model does.
    case lost
    /// The models that the line names do.
    case models
  }

  package var subject: Subject
  /// The models that raise it or ask for it; nil for the root session's events, and for any model of a
  /// journal.
  package var raisers: Models?
  package var outcome = Outcome.models
  /// The place after `=>`.
  package var outcomeStart = 0
  /// The models that handle, receive, or provide it; the exceptions must not, if any other may.
  package var takers = Models()
  /// Whether no other model receives the event.
  package var isOnly = false
  /// The models that it passes, in this order.
  package var via: [Place] = []
  /// Whether it passes no others.
  package var isViaOnly = false
  /// The nanoseconds until its handlers have returned; nil for a line about the tree.
  package var limit: Int?

  init(subject: Subject) { self.subject = subject }

  /// Everything that names models.
  var places: [Place] {
    [raisers ?? Models(), takers].flatMap { $0.places + $0.except } + via
  }
}

extension RouteClaim.Subject {
  /// The kind of the messages; nil for a service.
  package var kind: Message.Kind? {
    if case .messages(let kind, _) = self { kind } else { nil }
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

  package var measure: Measure
  /// The sizes that hold.
  package var range: Range<Int>
}

/// What must never happen.
package struct NeverClaim: Sendable {
  package enum What: String, CaseIterable, Sendable {
    /// A message that no model handles or receives.
    case uncaught, unhandled, unheard
    /// A model that left and is still alive.
    case leaked
    /// A handler that takes longer than the limit.
    case slower

    /// The kind of the messages that no model takes.
    var kind: Message.Kind? { Message.Kind.allCases.first { $0.outcomes.lost == rawValue } }
  }

  package var what: What
  /// The limit, in nanoseconds.
  package var limit = 0
  /// The messages; without a name, all.
  package var messages = Messages()

  init(what: What) { self.what = what }
}
