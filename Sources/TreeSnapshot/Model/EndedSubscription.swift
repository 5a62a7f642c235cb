/// A subscription that a model had and no longer has.
public struct EndedSubscription: Hashable, Sendable {
  /// The number by which the model is known in its tree.
  public var id: Int
  /// The subscription that ended.
  public var subscription: Subscription

  /// Creates an ended subscription.
  ///
  /// - Parameters:
  ///   - id: the number by which the model is known in its tree.
  ///   - subscription: the subscription that ended.
  public init(id: Int, subscription: Subscription) {
    self.id = id
    self.subscription = subscription
  }
}
