import ModelTree
import TextIO
import TreeObjects
import TreeSnapshot

/// A tree that an inspector can attach to.
///
/// Any root is one, through `ObjectsBelow`. A root that knows more about the tree than its
/// individual objects do adopts this protocol itself.
protocol InspectableTree {
  /// Returns a snapshot of the tree's current state.
  ///
  /// - Parameter name: the tree's name.
  func snapshot(ofTreeNamed name: String?) -> Snapshot

  /// The number of objects in the tree. Costs a walk over them.
  func count() -> Int

  /// Ascends with every change except of labels and states; nil if the tree doesn't count changes.
  var changeCount: Int? { get }

  /// A hash of labels and states; used only if changes are counted. Costs a walk over the objects.
  func descriptionDigest() -> Int

  /// Raises a message as a test: its handlers run.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - json: the value to send; nil for none, or for what the type decodes from `{}`.
  ///   - raiser: the position of the raiser.
  ///   - snapshot: the current state of the tree.
  /// - Returns: the result; nil if the raiser is gone.
  /// - Throws: an error with a description for people, if the value can't be made, a handler
  ///   requires one, or the handler can't take tests.
  func raiseTest(
    _ message: Message, with json: JSONValue?, at raiser: Int, in snapshot: Snapshot
  ) throws -> TestRun?

  /// An object that identifies the tree, for an inspector to retain. If nil, the inspector refers
  /// to the root weakly, which makes retaining the root slightly slower.
  var treeToken: AnyObject? { get }

  /// Called when an inspector first sees the tree. From then on, the tree may keep the data for
  /// `leakedModels()`.
  ///
  /// - Parameter name: the tree's name.
  func inspectionBegins(as name: String)

  /// The subscriptions that have ended since the inspection began, the latest first, as far as the
  /// tree keeps them.
  func endedSubscriptions() -> [EndedSubscription]

  /// Lets an explorer hold the tree's time and answers.
  func beExplored(by run: ExploredRun)

  /// Records the tree in a journal, unless another journal does.
  func beRecorded(in journal: Journal)

  /// The journal that records the tree, and the tree's number in it; nil if there is none.
  var recording: (journal: Journal, tree: Int)? { get }

  /// Whether the tree knows which objects left it.
  var knowsLeakedModels: Bool { get }

  /// The objects that left the tree and are still alive, each after its holder.
  func leakedModels() -> [LeakedModel]
}

extension InspectableTree {
  /// Objects that aren't models keep their own time.
  func beExplored(by run: ExploredRun) {}
}

/// The result of a test message.
struct TestRun {
  /// The route of the message.
  let taken: TakenRoute
  /// Additional notes for the user.
  var notes: [String] = []
}
