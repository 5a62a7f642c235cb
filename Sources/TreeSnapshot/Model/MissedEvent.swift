/// An event that was raised before a model registered for it.
package struct MissedEvent: Hashable, Sendable {
  /// The number by which the model is known in its tree.
  package var id: Int
  /// The code that the model registered for; nil for the event's whole domain.
  package var code: String?
  /// The event.
  package var message: Message
  /// The journal's record of the event.
  package var raised: Int
  /// The journal's record of the registration.
  package var registered: Int

  /// Describes an event that came too early.
  package init(id: Int, code: String?, message: Message, raised: Int, registered: Int) {
    self.id = id
    self.code = code
    self.message = message
    self.raised = raised
    self.registered = registered
  }
}
