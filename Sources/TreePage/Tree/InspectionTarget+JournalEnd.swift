import TreeConsole
import TreeJournal

extension InspectionTarget {
  /// The moment that is looked at in place of the end of a journal after which there is no tree; nil
  /// where there is one.
  ///
  /// - Throws: An error whose description a person can act on, where there is no such moment.
  func journalEnd() throws -> Int? {
    guard kind == .journal else { return nil }
    let look = try journal()
    let last = look.lastMoment
    // What is wrong is said by looking.
    if last == nil { _ = try state() }
    return last == look.contents.records.upperBound - 1 ? nil : last
  }
}
