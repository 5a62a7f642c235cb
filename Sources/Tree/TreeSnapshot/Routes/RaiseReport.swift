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
  ///
  /// - Parameter raiser: the position of the model that raised the message.
  package init(
    before: TreeState, _ taken: TakenRoute, raisedAt raiser: Int, after: TreeState?,
    notes: [String], record: Int?
  ) {
    self.before = before
    self.taken = taken
    route = Route(taken, raisedAt: raiser, in: before.snapshot)
    self.after = after
    self.notes = notes
    self.record = record
  }
}
