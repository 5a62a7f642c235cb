/// The status that a process exits with.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// The command did its work, and found nothing.
  case done = 0
  /// A command found something that is wrong, or different.
  case found = 1
  /// The usage, a spec or the input is wrong.
  case wrong = 2
}
