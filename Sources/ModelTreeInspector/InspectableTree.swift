public import ModelTree
public import TreeSnapshot

/// A tree that an inspector can look at: any app's objects can adopt it.
///
/// All calls come on the isolation domain that the inspector was made on.
public protocol InspectableTree: AnyObject {
  /// A picture of the tree as it is now.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(ofTreeNamed name: String?) -> Snapshot

  /// Raises a message as a test at the model with an id: its handlers run.
  ///
  /// - Returns: the models that the message met, by their ids; nil where no model has that id.
  func raiseTest(_ message: Message, atModelWithID id: Int) -> TakenRoute?

  /// An object of the tree's own that stands for it and for no other: an inspector holds it, and so
  /// knows the tree again. By default there is none, and the inspector refers to the root weakly,
  /// which makes retaining the root a little slower.
  var treeToken: AnyObject? { get }

  /// Called when an inspector sees the tree for the first time: what `leftModels()` will tell may
  /// be kept from now on. By default nothing is.
  func inspectionBegins()

  /// The registrations that objects of the tree have ended since the inspection began, the latest
  /// first, as far as they were kept. By default there are none.
  func endedRegistrations() -> [EndedRegistration]

  /// The objects that have left the tree and are still alive, what holds others before them; nil,
  /// as by default, where the tree cannot tell.
  func leftModels() -> [LeftModel]?
}

extension InspectableTree {
  /// None.
  public var treeToken: AnyObject? { nil }

  /// Nothing is kept.
  public func inspectionBegins() {}

  /// None.
  public func endedRegistrations() -> [EndedRegistration] { [] }

  /// The tree cannot tell.
  public func leftModels() -> [LeftModel]? { nil }
}

/// A model stands for the whole tree that it is in: a route may lead through all of it.
extension Model: InspectableTree {
  /// A picture of the whole tree.
  public func snapshot(ofTreeNamed name: String?) -> Snapshot { root.snapshot(name: name) }

  /// Raises a message as a test at the model with an id.
  public func raiseTest(_ message: Message, atModelWithID id: Int) -> TakenRoute? {
    root.model(withID: id)?.raiseTest(message)
  }

  /// The token of the whole tree.
  public var treeToken: AnyObject? { inspectionToken }

  /// Keeps the places from which models leave.
  public func inspectionBegins() { beginKeepingFormerPlaces() }

  /// The registrations that models have ended, the latest first: the last thousand.
  public func endedRegistrations() -> [EndedRegistration] { registrationsEnded() }

  /// The models that left the tree, or those that its session controller held before it.
  public func leftModels() -> [LeftModel]? { modelsLeftBehind() }
}
