package import TreeAnalysis
package import TreeSnapshot

/// What the inspector is attached to.
package protocol InspectionTarget: AnyObject {
  /// The target's name, for the prompt and for messages.
  var name: String { get }

  /// What kind of tree the target shows.
  var kind: TargetKind { get }

  /// What the target can do beyond showing its tree.
  var capabilities: Set<Capability> { get }

  /// The path of the file that holds the tree; nil where no file does.
  var file: String? { get }

  /// Looks at the tree as it is now.
  ///
  /// - Throws: An error whose description a person can act on.
  func state() throws -> TreeState

  /// Raises a test message at the node with an id, and runs the handlers.
  ///
  /// - Throws: An error whose description a person can act on.
  func raise(_ message: Message, atNodeWithID id: Int, of tree: Int) throws -> RaiseReport

  /// The models that left the tree and are still alive, each after the model that holds it.
  ///
  /// - Throws: An error whose description a person can act on.
  func leakedModels() throws -> [LeakedModel]

  /// The actions that the app offers.
  var actions: [TargetAction] { get }

  /// Performs an action, and returns a line that says what it did.
  ///
  /// - Throws: An error whose description a person can act on.
  func perform(_ action: String, _ arguments: [String]) throws -> String
}

/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Which of the target's trees this is: an id names the same model only within one of them.
  package var tree: Int
  /// The subscriptions that have ended, as far as a live tree keeps them.
  package var endedSubscriptions: [EndedSubscription]

  /// Creates a state.
  package init(
    snapshot: Snapshot, tree: Int, endedSubscriptions: [EndedSubscription] = []
  ) {
    self.snapshot = snapshot
    self.tree = tree
    self.endedSubscriptions = endedSubscriptions
  }
}

/// What a message did whose handlers ran.
package struct RaiseReport: Sendable {
  /// The tree before.
  package var before: TreeState
  /// The route of the message through the tree before.
  package var route: Route
  /// The route as it was recorded while it happened, with what the handlers led to.
  package var taken: TakenRoute
  /// The tree after all handlers returned; nil where the app holds none any more.
  package var after: TreeState?
  /// What a person should know besides, such as which object could not take the message.
  package var notes: [String]

  /// Creates a report.
  package init(
    before: TreeState, route: Route, taken: TakenRoute, after: TreeState?, notes: [String] = []
  ) {
    self.before = before
    self.route = route
    self.taken = taken
    self.after = after
    self.notes = notes
  }
}

/// Something that an app does when it is asked at the prompt.
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

// What a target does not implement it refuses.
extension InspectionTarget {
  /// No file.
  package var file: String? { nil }

  /// No actions.
  package var actions: [TargetAction] { [] }

  /// Refuses.
  package func raise(
    _ message: Message, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    throw ConsoleError.lacks(.handlers, kind)
  }

  /// Refuses.
  package func leakedModels() throws -> [LeakedModel] { throw ConsoleError.lacks(.leaks, kind) }

  /// Refuses.
  package func perform(_ action: String, _ arguments: [String]) throws -> String {
    throw ConsoleError.lacks(.actions, kind)
  }

  /// Checks that the target has what a command needs.
  ///
  /// - Throws: `ConsoleError.lacks` where it does not.
  func require(_ capability: Capability?) throws(ConsoleError) {
    if let capability, !capabilities.contains(capability) { throw .lacks(capability, kind) }
  }
}
