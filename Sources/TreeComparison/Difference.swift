/// One thing that two runs did differently.
package struct Difference: Sendable {
  /// What is different.
  package enum What: String, Sendable {
    /// The newer run has no such record, or only it has.
    case missing, extra
    /// Something else of the same kind happened in its place.
    case replaced
    /// The same, at another place among what one handler did.
    case order
    /// What became of a message, or of work.
    case outcome
    /// The model that handled a message.
    case handler
    /// Who received an event.
    case receivers
    /// The model that did it.
    case model
    /// A handler, action or answer that never returned.
    case unfinished
    /// The words of an action.
    case input
    /// A text: a context, an underlying error, a value, a representation, a payload.
    case text
    /// The codes that became known.
    case vocabulary
    /// How long it took.
    case slower
    /// A label, or a value of a state, at the end.
    case state
    /// What was there when the journal began, or a tree joined it.
    case start
  }

  package let what: What
  /// The places of the records; -1 for none.
  package let old: Int32
  package let new: Int32
  /// The records whose handler, action or answer they belong to; -1 for none.
  package var context: (old: Int32, new: Int32)
  /// The place of the older run's record that came last before it, or its own.
  var anchor: Int32
  /// The models that were there at the start, if it is about them.
  package var models: (old: Int32, new: Int32) = (-1, -1)

  /// Whether the other run was over by then.
  package var isBehindEnd = false

  /// Where it lies in the older run: after a record, or at one.
  var position: (Int, Int32) {
    (Int(anchor) * 2 + (old == anchor && old >= 0 ? 0 : 1), max(new, 0))
  }
}
