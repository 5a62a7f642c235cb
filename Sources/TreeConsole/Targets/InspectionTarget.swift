package import TextIO
package import TreeAnalysis
package import TreeLink
package import TreeSnapshot

/// What the inspector is attached to.
package protocol InspectionTarget: AnyObject {
  /// The target's name, for the prompt and for messages.
  var name: String { get }

  /// What kind of tree the target shows.
  var kind: TargetKind { get }

  /// What the target can do beyond showing its tree.
  var capabilities: Set<Capability> { get }

  /// What a person should know of the tree before looking at it; nil for nothing.
  var remark: SafeText? { get }

  /// The path of the file that holds the tree; nil if no file does.
  var file: String? { get }

  /// The app that the target shows, or showed; nil if it is in no other process.
  var appName: AppName? { get }

  /// The same target for one command: it tells the attendant what it waits for.
  func attended(by attendant: TargetAttendant) -> any InspectionTarget

  /// Looks at the tree as it is now.
  ///
  /// - Throws: An error whose description a person can act on.
  func state() throws -> TreeState

  /// Raises a test message at the node with an id, and runs the handlers.
  ///
  /// - Parameter json: the value that it carries, for a target that can make it; nil for none.
  /// - Throws: An error whose description a person can act on.
  func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport

  /// The models that left the tree and are still alive, each after the model that holds it.
  ///
  /// - Throws: An error whose description a person can act on.
  func leakedModels() throws -> [LeakedModel]

  /// The part of the target's journal after a record, or more: later moments are in it.
  ///
  /// - Throws: An error whose description a person can act on.
  func journal(after record: Int) throws -> JournalLook

  /// The actions that the app offers.
  var actions: [TargetAction] { get }

  /// Performs an action, and returns a line that says what it did.
  ///
  /// - Throws: An error whose description a person can act on.
  func perform(_ action: String, _ arguments: [String]) throws -> String
}

/// A target that several threads look at, each through a view of its own.
package protocol SharedTarget: InspectionTarget {
  /// Makes a view of the same target for another thread.
  var view: @Sendable () -> any InspectionTarget { get }
}

// What a target does not implement it refuses.
extension InspectionTarget {
  /// Nothing.
  package var remark: SafeText? { nil }

  /// No file.
  package var file: String? { nil }

  /// No other process.
  package var appName: AppName? { nil }

  /// Nothing is waited for.
  package func attended(by attendant: TargetAttendant) -> any InspectionTarget { self }

  /// No actions.
  package var actions: [TargetAction] { [] }

  /// Refuses.
  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    throw ConsoleError.lacks(.handlers, kind)
  }

  /// Refuses.
  package func leakedModels() throws -> [LeakedModel] { throw ConsoleError.lacks(.leaks, kind) }

  /// Refuses.
  package func journal(after record: Int) throws -> JournalLook {
    throw ConsoleError.lacks(.journal, kind)
  }

  /// The target's journal.
  ///
  /// - Throws: An error whose description a person can act on.
  package func journal() throws -> JournalLook { try journal(after: 0) }

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

/// The target of a command that looks at none.
final class NoTarget: InspectionTarget {
  let name = ""
  let kind = TargetKind.dump
  let capabilities: Set<Capability> = []

  func state() throws -> TreeState { throw ConsoleError("name a dump or a running app") }
}
