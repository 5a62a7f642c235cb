package import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeLink
package import TreeSnapshot

/// The target of an inspector.
package protocol InspectionTarget: AnyObject {
  /// The target's name, for the prompt and for messages.
  var name: String { get }

  /// The kind of the target's tree.
  var kind: TargetKind { get }

  /// The target's capabilities beyond showing its tree.
  var capabilities: Set<Capability> { get }

  /// A remark that precedes answers about the tree; nil for none.
  var remark: SafeText? { get }

  /// What of the target could not be read, a line each.
  var faults: [SafeText] { get }

  /// The path of the file with the tree; nil if there is none.
  var file: String? { get }

  /// The app that the target shows or showed; nil if there is no other process.
  var appName: AppName? { get }

  /// The same target for one command, with its wait notices sent to an attendant.
  func attended(by attendant: TargetAttendant) -> any InspectionTarget

  /// Returns the tree's current state.
  ///
  /// - Throws: An error with a description for people.
  func state() throws -> TreeState

  /// Raises a test message at a node, and runs the handlers.
  ///
  /// - Parameter json: the value to send, if the target can decode it; nil for none.
  /// - Throws: An error with a description for people.
  func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport

  /// The models that left the tree and are still alive, each after its holder.
  ///
  /// - Throws: An error with a description for people.
  func leakedModels() throws -> [LeakedModel]

  /// Finds out who holds leaked models, in the memory of the target's process.
  ///
  /// - Parameter shouldEnd: Whether to answer with what was found so far.
  /// - Throws: An error with a description for people.
  func holders(shouldEnd: @escaping () -> Bool) throws -> HolderAnswer

  /// The target's journal.
  ///
  /// - Throws: An error with a description for people.
  func journal() throws -> JournalLook

  /// The actions that the app offers.
  var actions: [TargetAction] { get }

  /// Performs an action.
  ///
  /// - Throws: An error with a description for people.
  func perform(_ action: String, _ arguments: [String]) throws -> ActionResult

  /// Sends the requests of an explorer, which hold time and answers.
  ///
  /// - Throws: An error with a description for people.
  func tell(_ requests: [LinkRequest]) throws
}

/// A target that several threads use, each through a view of its own.
package protocol SharedTarget: InspectionTarget {
  /// Creates a view of the same target for another thread.
  var view: @Sendable () -> any InspectionTarget { get }
}

// Defaults for targets without a capability: they throw.
extension InspectionTarget {
  /// Nil.
  package var remark: SafeText? { nil }

  /// Empty.
  package var faults: [SafeText] { [] }

  /// Nil.
  package var file: String? { nil }

  /// Nil.
  package var appName: AppName? { nil }

  /// The target itself, which never waits.
  package func attended(by attendant: TargetAttendant) -> any InspectionTarget { self }

  /// Empty.
  package var actions: [TargetAction] { [] }

  /// Throws an error.
  package func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of tree: Int
  ) throws -> RaiseReport {
    throw ConsoleError.lacks(.handlers, kind)
  }

  /// Throws an error.
  package func leakedModels() throws -> [LeakedModel] { throw ConsoleError.lacks(.leaks, kind) }

  /// Throws an error.
  package func holders(shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
    throw ConsoleError.lacks(.leaks, kind)
  }

  /// Throws an error.
  package func journal() throws -> JournalLook {
    throw ConsoleError.lacks(.journal, kind)
  }

  /// Throws an error.
  package func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
    throw ConsoleError.lacks(.actions, kind)
  }

  /// Throws an error.
  package func tell(_ requests: [LinkRequest]) throws {
    throw ConsoleError.lacks(.exploring, kind)
  }
}

/// The target of a command that needs none.
final class NoTarget: InspectionTarget {
  let name = ""
  let kind = TargetKind.dump
  let capabilities: Set<Capability> = []

  func state() throws -> TreeState { throw ConsoleError("name a dump or a running app") }
}
