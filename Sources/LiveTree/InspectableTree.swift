import ModelTree
import TextIO
import TreeObjects
import TreeSnapshot

/// A tree that an inspector is attached to.
///
/// Any root is one, through `ObjectsBelow`; a root that knows more of its tree than its objects do
/// one by one adopts this itself.
protocol InspectableTree {
  /// A picture of the tree as it is now.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(ofTreeNamed name: String?) -> Snapshot

  /// How many objects the tree has. Costs a walk over them.
  func count() -> Int

  /// Ascends whenever anything but labels and states changes; nil where the tree does not know.
  var changeCount: Int? { get }

  /// A number that stands for the labels and states; asked only where changes are
  /// counted. Costs a walk over the objects.
  func descriptionDigest() -> Int

  /// Raises a message as a test: its handlers run.
  ///
  /// - Parameters:
  ///   - message: what is raised.
  ///   - json: the value that it carries; nil for none, or for what its type makes of `{}`.
  ///   - raiser: the position of the object that raises it.
  ///   - snapshot: the tree as it is now.
  /// - Returns: what came of it; nil where the raiser is gone.
  /// - Throws: an error whose description a person can act on, where the value can't be made, a handler
  ///   needs one, or the handler cannot take tests.
  func raiseTest(
    _ message: Message, with json: JSONValue?, at raiser: Int, in snapshot: Snapshot
  ) throws -> TestRun?

  /// An object of the tree's own that identifies it: an inspector retains it, and recognizes the tree
  /// by it; if nil, the inspector refers to the root weakly,
  /// which makes retaining the root a little slower.
  var treeToken: AnyObject? { get }

  /// Called when an inspector sees the tree for the first time: from then on, the tree may keep what
  /// `leakedModels()` needs.
  ///
  /// - Parameter name: what the tree is called.
  func inspectionBegins(as name: String)

  /// The subscriptions that objects of the tree have ended since the inspection began, the latest
  /// first, as far as they were kept.
  func endedSubscriptions() -> [EndedSubscription]

  /// Records the tree in a journal, where no other one does.
  func beRecorded(in journal: Journal)

  /// The journal that records the tree, and the tree's number in it; nil where none does.
  var recording: (journal: Journal, tree: Int)? { get }

  /// Whether the tree knows which objects left it.
  var knowsLeakedModels: Bool { get }

  /// The objects that left the tree and are still alive, each after the object that holds it.
  func leakedModels() -> [LeakedModel]
}

/// The result of a test message.
struct TestRun {
  /// The route that it took.
  let taken: TakenRoute
  /// What a person should know besides.
  var notes: [String] = []
}
