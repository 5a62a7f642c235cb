package import TreeAnalysis
package import TreeSnapshot

/// What the inspector is attached to: a live tree or a dump.
package protocol InspectionTarget: AnyObject {
  /// What the target is called, in the prompt and in messages.
  var name: String { get }

  /// Whether messages can be raised for real.
  var isLive: Bool { get }

  /// Looks at the tree as it is now.
  ///
  /// - Throws: an error whose description a person can act on.
  func state() throws -> TreeState

  /// Raises a test message for real at the node with an id.
  ///
  /// - Throws: an error whose description a person can act on.
  func raise(_ message: Message, atNodeWithID id: Int, of tree: Int) throws -> RaiseReport

  /// The models that have left the tree and are still alive, what holds others before them.
  ///
  /// - Throws: an error whose description a person can act on, where the target cannot tell.
  func leakedModels() throws -> [LeakedModel]

  /// What the app offers to do when it is asked; nothing by default.
  var actions: [TargetAction] { get }

  /// Does one of the actions, and answers in a line what was done.
  ///
  /// - Throws: an error whose description a person can act on.
  func perform(_ action: String, _ arguments: [String]) throws -> String
}

/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Which of the trees that the target has held this is: ids mean the same only within one.
  package var tree: Int
  /// The registrations that have ended, as far as a live tree has kept them.
  package var endedSubscriptions: [EndedSubscription]

  /// Names a snapshot and its tree.
  package init(
    snapshot: Snapshot, tree: Int, endedSubscriptions: [EndedSubscription] = []
  ) {
    self.snapshot = snapshot
    self.tree = tree
    self.endedSubscriptions = endedSubscriptions
  }
}

/// What a message did that was raised for real.
package struct RaiseReport: Sendable {
  /// The tree before.
  package var before: TreeState
  /// The way that the message took, through the tree before.
  package var route: Route
  /// The same as it was written down while it happened, with what the handlers led to; nil for a
  /// dump, on which none ran.
  package var taken: TakenRoute?
  /// The tree after all handlers had returned; nil where the app holds none any more.
  package var after: TreeState?
  /// What a person should know besides, such as who could not take the message.
  package var notes: [String]

  /// Describes what happened.
  package init(
    before: TreeState, route: Route, taken: TakenRoute?, after: TreeState?, notes: [String] = []
  ) {
    self.before = before
    self.route = route
    self.taken = taken
    self.after = after
    self.notes = notes
  }
}

/// Something that a live app offers to do when it is asked at the prompt.
package struct TargetAction: Hashable, Sendable {
  /// The word that names it.
  package var name: String
  /// The word and what must follow it: `pick SUBJECT`.
  package var usage: String
  /// What it does, in a sentence.
  package var help: String

  /// Describes an action.
  package init(name: String, usage: String, help: String) {
    self.name = name
    self.usage = usage
    self.help = help
  }
}

extension InspectionTarget {
  /// None.
  package var actions: [TargetAction] { [] }

  /// Nothing is offered.
  package func perform(_ action: String, _ arguments: [String]) throws -> String { "" }
}
