package import TextIO

/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Identifies the tree among the target's: ids are unambiguous only within one tree.
  package var tree: Int
  /// Ascends with each state of a target that it distinguishes; 0 if it distinguishes none.
  package var revision: Int
  /// The ended subscriptions that a live tree keeps.
  package var endedSubscriptions: [EndedSubscription]

  /// Creates a state.
  package init(
    snapshot: Snapshot, tree: Int, revision: Int = 0, endedSubscriptions: [EndedSubscription] = []
  ) {
    self.snapshot = snapshot
    self.tree = tree
    self.revision = revision
    self.endedSubscriptions = endedSubscriptions
  }

  /// Identifies this state among the target's.
  package var mark: TreeMark { TreeMark(tree: tree, revision: revision) }
}

/// One state of one of a target's trees.
package struct TreeMark: Hashable, Sendable {
  /// Identifies the tree among the target's: ids are unambiguous only within one tree.
  package var tree: Int
  /// Identifies the state of that tree.
  package var revision: Int

  /// Creates a mark.
  package init(tree: Int, revision: Int) {
    self.tree = tree
    self.revision = revision
  }
}

/// A state shared by several readers and released with the last of them.
package final class SharedState: Sendable {
  /// The state.
  package let state: TreeState
  /// A permit, released with this, for one more such state in memory.
  private let permit: (any Sendable)?

  /// Shares a state.
  package init(_ state: TreeState, permit: (any Sendable)?) {
    self.state = state
    self.permit = permit
  }
}

/// A model that left its tree and is still alive.
public struct LeakedModel: Hashable, Sendable {
  /// The id that the model had in its tree.
  public var id: Int
  /// The model's type.
  public var type: String
  /// The names from the root of its tree down to the model at the moment when it left; nil if it
  /// left before an inspector was attached.
  public var path: String?
  /// The `file:line` that created the model; nil if unknown.
  public var source: String?
  /// The id of the model above it that left together with it and retains it; nil if there is none.
  public var holder: Int?

  /// Whether the model belonged to an earlier tree. Its ids then name no models of the current
  /// tree.
  public var isOfEarlierTree: Bool
  /// Each `file:line` at which the model registered a closure that it still has, in that order. A
  /// closure that captures the model retains it.
  public var handlers: [String]
  /// Each `file:line` at which the model started work that still runs, in that order. Work that
  /// captures the model retains it.
  public var work: [String]
  /// The model's address in its process; nil if unknown.
  package var address: UInt?

  /// Creates a leaked model.
  ///
  /// - Parameters:
  ///   - id: the id that the model had in its tree.
  ///   - type: the model's type.
  ///   - path: the names from the root down to the model at the moment when it left.
  ///   - source: the `file:line` that created it.
  ///   - holder: the id of the model above it that left together with it.
  ///   - isOfEarlierTree: whether it belonged to an earlier tree.
  ///   - handlers: each `file:line` at which it registered a closure.
  ///   - work: each `file:line` at which it started work that still runs.
  public init(
    id: Int, type: String, path: String?, source: String?, holder: Int?,
    isOfEarlierTree: Bool = false, handlers: [String] = [], work: [String] = []
  ) {
    self.id = id
    self.type = type
    self.path = path
    self.source = source
    self.holder = holder
    self.isOfEarlierTree = isOfEarlierTree
    self.handlers = handlers
    self.work = work
  }
}

/// An action that an app performs at the prompt.
package struct TargetAction: Hashable, Sendable {
  /// The word that invokes it.
  package var name: String
  /// The name and its parameters: `pick SUBJECT`.
  package var usage: String
  /// A sentence that describes it.
  package var help: String
  /// The values that a parameter takes, by its name in the usage; none if the app doesn't say.
  package var values: [String: [String]]

  /// Creates an action.
  package init(name: String, usage: String, help: String, values: [String: [String]] = [:]) {
    self.name = name
    self.usage = usage
    self.help = help
    self.values = values
  }

  /// The names of the parameters, in the order of the usage.
  package var parameters: [String] {
    usage.split(separator: " ").dropFirst().map { word in
      String(word.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "." && $0 != "…" })
    }
  }
}

/// The result of an action.
package struct ActionResult: Hashable, Sendable {
  /// A line of the app about it; may be empty.
  package var answer: String
  /// How long the app took for it.
  package var nanoseconds: Int
  /// The last record of the journal before the action; nil if the tree has no journal.
  package var record: Int?

  /// Creates a result.
  package init(answer: String, nanoseconds: Int, record: Int? = nil) {
    self.answer = answer
    self.nanoseconds = nanoseconds
    self.record = record
  }
}

/// What an app that is explored waits for.
package struct Waiting: Hashable, Sendable {
  /// The cause of a wait.
  package enum Cause: String, Hashable, Sendable {
    /// The clock.
    case time
    /// Its turn: the answer is there, and the explorer says when it is taken.
    case turn
    /// Something that the explorer doesn't control.
    case unknown
  }

  /// The type of the model that works; nil for a wait that isn't the work of a model.
  package var type: String?
  /// The `file:line` that started the work.
  package var source: String?
  /// The cause.
  package var what: Cause
  /// How long it still waits for the clock, in nanoseconds.
  package var nanoseconds: Int?
  /// The names of the errors that may come instead of an answer.
  package var errors: [String]

  /// Describes a wait.
  package init(
    type: String?, source: String?, what: Cause, nanoseconds: Int?, errors: [String] = []
  ) {
    self.type = type
    self.source = source
    self.what = what
    self.nanoseconds = nanoseconds
    self.errors = errors
  }
}

extension LeakedModel {
  /// What may retain the model: a line for its handlers, and one for its work.
  package var causes: [SafeText] {
    var causes: [SafeText] = []
    if !handlers.isEmpty { causes.append("registered handlers at \(Self.list(handlers))") }
    if !work.isEmpty { causes.append("started work that still runs at \(Self.list(work))") }
    return causes
  }

  /// The maximum number of source lines to list.
  private static let lineLimit = 8

  private static func list(_ lines: [String]) -> SafeText {
    let shown = SafeText(lines.prefix(lineLimit).joined(separator: ", "))
    let hidden = lines.count - lineLimit
    return hidden > 0 ? "\(shown), and \(hidden) more" : shown
  }
}
