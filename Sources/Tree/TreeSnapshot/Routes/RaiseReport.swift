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
