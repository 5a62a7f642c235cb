/// A registration that a model had and no longer has.
public struct EndedSubscription: Hashable, Sendable {
  /// The number by which the model is known in its tree.
  public var id: Int
  /// What it was registered for, and where it was registered.
  public var subscription: Subscription

  /// Describes a registration.
  ///
  /// - Parameters:
  ///   - id: the number by which the model is known in its tree.
  ///   - subscription: what it was registered for, and where it was registered.
  public init(id: Int, subscription: Subscription) {
    self.id = id
    self.subscription = subscription
  }
}
