import TextIO

/// Who waits for a target's answer, and for how long.
package struct TargetAttendant {
  /// Shows a line to the person who waits; nil if there is none.
  var note: ((SafeText) -> Void)?
  /// Ends the wait.
  var interruption: Interruption?
  /// How long the wait may last; nil for no limit.
  var limit: Duration?
  /// How long the target may send nothing; nil for no limit.
  var silence: Duration?

  /// Waits no longer than a person would for a completion.
  static var completion: TargetAttendant { TargetAttendant(limit: .milliseconds(500)) }

  /// Waits no longer than a page may leave its app unshown.
  package static var watching: TargetAttendant { TargetAttendant(limit: .seconds(1)) }

  /// Waits as long as an agent or a page should: that an app is busy is an answer, too.
  package static var agent: TargetAttendant { TargetAttendant(limit: .seconds(5)) }

  /// How long a command waits for a silent app if no one sees that it waits, as in CI.
  static let unseenPatience = Duration.seconds(30)
}
