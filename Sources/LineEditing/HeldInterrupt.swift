/// Catches Ctrl-C and what `timeout` sends while work runs that answers with what it has so far.
package enum HeldInterrupt {
  /// Runs work.
  ///
  /// - Parameters:
  ///   - isHolding: Whether to catch them at all.
  ///   - work: Is given what tells whether one came meanwhile.
  /// - Returns: The work's result.
  /// - Throws: What the work throws.
  package static func during<Result, Failure: Error>(
    isHolding: Bool,
    _ work: (_ isRequested: @escaping @Sendable () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isHolding { return try work { false } }
    TerminalSignals.holdInterrupts(withTerminate: true)
    defer { TerminalSignals.releaseInterrupts() }
    return try work { TerminalSignals.wasInterrupted }
  }
}
