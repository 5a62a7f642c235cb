/// Receives the errors and bubbles that no model handles, as they are raised.
package final class LostMessages {
  /// Receives a `ModelError`, before the root session does, or a `BubbleNotification`, and its
  /// raiser, a `Model`.
  let take: @MainActor (_ message: Any, _ raiser: AnyObject) -> Void

  /// - Parameter take: receives a `ModelError` or a `BubbleNotification`, and the `Model` that
  ///   raised it.
  package init(take: @escaping @MainActor (_ message: Any, _ raiser: AnyObject) -> Void) {
    self.take = take
  }
}
