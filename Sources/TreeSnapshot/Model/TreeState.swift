/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Which of the target's trees this is: an id names the same model only within one of them.
  package var tree: Int
  /// Ascends from one state of a target to another that it tells apart; 0 if it tells none apart.
  package var revision: Int
  /// The subscriptions that have ended, as far as a live tree keeps them.
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

  /// What names this state among the target's.
  package var mark: TreeMark { TreeMark(tree: tree, revision: revision) }
}

/// One state of one of a target's trees.
package struct TreeMark: Hashable, Sendable {
  /// Which of the target's trees: an id names the same model only within one of them.
  package var tree: Int
  /// Which state of it.
  package var revision: Int

  /// Names a state.
  package init(tree: Int, revision: Int) {
    self.tree = tree
    self.revision = revision
  }
}

/// A state that several readers share, and that goes with the last of them.
package final class SharedState: Sendable {
  /// The state.
  package let state: TreeState
  /// What goes with this: the leave to have one more such state in memory.
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
  /// The word that names it.
  package var name: String
  /// The name and what must follow it: `pick SUBJECT`.
  package var usage: String
  /// What it does, in a sentence.
  package var help: String

  /// Creates an action.
  package init(name: String, usage: String, help: String) {
    self.name = name
    self.usage = usage
    self.help = help
  }
}
