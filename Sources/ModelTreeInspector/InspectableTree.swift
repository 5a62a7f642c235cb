public import ModelTree
public import TreeSnapshot

/// A tree that an inspector can look at: any app's objects can adopt it.
///
/// Both calls come on the isolation domain that the inspector was made on.
public protocol InspectableTree: AnyObject {
  /// A picture of the tree as it is now.
  ///
  /// - Parameter name: what the tree is called.
  func snapshot(ofTreeNamed name: String?) -> Snapshot

  /// Raises a message as a test at the model with an id: its handlers run.
  ///
  /// - Returns: the models that the message met, by their ids; nil where no model has that id.
  func raiseTest(_ message: Message, atModelWithID id: Int) -> TakenRoute?
}

/// The way that a message took through a tree.
public struct TakenRoute: Hashable, Sendable {
  /// The models that were asked and let it pass, in order; none for an event.
  public var passed: [Int]
  /// The models that took it, in order: at most one for an error or a bubble.
  public var takers: [Int]

  /// Describes the way.
  public init(passed: [Int], takers: [Int]) {
    self.passed = passed
    self.takers = takers
  }
}

/// A model stands for the whole tree that it is in: a route may lead through all of it.
extension Model: InspectableTree {
  /// A picture of the whole tree.
  public func snapshot(ofTreeNamed name: String?) -> Snapshot { root.snapshot(name: name) }

  /// Raises a message as a test at the model with an id.
  public func raiseTest(_ message: Message, atModelWithID id: Int) -> TakenRoute? {
    guard let raiser = root.model(withID: id) else { return nil }
    let route = raiser.raiseTest(message)
    return TakenRoute(passed: route.passed, takers: route.takers)
  }
}
