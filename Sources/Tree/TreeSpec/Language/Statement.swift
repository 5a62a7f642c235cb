import TreeAnalysis
import TreeSnapshot

/// The first words of lines that aren't of the tree.
enum Keyword: String, CaseIterable {
  case treeSpec = "tree-spec"
  case error, bubble, event, service, not, some, limit, never

  static let words = allCases.dropFirst().map(\.rawValue)
}

/// A line of a spec that isn't of its tree.
package struct Statement: Sendable {
  enum Claim {
    case route(RouteClaim)
    /// No model matches, apart from exceptions.
    case absent(Listed<Place>)
    /// A model matches.
    case present(Place)
    case limits([SizeLimit])
    case never(NeverClaim)
  }

  let keyword: Keyword
  /// The line of the text, from 1.
  package let line: Int
  /// The text without its comment.
  package let text: String
  let claim: Claim

  /// The words for what becomes of a message or a service.
  static let outcomes = Set(
    (Message.Kind.allCases + [nil]).flatMap { [$0.outcomes.taken, $0.outcomes.lost] })

  /// Where a message must go, or who must provide a service; nil for another line.
  package var route: RouteClaim? { if case .route(let claim) = claim { claim } else { nil } }

  /// The nanoseconds in which a message must be handled; nil for another line.
  var limit: Int? { route?.limit }

  /// Whether the line is about the past.
  package var isOfJournal: Bool { keyword == .never || limit != nil }
}

extension Message.Kind? {
  /// The words for being taken by a model, and by none; without a kind, of a service.
  var outcomes: (taken: String, lost: String) { self?.outcomes ?? ("provided", "missing") }
}

/// What a line says of models: a selector, or the name of a capture.
struct Place {
  /// Nil for a capture.
  var selector: Selector?
  var text: String
  var span: Range<Int>
}

/// The models or messages that a line names, and those among them that it excepts.
struct Listed<Name: Sendable> {
  var names: [Name] = []
  var except: [Name] = []
}

/// Where a message must go, or who must provide a service.
package struct RouteClaim {
  enum Outcome {
    /// Any model handles, receives, or provides it.
    case taken
    /// No model does.
    case lost
    /// The models that the line names do.
    case models
  }

  /// The kind of the messages; nil for a service.
  let kind: Message.Kind?
  /// The message or the pattern, or the service.
  let subject: Listed<NamePattern>
  /// The models that raise it or ask for it; nil for the root session's events, and for any model of a
  /// journal.
  var raisers: Listed<Place>?
  var outcome = Outcome.models
  /// The place after `=>`.
  var outcomeStart = 0
  /// The models that handle, receive, or provide it; the exceptions must not, if any other may.
  var takers = Listed<Place>()
  /// Whether no other model receives the event.
  var isOnly = false
  /// The models that it passes, in this order.
  var via: [Place] = []
  /// Whether it passes no others.
  var isViaOnly = false
  /// The nanoseconds until its handlers have returned; nil for a line about the tree.
  var limit: Int?
}

/// A limit of one measure of a tree.
struct SizeLimit {
  enum Measure: String, CaseIterable {
    /// The number of levels from the root to the deepest model.
    case depth
    /// The number of models.
    case nodes
    /// The number of children of the model with the most.
    case children
    /// The number of sessions.
    case sessions
  }

  let measure: Measure
  /// The sizes that hold.
  let range: Range<Int>
}

/// What must never happen.
struct NeverClaim {
  enum What: String, CaseIterable {
    /// A message that no model handles or receives.
    case uncaught, unhandled, unheard
    /// A model that left and is still alive.
    case leaked
    /// A handler that takes longer than the limit.
    case slower

    /// The kind of the messages that no model takes.
    var kind: Message.Kind? { Message.Kind.allCases.first { $0.outcomes.lost == rawValue } }
  }

  let what: What
  /// The limit, in nanoseconds.
  var limit = 0
  /// The messages; without a name, all.
  var messages = Listed<NamePattern>()
}
