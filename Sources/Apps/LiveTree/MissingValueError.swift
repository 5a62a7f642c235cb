import TextIO
import TreeSnapshot

/// A message without a value would pass the model that handles it with one.
struct MissingValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line with the problem and its remedy.
  let description: String
}

extension Snapshot {
  /// Checks that no model requires a value of a message: without one, the message would pass it.
  ///
  /// - Parameters:
  ///   - message: the message, which carries no value.
  ///   - raiser: the position of the model that raises it.
  ///   - remedy: the error's advice.
  func checkNoValueIsTaken(
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
          "\(self[taker].name) takes \(message) with a value of type \(payload)\(source), which "
          + "a test message does not carry; \(remedy)")
    }
  }
}
