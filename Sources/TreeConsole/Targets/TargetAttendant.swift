import TextIO

/// Whom a target tells what it waits for, and who may end the wait.
package struct TargetAttendant {
  /// Shows a line to the person who waits; nil where none does.
  let note: ((SafeText) -> Void)?
  /// Ends the wait.
  let interruption: Interruption?
  /// How long the wait may last; nil for as long as it takes.
  let limit: Duration?
  /// How long nothing may come meanwhile; nil for as long as it takes.
  var silence: Duration?

  /// Tells nobody, and waits no longer than a person would for a completion.
  static var completion: TargetAttendant {
    TargetAttendant(note: nil, interruption: nil, limit: .milliseconds(500))
  }

  /// Tells nobody, and waits no longer than a page may say nothing of its app.
  package static var watching: TargetAttendant {
    TargetAttendant(note: nil, interruption: nil, limit: .seconds(1))
  }

  /// Tells nobody, and waits for as long as an agent or a page should: a busy app is an answer as well.
  package static var agent: TargetAttendant {
    TargetAttendant(note: nil, interruption: nil, limit: programPatience)
  }

  /// A program that shows answers itself waits so long for one.
  private static let programPatience = Duration.seconds(5)
  /// A command waits so long for an app that sends nothing where nobody sees that it waits, as in CI.
  private static let unseenPatience = Duration.seconds(30)

  private init(note: ((SafeText) -> Void)?, interruption: Interruption?, limit: Duration?) {
    self.note = note
    self.interruption = interruption
    self.limit = limit
  }

  /// Tells the person who waits for a command's answer, as long as it takes: Ctrl-C ends the wait.
  init(_ output: ConsoleOutput) {
    self.init(
      note: { [weak output] in output?.note($0) }, interruption: output.run?.interruption,
      limit: output.isForProgram ? Self.programPatience : nil)
    if !output.areNotesSeen { silence = Self.unseenPatience }
  }
}
