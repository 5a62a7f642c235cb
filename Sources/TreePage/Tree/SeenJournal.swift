import TreeConsole
import TreeJournal

/// The journal of a target as it was last seen, which all pages share.
struct SeenJournal: Sendable {
  /// The journal.
  private(set) var look: JournalLook
  /// The types of its models.
  private(set) var types: JournalTypes

  /// Sees a journal for the first time. Costs a look at each record.
  init(_ look: JournalLook) {
    self.look = look
    types = JournalTypes(of: look.contents)
  }

  /// The number of the last record; 0 where there is none.
  var last: Int { look.contents.records.upperBound - 1 }

  /// Sees it again. Costs a look at each record that is new.
  mutating func see(_ next: JournalLook) {
    let records = next.contents.records
    let goesOn =
      next.contents.isOfSameProcess(as: look.contents) && records.lowerBound <= last + 1
      && records.upperBound > last
    if goesOn, types.count < Self.mostTypes || records.upperBound == last + 1 {
      types.add(next.contents, after: last)
      look = next
    } else {
      self = SeenJournal(next)
    }
  }

  /// Of so many models the types are kept, also where their records are not.
  private static let mostTypes = 500_000
}
