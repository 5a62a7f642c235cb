/// One of two compared runs.
package enum RunSide: String, CaseIterable, Sendable {
  /// The run that is known to be good, or the earlier one.
  case old
  case new
}
