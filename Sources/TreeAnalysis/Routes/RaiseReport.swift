package import TreeSnapshot

/// The effects of a raised message.
package struct RaiseReport: Sendable {
  /// The tree before.
  package var before: TreeState
  /// The route of the message through the tree before.
  package var route: Route
  /// The recorded route, with the messages that handlers raised.
  package var taken: TakenRoute
  /// The tree after all handlers returned; nil if the app no longer has one.
  package var after: TreeState?
  /// Additional notes, such as which object couldn't receive the message.
  package var notes: [String]
  /// The last record of the journal before the message; nil if the tree has no journal.
  package var record: Int?

  /// Creates a report.
  package init(
    before: TreeState, route: Route, taken: TakenRoute, after: TreeState?, notes: [String] = [],
    record: Int? = nil
  ) {
    self.before = before
    self.route = route
    self.taken = taken
    self.after = after
    self.notes = notes
    self.record = record
  }
}

/// A message without a value would pass the model that handles it with one.
package struct MissingValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line with the problem and its remedy.
  package let description: String
}

extension Snapshot {
  /// Checks that no model requires a value of a message: without one, the message would pass it.
  ///
  /// - Parameters:
  ///   - message: the message, which carries no value.
  ///   - raiser: the position of the model that raises it.
  ///   - remedy: the error's advice.
  package func checkNoValueIsTaken(
    with message: Message, raisedAt raiser: Int, remedy: String
  ) throws(MissingValueError) {
    let takers =
      switch route(of: message, raisedAt: raiser).outcome {
      case .handled(let handler): [handler]
      case .delivered(let receivers): receivers
      case .uncaught, .unhandled, .unheard: [Int]()
      }
    for taker in takers {
      guard let place = registration(taking: message, at: taker) else { continue }
      let own = self[taker].subscriptions[place]
      // Cases of a domain of codes need no value.
      guard let payload = own.payload, payload != own.domain else { continue }
      let source = own.source.map { " at \($0)" } ?? ""
      throw MissingValueError(
        description:
          "\(self[taker].type) takes \(message) with a value of type \(payload)\(source), which "
          + "a test message does not carry; \(remedy)")
    }
  }
}
