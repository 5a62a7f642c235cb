/// What an app that is explored waits for.
package struct Waiting: Hashable, Sendable {
  /// The cause of a wait.
  package enum Cause: String, Hashable, Sendable {
    /// The clock.
    case time
    /// Its turn: the answer is there, and the explorer says when it is taken.
    case turn
    /// Something that the explorer doesn't control.
    case unknown
  }

  /// The type of the model that works; nil for a wait that isn't the work of a model.
  package var type: String?
  /// The `file:line` that started the work.
  package var source: String?
  /// The cause.
  package var what: Cause
  /// How long it still waits for the clock, in nanoseconds.
  package var nanoseconds: Int?
  /// The names of the errors that may come instead of an answer.
  package var errors: [String]

  /// Describes a wait.
  package init(
    type: String?, source: String?, what: Cause, nanoseconds: Int?, errors: [String] = []
  ) {
    self.type = type
    self.source = source
    self.what = what
    self.nanoseconds = nanoseconds
    self.errors = errors
  }
}
