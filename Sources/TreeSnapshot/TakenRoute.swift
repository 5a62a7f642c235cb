/// The way that a message really took through a live tree.
public struct TakenRoute: Hashable, Sendable {
  /// The models that were asked and let it pass, by their ids, in order; none for an event.
  public var passed: [Int]
  /// The models that took it, in order: at most one for an error or a bubble.
  public var takers: [Int]

  /// Describes the way.
  ///
  /// - Parameters:
  ///   - passed: the models that were asked and let it pass, by their ids, in order.
  ///   - takers: the models that took it, in order.
  public init(passed: [Int], takers: [Int]) {
    self.passed = passed
    self.takers = takers
  }
}
