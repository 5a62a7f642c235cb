/// How long a client waits for an answer.
package struct LinkPatience {
  /// How long at most; nil for as long as it takes.
  var limit: Duration?
  /// Called each time that a moment has passed without a byte, with how long nothing has come.
  var meanwhile: (Duration) throws -> Void

  /// Describes a wait.
  ///
  /// - Parameters:
  ///   - limit: How long it lasts at most; nil for as long as it takes.
  ///   - meanwhile: Called each time that a moment has passed without a byte, with how long nothing has
  ///     come; what it throws ends the wait.
  package init(limit: Duration? = nil, meanwhile: @escaping (Duration) throws -> Void = { _ in }) {
    self.limit = limit
    self.meanwhile = meanwhile
  }

  /// How many milliseconds pass between two calls of `meanwhile`.
  static let step: Int32 = 50
}
