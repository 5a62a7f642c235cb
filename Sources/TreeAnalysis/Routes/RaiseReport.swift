package import TreeSnapshot

/// What a message did whose handlers ran.
package struct RaiseReport: Sendable {
  /// The tree before.
  package var before: TreeState
  /// The route of the message through the tree before.
  package var route: Route
  /// The route as it was recorded while it happened, with what the handlers led to.
  package var taken: TakenRoute
  /// The tree after all handlers returned; nil if the app holds none any more.
  package var after: TreeState?
  /// What a person should know besides, such as which object could not take the message.
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
